import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { shows } from "../../../wire/changes.js";
import { otherValue } from "./other-values.js";

const instants = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2050-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const currents = fc.oneof(
  fc.string(),
  instants,
  fc.integer(),
  fc.constantFrom(null, undefined, "USD", "usd", "paid", "net 30", "PLIMSOLL-a-1"),
);

describe("otherValue", () => {
  it("is never what the order shows already", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SHIPPING_FIELDS),
        currents,
        fc.array(currents),
        (field, current, seen) => {
          expect(shows(otherValue(field, current, seen, "PLIMSOLL-a-1"), current)).toBe(false);
        },
      ),
    );
  });

  it("prefers what another order shows", () => {
    expect(otherValue("payment_terms", "net 30", ["net 30", "prepaid"], "text")).toBe("prepaid");
  });

  it("keeps the spelling of a date", () => {
    expect(otherValue("order_date", "2024-02-28", [], "text")).toBe("2024-02-29");
    expect(otherValue("order_date", "2024-02-28T10:00:00.000Z", [], "text")).toBe("2024-02-29T10:00:00.000Z");
    expect(otherValue("order_date", undefined, [null, "2024-02-28"], "text")).toBe("2031-05-06");
  });

  it("makes up a text", () => {
    expect(otherValue("note_to_supplier", "x", [], "text")).toBe("text");
    expect(otherValue("note_to_supplier", "Text", [], "text")).toBe("text-B");
  });
});
