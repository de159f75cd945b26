import { describe, expect, it } from "vitest";
import { schemaById } from "../contract/compile.js";
import { onlyNamedIn } from "./named-members.js";

const named = onlyNamedIn({
  properties: { id: {}, lines: { items: { allOf: [{ properties: { name: {} } }] } }, open: {} },
  anyOf: [{ properties: { units: {} } }, { else: { properties: { unit: {} } } }],
});

describe("onlyNamedIn", () => {
  it("keeps what any part of the schema names, at any depth", () => {
    expect(named({ id: 1, x: 2, unit: "a", units: "b", lines: [{ name: "c", x: 3 }] })).toEqual({
      id: 1,
      unit: "a",
      units: "b",
      lines: [{ name: "c" }],
    });
  });

  it("keeps what the schema names nothing of, and what has another type", () => {
    expect(named({ open: { x: 1 }, lines: "none" })).toEqual({ open: { x: 1 }, lines: "none" });
  });

  it("writes the members in one order", () => {
    expect(JSON.stringify(named({ open: 1, id: 2 }))).toBe(JSON.stringify(named({ id: 2, open: 1 })));
  });

  it("knows every member of a documented record", () => {
    const label = onlyNamedIn(schemaById("v1/label"));
    const record = { label_id: "se-1", shipment_cost: { currency: "usd", amount: 1 } };
    expect(label({ ...record, x_trace: 1 })).toEqual(record);
  });
});
