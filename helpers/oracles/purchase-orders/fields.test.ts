import { describe, expect, it } from "vitest";
import { arrivalOf, isSameLoss, notApplied } from "./fields.js";

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

describe("a currency", () => {
  it("may be written otherwise, but not cut", () => {
    const [before, sent] = [{ currency_code: "USD" }, { currency_code: "EUR" }];
    const isLost = (currency_code: string) => notApplied("currency_code", sent, before, { currency_code });
    expect(["eur", " EUR ", "978", "EUR (Euro)"].filter(isLost)).toEqual([]);
    expect(["EU", "eu", "E", "", "USD"].filter((each) => !isLost(each))).toEqual([]);
  });
});

describe("a note", () => {
  it("keeps its letter case, unlike a number that a service may normalise", () => {
    const before = { note_to_supplier: "old", reference_number: "old" };
    const sent = { note_to_supplier: "Ring twice", reference_number: "po-1" };
    expect(notApplied("note_to_supplier", sent, before, { note_to_supplier: "ring twice" })).toBe(true);
    expect(notApplied("note_to_supplier", sent, before, { note_to_supplier: "Ring twice " })).toBe(false);
    expect(notApplied("reference_number", sent, before, { reference_number: "PO-1" })).toBe(false);
  });
});

describe("isSameLoss", () => {
  const lost = (sent: unknown, shown: unknown, pointer = "/note_to_supplier") => ({
    field: "note_to_supplier",
    pointer,
    sent,
    shown,
    isFormer: false,
  });

  it("takes what is appended each time for one mistake, and other clients' values for none", () => {
    expect(isSameLoss(lost("a", "old a"), lost("a", "old a a"))).toBe(true);
    expect(isSameLoss(lost("a", "old"), lost("a", "old"))).toBe(true);
    expect(isSameLoss(lost("a", "x"), lost("a", "y"))).toBe(false);
    expect(isSameLoss(lost("a", "old"), lost("a", "old", "/reference_number"))).toBe(false);
  });
});

describe("arrivalOf", () => {
  const before = { note_to_supplier: "old", items: [{ quantity: 2 }, { quantity: 5 }] };
  const sent = { note_to_supplier: "new", items: [{ quantity: 3 }, { quantity: 7 }], memo: "x" };

  it("judges what the order shows, lines by their quantities", () => {
    expect(arrivalOf(sent, before, sent)).toEqual({
      judged: ["note_to_supplier", "items", "memo"],
      lost: [],
    });
    const { judged, lost } = arrivalOf(sent, before, before);
    expect(judged).toEqual(["note_to_supplier", "items"]);
    expect(lost).toEqual([
      {
        field: "note_to_supplier",
        pointer: "/note_to_supplier",
        sent: "new",
        shown: "old",
        isFormer: true,
      },
      { field: "items", pointer: "/items/0/quantity", sent: 3, shown: 2, isFormer: true },
    ]);
  });

  it("judges shipping fields that an object of their own shows, once that shows any of what was sent", () => {
    const rest = { payment_terms: "net 30", currency_code: "USD", order_date: null };
    const order = (note: string, number: string) => ({
      details: { ...rest, note_to_supplier: note, tracking_number: number },
    });
    const values = { note_to_supplier: "new", tracking_number: "2Z" };
    expect(arrivalOf(values, order("old", "1Z"), order("new", "2Z")).lost).toEqual([]);
    expect(arrivalOf(values, order("old", "1Z"), order("old", "2Z"))).toMatchObject({
      judged: ["note_to_supplier", "tracking_number"],
      lost: [{ field: "note_to_supplier", shown: "old", isFormer: true }],
    });
    expect(arrivalOf(values, order("old", "1Z"), order("old", "1Z"))).toEqual({ judged: [], lost: [] });
  });

  it("finds a last line that alone is lost, and tells another text from the former one", () => {
    const after = { note_to_supplier: "third", items: [{ quantity: 3 }, { quantity: 5 }] };
    expect(arrivalOf(sent, before, after).lost).toMatchObject([
      { pointer: "/note_to_supplier", shown: "third", isFormer: false },
      { pointer: "/items/1/quantity", sent: 7, shown: 5 },
    ]);
    expect(arrivalOf({ items: [] }, {}, {})).toEqual({ judged: [], lost: [] });
  });
});
