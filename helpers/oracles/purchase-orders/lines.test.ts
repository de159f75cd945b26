import { describe, expect, it } from "vitest";
import { changes } from "../../wire/changes.js";
import {
  dropsLines,
  emptiedLines,
  keepsLast,
  keepsNumbers,
  movedIds,
  oneMore,
  otherCargo,
  otherLines,
} from "./lines.js";

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

  it("comes with the first line again where lines are not to be taken at all", () => {
    const more = [
      { ...line, quantity: 3 },
      { sku: "B", quantity: 7 },
    ];
    expect(otherLines(order)).toEqual({ items: [line, ...more] });
    expect(otherLines({ items: [{ sku: "A" }] })).toEqual({ items: [{ sku: "A" }, { sku: "A" }] });
    expect(otherLines({ tags: ["a"], items: [] })).toEqual({});
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

  it("names ids of other records that were moved", () => {
    const before = { warehouse_id: "se-1", supplier_id: "se-2", tag_id: null, note: "a" };
    const after = { warehouse_id: "se-3", supplier_id: "se-2", tag_id: "se-4", note: "b" };
    expect(movedIds(before, after)).toEqual(["warehouse_id"]);
    expect(movedIds(before, {})).toEqual([]);
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

describe("emptied lines", () => {
  const order = { items: [{ sku: "A", quantity: 2 }], tags: ["a"] };

  it("are those of an order that shows an empty list in their place", () => {
    expect(emptiedLines(order, { ...order, items: [] })).toBe("items");
  });

  it("are neither lines that are left out nor those of an order that had none", () => {
    expect(emptiedLines(order, order)).toBeNull();
    expect(emptiedLines(order, { tags: [] })).toBeNull();
    expect(emptiedLines({ items: [] }, { items: [] })).toBeNull();
  });
});
