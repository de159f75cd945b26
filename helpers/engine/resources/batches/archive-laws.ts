import type { ArchiveWay } from "../../../contract/conduct.js";
import type { RuleId } from "../../../contract/generated/types.js";
import { operationLine } from "../../../contract/operations.js";
import {
  clientDifferences,
  countOf,
  isEmptied,
  isExcused,
  mayBeOpen,
  statusOf,
} from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { type Archived, archived, deletedInV2, putInV2 } from "./archiving.js";
import { readArchived, readBatch } from "./lists.js";
import { noteArchiving } from "./others.js";
import { createBatch } from "./own.js";
import { lostOf, needsStillBatches, takesOthers } from "./takes-others.js";
import { taken } from "./used.js";
import { archive } from "./victims.js";

/** Judges that a batch which v1 archived is archived by its id, and not open in v2. */
export async function judgeById(t: Check): Promise<void> {
  const { again, answer, byId, byIdV2, victim } = await t.given(archived);
  t.expect(answer).successOr("batches.archive.status-204");
  const isGone = byId.exchange.answer.status === 404;
  if (isGone && victim.before.exchange.operation !== byId.exchange.operation)
    return t.inconclusive(
      "the archived batch cannot be read by its id, and before it was archived it was not read there; see v1.records.by-id",
    );
  if (isGone)
    return t.notApplicable(
      "the archived batch cannot be read by its id any more; see batches.archive.readable",
    );
  if (statusOf(byId.raw) === null)
    return t.inconclusive("the archived batch, read by its id, shows no status");
  t.saw("batches");
  t.expect(byId.exchange, `batch ${victim.id}, archived`, [answer]).shows("status", "archived");
  // The contract does not show v2's state names, but it says in both generations that archiving ends the open state.
  if (byIdV2 === null || statusOf(byIdV2.raw) !== "open") return;
  const isTwice = again !== null && succeeded(again);
  const documented = `batch ${victim.id}, archived in v1${isTwice ? " and then again" : ""}, is not open in v2`;
  t.breach([byIdV2.exchange, ...(isTwice ? [again] : [answer])], documented, "open", "/status");
}

/** Judges that an archived batch has left the open list. */
export async function judgeLeaves(t: Check): Promise<void> {
  const { answer, byId, victim, openBefore, openAfter } = await t.given(archived);
  t.expect(answer).successOr("batches.archive.status-204");
  if (openBefore === null || openAfter === null) return t.inconclusive("the open list could not be read");
  if (!idsOf(openBefore.items).includes(victim.id))
    t.inconclusive("the batch was not in the open list before; see batches.open.complete");
  if (statusOf(byId.raw) === "open")
    t.inconclusive("the batch is still open by id; see batches.archive.by-id");
  if (openBefore.items.some(({ raw }) => !mayBeOpen(raw)))
    t.inconclusive("the open list held batches that are not open; see batches.open.only");
  t.saw("batches");
  if (!idsOf(openAfter.items).includes(victim.id)) return;
  const documented = `batch ${victim.id} has left the open list`;
  t.breach([...openAfter.exchanges, answer], documented, "it is still listed");
}

/** Judges that archiving one batch leaves the other ones open. */
export async function judgeOnlyThatOne(t: Check): Promise<void> {
  const { answer, victim, beside, openBefore, openAfter } = await t.given(archived);
  t.expect(answer).successOr("batches.archive.status-204");
  if (openBefore === null || openAfter === null) return t.inconclusive("the open list could not be read");
  // Other checks archive batches too, but not the one made to stay open.
  const ours = await t.given(taken);
  const isOther = (id: string) => id === beside?.id || !(id === victim.id || ours.has(id));
  const others = openBefore.items.flatMap(({ id, raw }) => (isOther(id) && mayBeOpen(raw) ? [id] : []));
  if (others.length === 0) t.inconclusive("needs another open batch besides the archived one");
  t.saw("other batches", others.length);
  const still = new Set(idsOf(openAfter.items));
  const missing = others.filter((id) => !still.has(id));
  // Ignore batches that another client processed (neither open nor archived) and those that are still open.
  const lost = await lostOf(t, missing);
  if (lost.length === 0) return;
  // Another client may have archived its own batch.
  if (!(await takesOthers(t, "v1ArchiveBatch"))) {
    await needsStillBatches(t);
    return t.observe("Another client archived a batch during this check.");
  }
  t.breach(answer, `${renderIds(others)} stay open`, `no longer open: ${renderIds(idsOf(lost))}`);
}

/** Judges that archiving keeps what the client has set of a batch, and that its shipments are not gone. */
export async function judgeKeepsRest(t: Check): Promise<void> {
  const emptied: Kept[] = [];
  for (const kept of await keptInEachWay(t)) {
    const [difference] = clientDifferences(kept.before, kept.after);
    if (difference !== undefined) {
      const { documented, received, pointer } = difference;
      return t.breach(kept.exchanges, documented, received, pointer);
    }
    if (isEmptied(kept.before, kept.after)) emptied.push(kept);
    else t.saw("batches");
  }
  const [first, second] = emptied;
  // Another client may have emptied one of them, but hardly two right then.
  if (first === undefined || second === undefined) return;
  t.saw("batches", emptied.length);
  const documented = `count ${countOf(first.before)}, and ${countOf(second.before)}, as before these two batches were archived`;
  t.breach([...first.exchanges, ...second.exchanges], documented, "0 of both", "/count");
}

/** What the run archived in each way; a batch of ours too where the first one had no notes that it could lose. */
async function keptInEachWay(t: Check): Promise<readonly Kept[]> {
  const inV1 = keptBy(await t.tryGiven(archived));
  const deleted = keptBy(await t.tryGiven(deletedInV2));
  const all = [
    inV1,
    deleted,
    keptBy(await t.tryGiven(putInV2)),
    hasNotes(inV1?.before) ? null : await keptByOurs(t, "v1ArchiveBatch"),
    hasNotes(deleted?.before) ? null : await keptByOurs(t, "v2ArchiveBatch"),
  ];
  return all.filter((kept) => kept !== null);
}

function hasNotes(batch: Raw | null | undefined): boolean {
  return typeof batch?.batch_notes === "string" && batch.batch_notes !== "";
}

/** A batch of ours with notes, archived in a way; null if there can be none, or it does not show them. */
async function keptByOurs(t: Check, way: ArchiveWay): Promise<Kept | null> {
  const victim = t.inScope(way) ? await ifReadable(createBatch(t, `with-notes-${way}`)) : null;
  // The answer to its creation may repeat notes that are not stored.
  const before = victim && (await readBatch(t, victim.id));
  if (victim === null || before === null || !hasNotes(before.raw)) return null;
  const answer = await archive(t, victim, way);
  await noteArchiving(t, answer);
  return keptBy({ victim: { ...victim, before }, answer, byId: await readArchived(t, victim.id) });
}

/** A batch before and after the run archived it. */
interface Kept {
  readonly before: Raw;
  readonly after: Raw;
  readonly exchanges: readonly Answered[];
}

/** Null where the batch was not archived, or could not be read before and after. */
function keptBy(done: Archived | null): Kept | null {
  const [before, after] = [done?.victim.before.raw, done?.byId.raw];
  if (done === null || !succeeded(done.answer) || !before || !after) return null;
  return { before, after, exchanges: [done.byId.exchange, done.answer] };
}

/** Judges a batch that PUT archived, once and again. */
export async function judgePut(t: Check): Promise<void> {
  const done = await t.given(putInV2);
  await judgeV2(t, done);
  const { again, byIdAgain, victim } = done;
  if (again !== null && byIdAgain !== null && statusOf(byIdAgain.raw) === "open")
    t.breach(
      [again, byIdAgain.exchange],
      `batch ${victim.id} stays archived after a second PUT`,
      "open",
      "/status",
    );
}

/**
 * Judges that a batch which the run archived can still be read.
 * @param rule the one that reports if it was not archived
 */
export function judgeReadable(t: Check, { answer, byId, victim }: Archived, rule: RuleId): void {
  t.expect(answer).successOr(rule);
  t.saw("batches");
  if (byId.exchange.answer.status === 404)
    t.expect(byId.exchange, `batch ${victim.id}, archived, can be read`, [answer]).status(200);
}

/** Judges that the operation succeeds with any success status, and that the batch is archived where its state shows. */
export async function judgeV2(t: Check, { victim, answer, byId, byIdV2 }: Archived): Promise<void> {
  const { status } = answer.answer;
  const state = statusOf(byId.raw);
  if (!succeeded(answer) && isExcused(answer.answer, state))
    t.inconclusive(`the batch was not archived: status ${status}`);
  t.saw("batches");
  if (!t.expect(answer, `open batch ${victim.id} is archived`).succeeds().holds) return;
  if (byIdV2 && statusOf(byIdV2.raw) === "open") {
    const documented = `batch ${victim.id}, archived in v2 as v1 shows, is not open in v2`;
    return void t.breach([byIdV2.exchange, byId.exchange, answer], documented, "open", "/status");
  }
  if (state === null || state === "archived") return;
  if (state !== "open" && t.inScope("v1ArchiveBatch")) {
    const inV1 = await t.tryGiven(archived);
    if (statusOf(inV1?.byId.raw) === state)
      t.inconclusive(`a batch that v1 archived is shown as ${state} too; see batches.archive.by-id`);
  }
  const received = `${state} in ${operationLine(byId.exchange.operation ?? "v1GetBatch")}`;
  t.breach([answer, byId.exchange], `batch ${victim.id} is archived`, received, "/status");
}
