import { describe, expect, it } from "vitest";
import { emptied, emptiedByMove } from "./emptied.js";

const products = [{ sku: "A", quantity: 2 }];
const ORDER = {
  purchase_order_number: 7,
  notes: "Ring",
  products,
  tracking_number: "1Z",
  approved_by: "Ann",
};
const pointers = (found: ReturnType<typeof emptied>) => found.map(({ pointer }) => pointer);

describe("emptied", () => {
  it.each([null, "", undefined, []])("names what a client filled in and shows %j now", (empty) => {
    const after = { purchase_order_number: empty, notes: empty, products: empty };
    expect(pointers(emptied(ORDER, after))).toEqual(["/purchase_order_number", "/notes", "/products"]);
  });

  it("leaves alone other values, what was empty before, and what a change may reset", () => {
    expect(emptied(ORDER, { ...ORDER, notes: "Call", products: [{}], purchase_order_number: 0 })).toEqual([]);
    expect(emptied({ notes: "", products: [], name: null }, {})).toEqual([]);
    expect(emptied(ORDER, { ...ORDER, approved_by: null, tracking_number: null })).toEqual([]);
  });

  it("names lines by their quantities, whatever they are called", () => {
    expect(pointers(emptied({ goods: products }, { goods: null }))).toEqual(["/goods"]);
  });
});

describe("emptied by a move", () => {
  it("names free texts of the shipping fields too, but nothing that is left out", () => {
    const order = { ...ORDER, note_to_supplier: "Call" };
    const after = { notes: "", note_to_supplier: null, tracking_number: null };
    expect(pointers(emptiedByMove(order, after))).toEqual(["/notes", "/note_to_supplier"]);
    expect(emptiedByMove(order, {})).toEqual([]);
  });
});
