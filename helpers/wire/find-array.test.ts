import { describe, expect, it } from "vitest";
import { findArray } from "./find-array.js";

describe("findArray", () => {
  const pointerIn = (...args: Parameters<typeof findArray>) => findArray(...args)?.pointer;

  it("takes the outermost array of objects, a bare one too", () => {
    expect(findArray([{ a: 1 }])).toEqual({ pointer: "", items: [{ a: 1 }], isSure: true });
    const body = { meta: { hints: [{ b: 1 }] }, tags: ["x"], data: [{ a: 1 }] };
    expect(findArray(body)).toEqual({ pointer: "/data", items: [{ a: 1 }], isSure: true });
    expect(pointerIn({ data: [{ parts: [{ a: 1 }] }] })).toBe("/data");
  });

  it("prefers objects with the id, however that is spelled", () => {
    const body = { notices: [{ text: "x" }], batches: [{ batchId: "se-1" }], errors: [] };
    expect(findArray(body, { id: "batch_id" })).toMatchObject({ pointer: "/batches", isSure: true });
    const inside = { groups: [{ rows: [{ batch_id: "se-1" }] }] };
    expect(pointerIn(inside, { id: "batch_id" })).toBe("/groups/0/rows");
  });

  it("tells several arrays of such objects apart by their names, then by their length", () => {
    const one = { shipment_id: "se-1" };
    const named = { recent: [one], shipments: [one, one] };
    const hint = { id: "shipment_id", name: "shipments" };
    expect(findArray(named, hint)).toMatchObject({ pointer: "/shipments", isSure: true });
    const counted = { recent: [one], all: [one, one] };
    expect(findArray(counted, { ...hint, total: 2 })).toMatchObject({ pointer: "/all", isSure: true });
    expect(findArray(counted, { ...hint, total: 30 })).toMatchObject({ pointer: "/recent", isSure: false });
  });

  it("is not misled by columns, messages and records beside the items", () => {
    const body = { columns: [{ id: "a" }, { id: "b" }], data: [{ error: "x" }] };
    expect(pointerIn(body, { id: "error_id", name: "errors", total: 1 })).toBe("/data");
    const wrapped = { errors: [], messages: [], result: [{ error: "x" }] };
    expect(pointerIn(wrapped, { id: "error_id", name: "errors", total: 1 })).toBe("/result");
    const odd = { columns: [{ id: "a" }, { id: "b" }], faults: [{ error: "x" }] };
    expect(findArray(odd, { id: "error_id", name: "errors", total: 5 })?.isSure).toBe(false);
    expect(pointerIn(odd, { id: "error_id", name: "errors", total: 1 })).toBe("/faults");
  });

  it("takes an empty array where the body counts nothing", () => {
    const nothing = { notices: [{ text: "x" }], faults: [] };
    expect(pointerIn(nothing, { id: "error_id", name: "errors", total: 0 })).toBe("/faults");
    expect(pointerIn({ notices: [{ text: "x" }], errors: [] }, { name: "errors" })).toBe("/errors");
  });

  it("is not sure of an array beside an empty one that may be the list on a page past the last", () => {
    const hint = { id: "batch_id", name: "batches", total: 2 };
    const pastLast = { facets: [{ key: "open" }, { key: "archived" }], batches: [] };
    expect(findArray(pastLast, hint)?.isSure).toBe(false);
    expect(findArray({ facets: pastLast.facets, data: [] }, hint)?.isSure).toBe(false);
    expect(findArray({ batches: [] }, hint)).toEqual({ pointer: "/batches", items: [], isSure: true });
    expect(findArray({ notices: [], faults: [{ error: "x" }] }, hint)?.isSure).toBe(true);
  });

  it("is not sure of one section of a list in sections", () => {
    const hint = { id: "batch_id", name: "batches", total: 60 };
    const section = { title: "Recent", items: [{ batch_id: "se-1" }] };
    expect(findArray({ sections: [section, section] }, hint)?.isSure).toBe(false);
    const grouped = { groups: [{ key: "x", items: [{ error: "y" }] }] };
    expect(findArray(grouped, { ...hint, name: "errors", total: 1 })?.isSure).toBe(false);
    const nested = { list: [{ batch_id: "se-1", parts: [{ batch_id: "se-1" }] }] };
    expect(findArray(nested, hint)).toMatchObject({ pointer: "/list", isSure: true });
  });

  it("falls back on an empty array and says when there is none", () => {
    expect(pointerIn({ errors: [] })).toBe("/errors");
    expect(findArray({ errors: ["x"] })).toBeNull();
    expect(findArray(null)).toBeNull();
  });
});
