import { describe, expect, it } from "vitest";
import { deepIncludesId, findArray, findIds } from "./search.js";

describe("findArray", () => {
  it("takes the outermost array of objects, a bare one too", () => {
    expect(findArray([{ a: 1 }])).toEqual({ pointer: "", items: [{ a: 1 }] });
    const body = { meta: { hints: [{ b: 1 }] }, tags: ["x"], data: [{ a: 1 }] };
    expect(findArray(body)).toEqual({ pointer: "/data", items: [{ a: 1 }] });
  });

  it("is not misled by another array of objects before the items", () => {
    const body = { notices: [{ text: "x" }], batches: [{ batch_id: "se-1" }], errors: [] };
    expect(findArray(body, { id: "batch_id" })?.pointer).toBe("/batches");
    expect(findArray(body, { id: "error_id", name: "errors" })).toEqual({ pointer: "/errors", items: [] });
    const nothing = { notices: [{ text: "x" }], data: [] };
    expect(findArray(nothing, { id: "batch_id", isEmpty: true })).toEqual({ pointer: "/data", items: [] });
    expect(findArray(nothing, { id: "batch_id" })?.pointer).toBe("/notices");
  });

  it("falls back on an empty array and says when there is none", () => {
    expect(findArray({ errors: [] })).toEqual({ pointer: "/errors", items: [] });
    expect(findArray({ errors: ["x"] })).toBeNull();
    expect(findArray(null)).toBeNull();
  });
});

describe("findIds", () => {
  it("takes other spellings of the same words, and no other words", () => {
    const body = {
      batchId: "se-1",
      BatchID: "se-2",
      "batch-id": 3,
      batch: "no",
      external_batch_id: "no",
      id: "no",
    };
    expect(findIds(body, "batch_id")).toEqual(["se-1", "se-2", "3"]);
  });

  it("collects a member wherever it stands, once", () => {
    const body = {
      a: [{ carrier_id: "se-1" }, { b: { carrier_id: "se-2" } }],
      carrier_id: "se-1",
      other_id: "se-3",
    };
    expect(findIds(body, "carrier_id").toSorted()).toEqual(["se-1", "se-2"]);
  });

  it("comes to an end in a deep body", () => {
    let deep: unknown = { carrier_id: "se-9" };
    for (let level = 0; level < 5_000; level++) deep = [deep];
    expect(findIds(deep, "carrier_id")).toEqual(["se-9"]);
  });
});

describe("deepIncludesId", () => {
  it("finds strings anywhere, numbers only where an id is expected", () => {
    expect(deepIncludesId({ list: [{ x: "se-7" }] }, "se-7")).toBe(true);
    expect(deepIncludesId({ list: [{ webhook_id: 7 }] }, "7")).toBe(true);
    expect(deepIncludesId({ total: 7 }, "7")).toBe(false);
    expect(deepIncludesId({ id: "se-77" }, "se-7")).toBe(false);
  });
});
