import { describe, expect, it } from "vitest";
import { sampleExchange } from "../../oracles/testing.js";
import type { Answered } from "../../wire/exchange.js";
import { recordsIn, unlikeRecords } from "./records-shown.js";

const record = (id: string, raw: object) => ({ id, raw: { ...raw } });
const idsAmong = (records: Parameters<typeof unlikeRecords>[0], most = 9, seed = 1) =>
  unlikeRecords(records, most, seed).map(({ id }) => id);

describe("unlikeRecords", () => {
  it("takes the first where all are of one kind", () => {
    expect(idsAmong([record("a", { status: "open" }), record("b", { status: "open" })])).toEqual(["a"]);
    expect(idsAmong([])).toEqual([]);
  });

  it("takes one of each state and of each answer to a question", () => {
    const ids = idsAmong([
      record("a", { status: "open", is_return: false }),
      record("b", { status: "open", is_return: false }),
      record("c", { status: "open", is_return: true }),
      record("d", { status: "done", is_return: false }),
    ]);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual(expect.arrayContaining(["c", "d"]));
  });

  it("begins with the oldest, and takes no more than it may", () => {
    const records = [
      record("a", { status: "open", created_at: "2026-03-01T00:00:00Z" }),
      record("b", { status: "open", created_at: "2026-01-01T00:00:00Z" }),
      record("c", { status: "done", created_at: "2026-02-01T00:00:00Z" }),
    ];
    expect(idsAmong(records, 1)).toEqual(["b"]);
    expect(new Set(idsAmong(records)).size).toBe(idsAmong(records).length);
  });

  it("draws another one with another seed", () => {
    const records = Array.from({ length: 20 }, (_, at) => record(`se-${at}`, { is_even: at % 2 === 0 }));
    const drawn = [1, 2, 3, 4, 5].map((seed) => idsAmong(records, 9, seed).join());
    expect(new Set(drawn).size).toBeGreaterThan(1);
  });
});

describe("recordsIn", () => {
  const page = (...batches: readonly object[]): Answered => {
    const { answer, ...exchange } = sampleExchange();
    if (answer === null) throw new Error("a sample without trouble has an answer");
    return {
      ...exchange,
      answer: { ...answer, status: 200, body: { kind: "json", value: { batches }, text: "" } },
    };
  };

  it("leaves out records that are put away, however that is shown", () => {
    const shown = page(
      { batch_id: "se-1", status: "open", archived_at: null },
      { batch_id: "se-2", status: "ARCHIVED" },
      { batch_id: "se-3", is_archived: true },
      { batch_id: "se-4", deleted_at: "2026-01-01T00:00:00Z" },
      { batch_id: "se-5", is_archived: false },
    );
    expect(recordsIn(shown, "batch_id").map(({ id }) => id)).toEqual(["se-1", "se-5"]);
  });
});
