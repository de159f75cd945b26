import { describe, expect, it } from "vitest";
import { deepIncludesId, findIds } from "./search.js";

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
