import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { otherPlain } from "./plain-values.js";

const shown = Object.fromEntries(SHIPPING_FIELDS.map((field) => [field, "x"]));
const text = (name: string) => `made-up ${name}`;

describe("otherPlain", () => {
  it("makes up texts and raises numbers", () => {
    expect(otherPlain({ ...shown, notes: "", discount: 2 }, [], text)).toEqual({
      notes: "made-up notes",
      discount: 4713,
    });
  });

  it("gives each number that it changes another value", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (count) => {
        const other = otherPlain({ ...shown, count }, [], text);
        expect(other).not.toEqual({ count });
      }),
    );
    expect(otherPlain({ ...shown, count: 1e21 }, [], text)).toEqual({});
  });

  it("prefers a value that other orders share", () => {
    const others = ["a", "rush", "rush", "plain", "plain"].map((kind) => ({ kind }));
    expect(otherPlain({ ...shown, kind: "rush" }, others, text)).toEqual({ kind: "plain" });
    expect(otherPlain({ ...shown, kind: "b" }, [{ kind: "a" }], text)).toEqual({ kind: "made-up kind" });
  });

  it("leaves ids, times, links, versions and computed members alone", () => {
    const record = {
      purchase_order_id: "se-1",
      buyer: "se-2",
      due: "2026-01-02",
      modified_at: "x",
      total: 3,
    };
    const more = { version: 3, pdf_url: "x", status: "open", supplier_id: "y", lines: [], gift: true };
    expect(otherPlain({ ...shown, ...record, ...more }, [], text)).toEqual({});
  });

  it("leaves alone what may be a shipping field under another name", () => {
    const { note_to_supplier: _, ...rest } = shown;
    expect(otherPlain({ ...rest, notes: "x", memo: "y" }, [], text)).toEqual({ memo: "made-up memo" });
  });
});
