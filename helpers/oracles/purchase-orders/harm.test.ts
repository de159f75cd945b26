import { describe, expect, it } from "vitest";
import { harmed } from "./harm.js";
import type { Order } from "./orders.js";

const lines = [{ product_id: "se-7", quantity: 3 }];
const RECORD = { status: "open", note_to_supplier: "Ring", warehouse_id: "se-1", lines, modified_at: "1" };

const order = (change: Partial<Order["record"]>, status: Order["status"] = "open"): Order => ({
  id: "se-9",
  status,
  record: { ...RECORD, status, ...change },
});

describe("harmed", () => {
  const harmedBy = (...args: Parameters<typeof order>) => harmed(order({}), order(...args));

  it("names what no refused change may touch", () => {
    expect(harmedBy({}, "closed")).toEqual(["status"]);
    expect(harmedBy({ note_to_supplier: "" })).toEqual(["note_to_supplier"]);
    expect(harmedBy({ lines: [] })).toEqual(["lines"]);
    expect(harmedBy({ warehouse_id: "se-2" })).toEqual(["warehouse_id"]);
  });

  it("finds shipping fields in an object of their own", () => {
    const details = {
      tracking_number: "1Z",
      payment_terms: "net 30",
      currency_code: "USD",
      order_date: "2031-05-06",
      note_to_supplier: "Ring",
    };
    const nested = (held: object): Order => ({ id: "se-9", status: "open", record: { details: held } });
    expect(harmed(nested(details), nested({ ...details, note_to_supplier: "" }))).toEqual([
      "note_to_supplier",
    ]);
    expect(harmed(nested(details), nested(details))).toEqual([]);
  });

  it("leaves out what a service may change by itself, and a status that is not shown", () => {
    expect(harmedBy({ modified_at: "2", attempts: 1 })).toEqual([]);
    expect(harmedBy({}, null)).toEqual([]);
  });
});
