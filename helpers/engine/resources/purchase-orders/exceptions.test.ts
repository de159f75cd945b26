import { describe, expect, it } from "vitest";
import { exceptionsIn } from "./exceptions.js";

describe("exceptionsIn", () => {
  it("tries what is likely at first, and goes on from there with each seed", () => {
    expect(exceptionsIn("closed", 1)).toEqual({
      whole: "texts",
      part: "payment_status",
      details: ["note_to_supplier", "payment_status"],
    });
    expect(exceptionsIn("closed", 2)).toEqual({
      whole: "nothing",
      part: "order_date",
      details: ["tracking_number", "order_date"],
    });
    expect(exceptionsIn("draft", 1)).toBeNull();
  });

  it("comes to every part of an order in time", () => {
    const parts = Array.from({ length: 10 }, (_, at) => exceptionsIn("cancelled", at + 1)?.part);
    expect(new Set(parts).size).toBe(10);
  });
});
