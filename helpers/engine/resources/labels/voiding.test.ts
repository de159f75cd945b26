import { describe, expect, it } from "vitest";
import type { Item } from "../../../wire/decode.js";
import { withSiblings } from "./voiding.js";

function item(n: number, shipment: string, status = "completed"): Item {
  return { id: `se-${n}`, createdAt: null, raw: { label_id: `se-${n}`, shipment_id: shipment, status } };
}

describe("labels of one shipment on one page", () => {
  const page = Array.from({ length: 25 }, (_, n) => item(n, `se-1${n}`));

  it("tell whether a void takes the whole shipment", () => {
    const oldest = page.with(7, item(7, "se-14"));
    expect(withSiblings(oldest, oldest)).toEqual([oldest[4], oldest[7]]);
  });

  it("do not if the other one is not completed, or on another page", () => {
    const oldest = [...page.with(7, item(7, "se-14", "voided")), item(25, "se-15")];
    expect(
      withSiblings(
        oldest.filter(({ raw }) => raw.status === "completed"),
        oldest,
      ),
    ).toEqual([]);
  });
});
