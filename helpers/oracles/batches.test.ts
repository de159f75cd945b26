import { describe, expect, it } from "vitest";
import { batchDifferences } from "./batches.js";

const batch = {
  batch_id: "se-1",
  external_batch_id: "run-1",
  created_at: "2025-08-13T20:06:42.000Z",
  count: 3,
  label_format: null,
  status: "completed",
};

describe("batchDifferences", () => {
  it("finds none between two spellings of one batch, nor in members that one of them lacks", () => {
    expect(batchDifferences(batch, { ...batch, created_at: "2025-08-13T22:06:42+02:00" })).toEqual([]);
    expect(batchDifferences(batch, { status: "completed" })).toEqual([]);
    expect(batchDifferences(batch, { ...batch, label_format: "pdf", count: null })).toEqual([]);
  });

  it("names each member that differs", () => {
    const other = { ...batch, status: "open", count: 4 };
    expect(batchDifferences(batch, other).map(({ pointer }) => pointer)).toEqual(["/count", "/status"]);
  });
});
