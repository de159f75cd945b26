import { expect, it } from "vitest";
import { smuggledBy } from "./smuggled.js";

it("names the members that an order shows as they were sent", () => {
  const sent = { supplier_id: "se-2", status: "draft", memo: "x" };
  expect(smuggledBy(sent, {}, {}, { supplier_id: "se-2", status: "open", memo: "y" })).toEqual([
    "supplier_id",
  ]);
});

it("compares lines by their number: a service may add members to what it stores", () => {
  const sent = { lines: [{ sku: "A" }, { sku: "A" }] };
  expect(smuggledBy(sent, {}, {}, { lines: [{ id: 1 }, { id: 2 }] })).toEqual(["lines"]);
  expect(smuggledBy(sent, {}, {}, { lines: [{ sku: "A" }] })).toEqual([]);
  expect(smuggledBy(sent, {}, {}, {})).toEqual([]);
});

it("names lines whose quantities were merged or added up", () => {
  const before = { lines: [{ sku: "A", quantity: 5 }] };
  const sent = { lines: [...before.lines, { sku: "A", quantity: 6 }] };
  const named = (quantity: number) => smuggledBy(sent, {}, before, { lines: [{ sku: "A", quantity }] });
  expect([named(6), named(11), named(5)]).toEqual([["lines"], ["lines"], []]);
});

it("leaves out a plain member that shows the same as a shipping field, anywhere in the order", () => {
  const [sent, record] = [{ po_reference: "x" }, { po_reference: "x", details: { reference_number: "x" } }];
  expect(smuggledBy(sent, sent, {}, record)).toEqual([]);
  expect(smuggledBy(sent, {}, {}, record)).toEqual(["po_reference"]);
});
