import { describe, expect, it } from "vitest";
import type { Item } from "../../../wire/decode.js";
import { withSiblings } from "./voidable.js";

function item(n: number, shipment: string, status = "completed"): Item {
  return {
    id: `se-${n}`,
    createdAt: null,
    raw: { label_id: `se-${n}`, shipment_id: shipment, status, tracking_number: `T${n}` },
  };
}

describe("labels of one shipment", () => {
  const page = Array.from({ length: 30 }, (_, n) => item(n, `se-1${n}`));

  it("tell whether a void takes the whole shipment, on whatever page", () => {
    const oldest = page.with(27, item(27, "se-14"));
    expect(withSiblings(oldest, oldest)).toEqual([oldest[4], oldest[27]]);
  });

  it("do not if the other one is not completed, or cannot be looked up", () => {
    const voided = page.with(7, item(7, "se-14", "voided"));
    const unnamed = page.with(7, {
      ...item(7, "se-14"),
      raw: { ...item(7, "se-14").raw, tracking_number: "" },
    });
    expect(withSiblings([item(4, "se-14")], voided)).toEqual([]);
    expect(withSiblings([item(4, "se-14")], unnamed)).toEqual([]);
  });
});
