import { describe, expect, it } from "vitest";
import {
  orderIn,
  ordersIn,
  orderWithId,
  shippingFieldsOf,
  statusesTold,
  statusMember,
  tellsStatus,
  withDetails,
} from "./orders.js";

describe("orders in a body", () => {
  it("finds them wherever they stand, each once, the outermost first", () => {
    const body = {
      data: {
        page: [
          {
            purchase_order_id: "se-1",
            status: "draft",
            lines: [{ purchase_order_id: "se-1", status: "late" }],
          },
          { purchase_order_id: 2, purchase_order_status: "closed" },
          { purchase_order_id: "se-3", status: "afloat" },
          { other_id: "se-4", status: "open" },
        ],
      },
    };
    expect(ordersIn(body).map(({ id, status }) => [id, status])).toEqual([
      ["se-1", "draft"],
      ["2", "closed"],
      ["se-3", null],
    ]);
  });

  it("takes the outermost objects with id and status where nothing carries the id in full", () => {
    const lines = [{ id: "line-1", status: "open" }];
    const body = {
      status: "ok",
      list: [{ order: { id: "se-1", status: "open", lines } }, { id: 2, status: "late" }],
    };
    expect(ordersIn(body).map(({ id, status }) => [id, status])).toEqual([["se-1", "open"]]);
  });

  it("takes the body itself where nothing carries the id", () => {
    expect(orderIn({ status: "open" }, "se-1")).toMatchObject({ id: "se-1", status: "open" });
    expect(
      orderIn({ order: { purchase_order_id: "se-1", status: "open", a: 1 } }, "se-1")?.record,
    ).toHaveProperty("a");
    expect(orderIn([], "se-1")).toBeNull();
  });

  it("takes no status of an answer for the order's unless it names the order", () => {
    expect(orderWithId({ status: "received", message: "The update was received." }, "se-1")).toBeNull();
    expect(orderWithId({ status: "ok", order: { id: "se-1", status: "open" } }, "se-1")?.status).toBe("open");
  });

  it("names the member that shows the status", () => {
    expect(statusMember({ purchase_order_status: "open" })).toBe("purchase_order_status");
    expect(statusMember({})).toBe("status");
  });
});

it("finds the shipping fields of a record, also where an object inside it holds them", () => {
  const fields = { note_to_supplier: "Bell", payment_status: null, currency_code: "EUR" };
  expect(shippingFieldsOf({ ...fields, lines: [] })).toEqual(fields);
  const inside = { purchase_order_id: "se-1", shipping_details: { ...fields, code: 4 } };
  expect(shippingFieldsOf(inside)).toEqual(fields);
  expect(shippingFieldsOf({ ...inside, currency_code: "USD" })).toEqual({ ...fields, currency_code: "USD" });
  expect(shippingFieldsOf({ total: { currency_code: "EUR", amount: 4 } })).toEqual({});
});

describe("statuses that an answer tells", () => {
  const note = { purchase_order_id: "se-1", note_to_supplier: "by the quay" };

  it("are those of the order's own record, in either member", () => {
    expect(statusesTold({ data: { ...note, status: "open" } }, "se-1")).toEqual([
      { member: "status", status: "open" },
    ]);
    expect(statusesTold({ ...note, status: "open", purchase_order_status: "afloat" }, "se-1")).toEqual([
      { member: "status", status: "open" },
      { member: "purchase_order_status", status: "afloat" },
    ]);
    expect(statusesTold({ purchase_order_id: "se-1", purchase_order_status: "closed" }, "se-1")).toHaveLength(
      1,
    );
  });

  it("are not those of the request", () => {
    expect(statusesTold({ purchase_order_id: "se-1", status: "received" }, "se-1")).toEqual([]);
    expect(statusesTold({ ...note, status: "success" }, "se-1")).toEqual([]);
    expect(statusesTold(undefined, "se-1")).toEqual([]);
  });

  it("are none where the answer does not name the order", () => {
    const { purchase_order_id: _, ...echo } = note;
    expect(statusesTold({ purchase_order_status: "updated" }, "se-1")).toEqual([]);
    expect(statusesTold({ ...echo, status: "received" }, "se-1")).toEqual([]);
  });

  it("are looked for by one of them", () => {
    const body = { ...note, status: "receiving" };
    const told = ["receiving", "open"].map((status) => tellsStatus(body, "se-1", status));
    expect([...told, tellsStatus(body, "se-2", "receiving")]).toEqual([true, false, false]);
  });
});

describe("withDetails", () => {
  const details = {
    tracking_number: "1Z",
    payment_terms: "net 30",
    payment_status: "paid",
    currency_code: "USD",
    note_to_supplier: "Ring",
  };

  it("brings up the shipping fields that one object inside holds", () => {
    const record = { status: "open", details: { ...details, updated: 1 } };
    expect(withDetails(record)).toEqual({ ...record, ...details });
  });

  it("leaves a record as it is where another object may be meant", () => {
    const { note_to_supplier: _, ...four } = details;
    const records = [
      { details, note_to_supplier: "Knock" },
      { details, before: details },
      { former: { ...details, purchase_order_id: "se-1" } },
      { supplier: four },
    ];
    for (const record of records) expect(withDetails(record)).toBe(record);
  });
});
