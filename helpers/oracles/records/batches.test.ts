import { describe, expect, it } from "vitest";
import type { RuleId } from "../../contract/generated/types.js";
import type { Answer } from "../../wire/exchange.js";
import { sampleExchange } from "../testing.js";
import {
  batchDifferences,
  clientDifferences,
  isEmptied,
  isExcused,
  isRefusedOnceClosed,
  listsNothing,
  mayBeOpen,
  newlyArchived,
  openListAfter,
  showsProgress,
  statusOf,
  unprocessedCounts,
} from "./batches.js";

const batch = {
  batch_id: "se-1",
  external_batch_id: "run-1",
  created_at: "2025-08-13T20:06:42.000Z",
  count: 3,
  label_format: null,
  status: "completed",
};

describe("an empty list", () => {
  const judged = (value: unknown, status = 200) =>
    listsNothing({
      answer: { status, headers: {}, body: { kind: "json", value, text: JSON.stringify(value) } },
    });

  it("is recognised in any form", () => {
    expect(judged({ errors: [], total: 0, page: 1, links: { next: {} } })).toBe(true);
    expect(judged({ data: [] })).toBe(true);
    expect(judged([])).toBe(true);
  });

  it.each([
    { errors: [], total: 2 },
    { errors: [], failures: [{}] },
    { errors: ["No rate."] },
    { errors: { "se-1": {} } },
    { message: "None." },
    {},
    "none",
  ])("is not %j", (body) => {
    expect(judged(body)).toBe(false);
  });

  it("is no refusal", () => {
    expect(judged({ errors: [] }, 400)).toBe(false);
  });
});

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

describe("statusOf", () => {
  it("is the state that a batch shows", () => {
    expect([statusOf(batch), statusOf({ status: 3 }), statusOf(null)]).toEqual(["completed", null, null]);
  });
});

describe("isEmptied", () => {
  it("wants shipments before and none after, both counted", () => {
    expect(isEmptied({ count: 3 }, { count: 0 })).toBe(true);
    expect(isEmptied({ count: 3 }, { count: 2 })).toBe(false);
    expect(isEmptied({ count: 0 }, { count: 0 })).toBe(false);
    expect(isEmptied({ count: 3 }, {})).toBe(false);
  });
});

describe("mayBeOpen", () => {
  it("is left open by a batch without a state", () => {
    expect([{ status: "open" }, {}, batch].map(mayBeOpen)).toEqual([true, true, false]);
  });
});

const answered = (status: number): Answer => ({ status, headers: {}, body: { kind: "empty" } });

describe("isExcused", () => {
  it("excuses what is about the account, and a conflict over a batch whose state does not show", () => {
    expect(isExcused(answered(403), "open")).toBe(true);
    expect(isExcused(answered(409), null)).toBe(true);
    expect(isExcused(answered(409), "open")).toBe(false);
    expect(isExcused(answered(400), null)).toBe(false);
  });
});

describe("isRefusedOnceClosed", () => {
  const read = (status: unknown): Answer => ({
    status: 200,
    headers: {},
    body: { kind: "json", text: "", value: { status } },
  });

  it("holds for a refusal after which the batch is known to be closed or gone", () => {
    expect(isRefusedOnceClosed(answered(409), read("archived"))).toBe(true);
    expect(isRefusedOnceClosed(answered(400), read("processing"))).toBe(true);
    expect(isRefusedOnceClosed(answered(404), answered(404))).toBe(true);
  });

  it("does not hold where it is open, its state does not show, or the answer is no such refusal", () => {
    expect(isRefusedOnceClosed(answered(409), read("open"))).toBe(false);
    expect(isRefusedOnceClosed(answered(409), read(undefined))).toBe(false);
    expect(isRefusedOnceClosed(answered(409), answered(500))).toBe(false);
    expect(isRefusedOnceClosed(answered(204), read("archived"))).toBe(false);
    expect(isRefusedOnceClosed(answered(500), read("archived"))).toBe(false);
    expect(isRefusedOnceClosed(answered(403), read("archived"))).toBe(false);
  });
});

const listOf = (states: Readonly<Record<string, string>>) => ({
  items: Object.entries(states).map(([id, status]) => ({ id, createdAt: null, raw: { status } })),
});

describe("newlyArchived", () => {
  it("names batches that were closed otherwise and are archived now", () => {
    const before = listOf({ a: "open", b: "completed", c: "archived", d: "completed" });
    const now = listOf({ a: "archived", b: "archived", c: "archived", d: "completed", e: "archived" });
    expect(newlyArchived(before, now)).toEqual(["b"]);
  });
});

describe("clientDifferences", () => {
  it("finds only what the client had set", () => {
    expect(clientDifferences(batch, { ...batch, count: 0, status: "archived" })).toEqual([]);
    expect(clientDifferences(batch, { ...batch, external_batch_id: "" })).toMatchObject([
      { documented: 'external_batch_id "run-1"', received: '""' },
    ]);
  });
});

describe("unprocessedCounts", () => {
  it("leaves out counts that may be those of labels", () => {
    const open = { batch_id: "a", count: 3, completed: 0, errors: 0 };
    const counting = [
      open,
      { ...open, batch_id: "b", completed: 3 },
      { ...open, batch_id: "c", completed: 2, errors: 1 },
      { ...open, batch_id: "d", count: 0 },
      { batch_id: "e", count: 2 },
      { count: 2 },
    ];
    expect(unprocessedCounts(counting)).toEqual([
      { batch_id: "a", count: 3 },
      { batch_id: "e", count: 2 },
    ]);
  });
});

describe("showsProgress", () => {
  const open = { status: "open", completed: 0, errors: 0, batch_notes: "a" };

  it("is for a batch that counts or shows something else", () => {
    expect(showsProgress(open, { ...open, status: "queued" })).toBe(true);
    expect(showsProgress(open, { ...open, errors: 3 })).toBe(true);
    expect(showsProgress({ status: "open" }, { status: "queued" })).toBe(true);
    expect(showsProgress(open, { ...open, completed: "0", batch_notes: "b", forms: 1 })).toBe(false);
  });

  it("cannot be told where nothing changed, and it does not show what is completed", () => {
    expect(showsProgress({ status: "open" }, { status: "open" })).toBeNull();
    expect(showsProgress(open, { status: "open", errors: 0 })).toBeNull();
  });
});

describe("openListAfter", () => {
  const ARCHIVED = "batches.archive.only-that-one";
  const model = { open: new Map([["a", null]]), archived: new Set(["z"]) };
  const found = (ids: readonly string[], missing: RuleId, whole = true) => {
    const list = {
      ...listOf(Object.fromEntries(ids.map((id) => [id, "open"]))),
      exchanges: [sampleExchange()],
      whole,
    };
    return openListAfter(model, list, sampleExchange(), missing).map(({ rule, received }) => [
      rule,
      received,
    ]);
  };

  it("holds the open batches and none that was archived, whatever others it holds", () => {
    expect(found(["a", "other"], ARCHIVED)).toEqual([]);
    expect(found(["a", "z"], ARCHIVED)).toEqual([["batches.archive.leaves-open-listing", "z"]]);
  });

  it("misses no open batch; the move before says which rule is broken", () => {
    expect(found([], ARCHIVED)).toEqual([[ARCHIVED, "a"]]);
    expect(found([], "batches.open.complete")).toEqual([["batches.open.complete", "a"]]);
    expect(found([], ARCHIVED, false)).toEqual([]);
  });
});
