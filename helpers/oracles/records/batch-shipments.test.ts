import { describe, expect, it } from "vitest";
import { missingFromBatch, witnessesNeeded } from "./batch-shipments.js";

const labelled = new Map([
  ["se-1", new Set(["se-10"])],
  ["se-2", new Set(["se-10"])],
  ["se-3", new Set(["se-10", "se-11"])],
  ["se-4", new Set(["se-11"])],
]);

describe("missingFromBatch", () => {
  it("names the shipments that belong to the batch alone and did not come", () => {
    expect(missingFromBatch(labelled, "se-10", new Set())).toEqual(["se-1", "se-2"]);
    expect(missingFromBatch(labelled, "se-10", new Set(["se-2"]))).toEqual(["se-1"]);
  });

  it("names none where all came, or where labels name other batches too", () => {
    expect(missingFromBatch(labelled, "se-10", new Set(["se-1", "se-2"]))).toEqual([]);
    expect(missingFromBatch(labelled, "se-11", new Set(["se-4"]))).toEqual([]);
    expect(missingFromBatch(labelled, "se-12", new Set())).toEqual([]);
  });
});

describe("witnessesNeeded", () => {
  it("asks for several where the batch brought nothing", () => {
    expect(witnessesNeeded(0)).toBeGreaterThan(1);
    expect(witnessesNeeded(3)).toBe(1);
  });
});
