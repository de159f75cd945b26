import { describe, expect, it } from "vitest";
import type { Findings } from "../../wire/exchange.js";
import type { Raw } from "../../wire/raw.js";
import { sampleExchange } from "../testing.js";
import type { Outcome } from "./outcome.js";
import { judgeAllowed, judgeRefused, lostAfter, type OrderMove, textUndone } from "./sequences.js";

const BEFORE = { note_to_supplier: "old", lines: [{ note: "old" }] };
const shown = (record: Raw, index = 1) => ({
  id: "po-1",
  status: null,
  record,
  exchange: sampleExchange({ index }),
});
const move = (outcome: Outcome, field = "note_to_supplier"): OrderMove => ({
  exchange: sampleExchange({ status: outcome === "accepted" ? 200 : 400 }),
  outcome,
  field,
  sent: "new",
  before: BEFORE,
});
const told = (findings: Findings) => findings.map(({ rule, received }) => [rule, received]);

describe("a move that the status allows", () => {
  const APPLIED = "purchase-orders.draft.put-applied";
  const judged = (outcome: Outcome, note: string) =>
    told(judgeAllowed(move(outcome), shown({ ...BEFORE, note_to_supplier: note }), APPLIED));

  it("shows once it was accepted", () => {
    expect(judged("accepted", "new")).toEqual([]);
    expect(judged("accepted", "old")).toEqual([[APPLIED, '"old"']]);
    expect(judged("refused", "old")).toEqual([]);
    expect(judged("unclear", "old")).toEqual([]);
  });

  it("is not judged by what another client wrote, but that it does not show is known", () => {
    expect(judged("accepted", "another")).toEqual([]);
    expect(lostAfter(move("accepted"), { ...BEFORE, note_to_supplier: "another" })).toHaveLength(1);
    expect(lostAfter(move("refused"), BEFORE)).toEqual([]);
  });
});

describe("a move that the status does not allow", () => {
  const RULES = {
    refused: "purchase-orders.put-refused",
    unchanged: "purchase-orders.put-refused.unchanged",
  } as const;
  const WORD = "purchase-orders.status.unknown-word";

  it("is refused", () => {
    expect(judgeRefused(move("refused"), shown(BEFORE), RULES)).toEqual([]);
    expect(told(judgeRefused(move("accepted"), shown(BEFORE), RULES))).toEqual([
      [RULES.refused, "status 200"],
    ]);
  });

  it("may be accepted without effect if no rule forbids that", () => {
    const judged = (record: Raw) =>
      told(judgeRefused(move("accepted", "status"), shown(record), { refused: null, unchanged: WORD }));
    expect(judged(BEFORE)).toEqual([]);
    expect(judged({ ...BEFORE, status: "new" })).toEqual([[WORD, '/status "new"']]);
  });

  it("leaves what it sent nowhere in the order, whatever another client wrote", () => {
    const judged = (record: Raw) => told(judgeRefused(move("refused"), shown(record), RULES));
    expect(judged({ ...BEFORE, note_to_supplier: "another" })).toEqual([]);
    expect(judged({ ...BEFORE, lines: [{ note: "new" }] })).toEqual([
      [RULES.unchanged, '/lines/0/note "new"'],
    ]);
  });
});

it("says which text is undone, and which readings show it", () => {
  const last = shown({ note_to_supplier: "new" }, 1);
  const now = shown({ note_to_supplier: "old" }, 2);
  expect(textUndone("purchase-orders.draft.put-applied", "note_to_supplier", last, now)).toMatchObject({
    documented: 'po-1 still shows note_to_supplier "new"',
    received: '"old"',
    pointer: "/note_to_supplier",
    exchanges: [1, 2],
  });
});
