import { describe, expect, it } from "vitest";
import { notApplied } from "./fields.js";

describe("notApplied", () => {
  it("is told by the old value, by nothing, and for a free text by any other", () => {
    const before = { note_to_supplier: "old", payment_terms: "net 30" };
    expect(
      notApplied("note_to_supplier", { note_to_supplier: "new" }, before, { note_to_supplier: "new" }),
    ).toBe(false);
    expect(notApplied("note_to_supplier", { note_to_supplier: "new" }, before, before)).toBe(true);
    expect(
      notApplied("note_to_supplier", { note_to_supplier: "new" }, before, { note_to_supplier: "ne" }),
    ).toBe(true);
    expect(
      notApplied("payment_terms", { payment_terms: "net 60" }, before, { payment_terms: "NET_60" }),
    ).toBe(false);
    expect(notApplied("payment_terms", { payment_terms: "net 60" }, before, before)).toBe(true);
    expect(notApplied("payment_terms", { payment_terms: "net 60" }, before, {})).toBe(true);
    expect(notApplied("tracking_number", { tracking_number: "X" }, before, before)).toBeNull();
    const dates = { order_date: "2026-01-03", expected_delivery_date: "2026-02-03" };
    expect(notApplied("order_date", dates, before, { order_date: "2026-02-03T00:00:00Z" })).toBe(true);
    expect(notApplied("order_date", dates, before, { order_date: "2026-01-04" })).toBe(false);
  });
});
