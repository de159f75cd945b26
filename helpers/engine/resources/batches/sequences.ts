import fc from "fast-check";
import type { RuleId } from "../../../contract/generated/types.js";
import { operationLine } from "../../../contract/operations.js";
import { isAboutTheCaller, toldBy } from "../../../oracles/answers/refusal.js";
import { finding } from "../../../oracles/finding.js";
import { openListAfter, statusOf } from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type Move, playSequences } from "../../check/sequences.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { onceUnlocked } from "../unlocked.js";
import { listOpen, readArchived, readBatch } from "./lists.js";
import { judgeOthers, noteArchiving } from "./others.js";
import { createBatch } from "./own.js";
import { takesOthers } from "./takes-others.js";
import { archivingOf, archivings, type Victim } from "./used.js";
import { archive } from "./victims.js";

/** The operations that archive without a body; the body that PUT needs is not documented. */
const WAYS = ["v1ArchiveBatch", "v2ArchiveBatch"] as const;
type Way = (typeof WAYS)[number];

/** The rule that is broken if a batch is not archived by each operation. */
const EFFECT: Readonly<Record<Way, RuleId>> = {
  v1ArchiveBatch: "batches.archive.by-id",
  v2ArchiveBatch: "batches.archive.delete.v2",
};

/** The rule that is broken if an operation does not archive a batch that stays open. */
const ACCEPTED: Readonly<Record<Way, RuleId>> = {
  v1ArchiveBatch: "batches.archive.status-204",
  v2ArchiveBatch: "batches.archive.delete.v2",
};

/** What the target should hold of our batches. */
interface Model {
  readonly open: Map<string, Victim>;
  readonly archived: Set<string>;
  /** What the open list has shown of them at any time. */
  readonly listed: Set<string>;
}

/** An operation that archives a batch, and its answer. */
interface Archiving {
  readonly way: Way;
  readonly id: string;
  readonly answer: Answered;
}

/** Random sequences of creations and archivings by v1 and v2; v1 is read after every move. */
export const batchSequences = given((t) => {
  let made = 0;
  const creation = create(t, () => `in-sequence-${++made}`);
  return playSequences<Model>(t, {
    name: "batches in random order",
    runs: t.budget("batches.sequences"),
    moves: [
      fc.constant(creation),
      fc
        .record({ which: fc.nat({ max: 2 }), way: fc.constantFrom(...WAYS) })
        .map((which) => archiveOne(t, which)),
    ],
    // First the second of two: one that takes its neighbour may take the one before it, or the one after.
    each: [creation, creation, ...WAYS.map((way, at) => archiveOne(t, { which: 1 - at, way }))],
    begin: async () => ({ open: new Map(), archived: new Set(), listed: new Set() }),
    end: async ({ open }) => {
      for (const victim of open.values()) await noteArchiving(t, await archive(t, victim, "v1ArchiveBatch"));
    },
  });
});

/** @param nextName names the next batch: none bears a name of an earlier sequence */
function create(t: Check, nextName: () => string): Move<Model> {
  return {
    kind: "create",
    words: "create",
    // If the open list holds batches that it should not, it cannot show which ones left it.
    can: () => !t.isFoundBroken("batches.open.only"),
    act: async (model) => {
      const victim = await createBatch(t, nextName());
      if (statusOf(victim.before.raw) !== "open") return null;
      model.open.set(victim.id, victim);
      const made = { answer: victim.before.exchange, missing: "batches.open.complete", way: null } as const;
      const wrong = await judgeOpen(t, model, made);
      // A batch that need not be in the open list shows nothing of it.
      return wrong.length > 0 || model.open.has(victim.id) ? wrong : null;
    },
  };
}

/** @param which one of our open batches, modulo their number */
function archiveOne(t: Check, { which, way }: { readonly which: number; readonly way: Way }): Move<Model> {
  return {
    kind: `archive by ${way}`,
    words: `archive no. ${which + 1} by ${operationLine(way)}`,
    can: ({ open }) => open.size > 0 && t.inScope(way),
    act: async (model) => {
      const open = [...model.open.values()];
      const victim = open[which % open.length];
      if (victim === undefined) return null;
      const answer = await archiveOpen(t, victim, way);
      await noteArchiving(t, answer);
      if (!succeeded(answer)) return judgeRefused(t, victim, { way, id: victim.id, answer });
      model.open.delete(victim.id);
      model.archived.add(victim.id);
      const wrong = await judgeArchived(t, { way, id: victim.id, answer });
      const missing = "batches.archive.only-that-one";
      return wrong.length > 0 ? wrong : judgeOpen(t, model, { answer, missing, way });
    },
  };
}

/** Archives a batch; once more if that does not succeed and it is still open. */
async function archiveOpen(t: Check, victim: Victim, way: Way): Promise<Answered> {
  const first = await archive(t, victim, way);
  if (succeeded(first) || statusOf((await readBatch(t, victim.id)).raw) !== "open") return first;
  return onceUnlocked(t, ["v2CreateBatch", ...WAYS], () => archive(t, victim, way));
}

/**
 * A batch that is open before and after must be archived, whatever it holds: the contract names no other condition than
 * that it exists. Null if another client may have closed it, or the answer is not about the batch.
 */
async function judgeRefused(t: Check, { before }: Victim, archiving: Archiving): Promise<Findings | null> {
  const { way, id, answer } = archiving;
  if (isAboutTheCaller(answer.answer) || answer.answer.status === 404) return null;
  const byId = await readBatch(t, id);
  if (statusOf(byId.raw) !== "open") return null;
  const blame = { rule: ACCEPTED[way], exchanges: [answer, byId.exchange, before.exchange] };
  const holding = before.raw?.count === 0 ? ", which holds no shipments," : "";
  return [finding(blame, `open batch ${id}${holding} is archived`, toldBy(answer.answer))];
}

/** The archived batch by id is archived; blames the request that archived it. */
async function judgeArchived(t: Check, { way, id, answer }: Archiving): Promise<Findings> {
  const byId = await readArchived(t, id);
  const state = statusOf(byId.raw);
  if (state !== "open") (await t.given(archivings)).set(id, archivingOf(byId));
  // If archived batches show a wrong state by id whatever archived them, that is already reported.
  const isReported = state !== "open" && t.isFoundBroken("batches.archive.by-id");
  if (state === null || state === "archived" || isReported) return [];
  const blame = { rule: EFFECT[way], exchanges: [byId.exchange, answer] };
  return [finding(blame, `batch ${id} is archived`, state)];
}

/** A move, as the open list may show its effect. */
interface Moved {
  readonly answer: Answered;
  /** The rule that a missing open batch breaks. */
  readonly missing: RuleId;
  /** How it archived a batch; null if it created one. */
  readonly way: Way | null;
}

/** The open list agrees with the model after a move. */
async function judgeOpen(t: Check, model: Model, moved: Moved): Promise<Findings> {
  const judge = (list: OpenList) => openListAfter(model, list, moved.answer, moved.missing);
  const list = await polling(t, () => listOpen(t)).untilNone(judge);
  for (const id of idsOf(list.items)) model.listed.add(id);
  await forgetMoved(t, model, idsOf(list.items), moved.way);
  const findings = judge(list);
  return findings.length > 0 ? findings : judgeOthers(t, list);
}

/**
 * Forgets batches that need not be in the open list: a target has moved them on by itself, v1 never held them, or another
 * client has archived them.
 */
async function forgetMoved(
  t: Check,
  { open, listed }: Model,
  now: readonly string[],
  way: Way | null,
): Promise<void> {
  for (const id of [...open.keys()].filter((each) => !now.includes(each))) {
    const { raw, exchange } = await readBatch(t, id);
    const state = statusOf(raw) ?? "open";
    const neverThere = exchange.answer.status === 404 && !listed.has(id);
    const isMoved =
      state !== "open" && (state !== "archived" || way === null || !(await takesOthers(t, way)));
    if (neverThere || isMoved) open.delete(id);
  }
}
