import { describe, expect, it } from "vitest";
import { missingFromBatch, strangersIn, witnessesNeeded } from "./batch-shipments.js";

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

describe("strangersIn", () => {
  const came = ["se-1", "se-3", "se-4", "se-5"];

  it("names those that came though their labels name only other batches", () => {
    expect(strangersIn(labelled, "se-10", came, () => true)).toEqual(["se-4"]);
    expect(strangersIn(labelled, "se-11", came, () => true)).toEqual(["se-1"]);
  });

  it("leaves out those that are not suspected by their batches", () => {
    expect(strangersIn(labelled, "se-1", came, (batches) => batches.includes("se-11"))).toEqual([
      "se-3",
      "se-4",
    ]);
  });
});

describe("witnessesNeeded", () => {
  it("asks for several where the batch brought nothing", () => {
    expect(witnessesNeeded(0)).toBeGreaterThan(1);
    expect(witnessesNeeded(3)).toBe(1);
  });
});
