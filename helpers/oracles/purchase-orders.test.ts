import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changes, shows } from "../wire/changes.js";
import type { Answer, Body } from "../wire/exchange.js";
import {
  deliveredBy,
  deniesState,
  dropsLines,
  isAboutState,
  keepsLast,
  keepsNumbers,
  notApplied,
  oneMore,
  orderIn,
  ordersIn,
  otherCargo,
  outcomeOf,
  speaksOf,
  statusMember,
} from "./purchase-orders.js";
import { sampleExchange } from "./samples.js";

function json(status: number, value: unknown): Answer {
  return { status, headers: {}, body: { kind: "json", value, text: JSON.stringify(value) } };
}

function answer(status: number, body: Body): Answer {
  return { status, headers: {}, body };
}

const refusal = (type: string, code: string, more = {}) => ({
  errors: [{ error_type: type, error_code: code, message: "no", ...more }],
});

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

  it("names the member that shows the status", () => {
    expect(statusMember({ purchase_order_status: "open" })).toBe("purchase_order_status");
    expect(statusMember({})).toBe("status");
  });
});

describe("changes", () => {
  it("names the innermost places", () => {
    const before = { a: { b: 1, "c/d": [1, 2] }, e: null };
    const after = { e: null, a: { "c/d": [1, 3], b: 1 }, f: 0 };
    expect(changes(before, after)).toEqual([
      { pointer: "/a/c~1d/1", before: 2, after: 3 },
      { pointer: "/f", before: undefined, after: 0 },
    ]);
  });

  it("finds none between equal values and some between different ones", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(changes(left, structuredClone(left))).toEqual([]);
        const same = JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
        expect(changes(left, right).length === 0).toBe(same);
      }),
    );
  });
});

/** The value with its members in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

describe("shows", () => {
  it("takes one time in two spellings as one", () => {
    expect(shows("2024-05-06T00:00:00Z", "2024-05-06T02:00:00.000+02:00")).toBe(true);
    expect(shows("2024-05-06", "2024-05-06T00:00:00Z")).toBe(true);
    expect(shows("2024-05-06T00:00:00Z", "2024-05-06T00:00:01Z")).toBe(false);
    expect(shows("2024-05-06", "2024-05-07")).toBe(false);
    expect(shows("usd", "USD")).toBe(true);
    expect(shows("7", 7)).toBe(true);
    expect(shows("7", null)).toBe(false);
  });
});

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

describe("outcomeOf", () => {
  it.each([
    [200, "accepted"],
    [204, "accepted"],
    [400, "refused"],
    [403, "refused"],
    [409, "refused"],
    [422, "refused"],
    [401, "unclear"],
    [404, "unclear"],
    [405, "unclear"],
    [429, "unclear"],
    [302, "unclear"],
    [500, "unclear"],
  ])("takes %i as %s", (status, outcome) => {
    expect(outcomeOf(json(status, {}))).toBe(outcome);
  });

  it("looks at the parts of a 207", () => {
    expect(outcomeOf(json(207, { results: [{ status: 200 }] }))).toBe("accepted");
    expect(outcomeOf(json(207, { results: [{ status: 409 }] }))).toBe("refused");
    expect(outcomeOf(answer(207, { kind: "empty" }))).toBe("accepted");
  });
});

describe("isAboutState", () => {
  it("tells a conflict from a body that is not to the service's liking", () => {
    expect(isAboutState(answer(409, { kind: "empty" }))).toBe(true);
    expect(isAboutState(json(400, refusal("business_rules", "unspecified")))).toBe(true);
    expect(isAboutState(json(400, refusal("validation", "invalid_status")))).toBe(true);
    expect(
      isAboutState(json(400, refusal("validation", "invalid_field_value", { field_name: "status" }))),
    ).toBe(true);
    expect(
      isAboutState(json(400, refusal("validation", "invalid_field_value", { field_name: "currency_code" }))),
    ).toBe(false);
    expect(isAboutState(answer(400, { kind: "empty" }))).toBe(false);
    expect(isAboutState(json(400, refusal("account_status", "subscription_inactive")))).toBe(false);
  });
});

describe("deniesState", () => {
  it("needs a conflict or the status as the reason, and no other order to be in conflict with", () => {
    expect(deniesState(answer(409, { kind: "empty" }))).toBe(true);
    expect(deniesState(json(400, refusal("validation", "invalid_status")))).toBe(true);
    expect(deniesState(json(409, refusal("business_rules", "identifier_conflict")))).toBe(false);
    expect(deniesState(json(400, refusal("business_rules", "unspecified")))).toBe(false);
    expect(deniesState(json(400, refusal("validation", "invalid_field_value")))).toBe(false);
  });
});

describe("deliveredBy", () => {
  it("tells a PDF from an address and from anything else", () => {
    expect(deliveredBy(answer(200, { kind: "binary", bytes: 9, head: "%PDF-1.4\n" }))).toBe("pdf");
    expect(deliveredBy(answer(200, { kind: "text", text: "%PDF-1.4" }))).toBe("pdf");
    expect(deliveredBy(answer(200, { kind: "text", text: "Order summary" }))).toBe("other");
    expect(deliveredBy(answer(200, { kind: "empty" }))).toBe("other");
    expect(deliveredBy(json(200, { href: "https://files.test/a.pdf" }))).toBe("address");
    expect(deliveredBy(json(200, { href: "/files/a.pdf" }))).toBe("address");
    expect(deliveredBy(json(200, { ok: true }))).toBe("other");
    expect(deliveredBy(answer(409, { kind: "binary", bytes: 9, head: "%PDF-1.4\n" }))).toBe("nothing");
  });
});

describe("speaksOf", () => {
  it("needs the word or its member in the refusal", () => {
    const said = (json: unknown) => speaksOf(sampleExchange({ status: 400, json }), "afloat", "status");
    expect(said(refusal("validation", "invalid_field_value", { field_value: "afloat" }))).toBe(true);
    expect(said(refusal("validation", "invalid_field_value", { field_name: "status" }))).toBe(true);
    expect(said(refusal("validation", "invalid_field_value", { field_name: "new_status" }))).toBe(false);
    expect(speaksOf(sampleExchange({ body: { kind: "empty" } }), "afloat", "status")).toBe(false);
  });
});

describe("one more of a line", () => {
  const line = { sku: "A", quantity: 2, quantity_received: 0 };
  const order = { tags: ["a"], items: [line, { sku: "B", quantity: 5 }] };
  const more = { member: "items", number: "quantity", sent: 3 };

  it("changes how many are ordered in the first line and the last, and nothing else", () => {
    const changed = oneMore(order);
    expect(changed).toMatchObject(more);
    expect(changes(order.items, changed?.lines)).toEqual([
      { pointer: "/0/quantity", before: 2, after: 3 },
      { pointer: "/1/quantity", before: 5, after: 7 },
    ]);
    expect(oneMore({ items: [line] })).toMatchObject({ sent: 3, last: null });
  });

  it("is lost on the last line only where the first alone is changed", () => {
    const change = oneMore(order);
    if (change === null) throw new Error("no line to change");
    const isLost = (...numbers: number[]) =>
      keepsLast(change, order, { items: numbers.map((quantity) => ({ quantity })) });
    expect(isLost(3, 5)).toBe(true);
    expect([isLost(3, 7), isLost(2, 7), isLost(2, 5), isLost(3)]).toEqual([false, false, false, false]);
  });

  it("is dropped only where some of the lines are left as they were", () => {
    const dropped = (items: unknown) => dropsLines(order, { items });
    expect(dropped([line])).toBe("items");
    expect([dropped([]), dropped([{ ...line, id: 1 }]), dropped(order.items), dropped(null)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it("shows as other cargo, as does another place", () => {
    const before = { ...order, warehouse_id: "se-1", total: 3 };
    expect(otherCargo(before, { ...before, total: 4 })).toEqual([]);
    expect(otherCargo(before, { warehouse_id: "se-1" })).toEqual([]);
    const after = { items: [], warehouse_id: "se-2" };
    expect(otherCargo(before, after).map(({ pointer }) => pointer)).toEqual(["/items", "/warehouse_id"]);
  });

  it.each([{}, { items: [] }, { items: ["A"] }, { items: [{ quantity_received: 1, price: 3 }] }])(
    "is not made of %j",
    (record) => expect(oneMore(record)).toBeNull(),
  );

  it("is kept back only where all numbers are as before, in whatever order", () => {
    const change = { ...more, last: null, lines: [] };
    const isKept = (items: unknown) => keepsNumbers(change, order, { items });
    expect(isKept([...order.items].reverse())).toBe(true);
    expect(isKept([{ ...line, id: "new", quantity: 3 }, order.items[1]])).toBe(false);
    expect(isKept([line])).toBe(false);
    expect(isKept(undefined)).toBeNull();
    expect(isKept([1, 2])).toBeNull();
  });
});
