import { mayBeOpen, statusOf } from "../../../oracles/records/batches.js";
import { unknownIds } from "../../../target/messages/made-up.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { rotated } from "../../check/seed.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { readBefore } from "../read-before.js";
import { archiveInTime, mayBeLate } from "./closed-meanwhile.js";
import { type GetBatch, listOpen, readArchived, readBatch, type SeenBatch } from "./lists.js";
import { noteArchiving, rememberOpen } from "./others.js";
import { createBatch } from "./own.js";
import { archivedAgain, archivingOf, archivings, taken, type Victim } from "./used.js";
import { fixtureVictim, fullVictim, onceThere, openVictim } from "./victims.js";

/** Statuses that mean "I do not accept this body". */
const ABOUT_THE_BODY = new Set([400, 415, 422]);

/** A body for PUT, which the contract does not show: the state to set. */
export const ARCHIVED = { status: "archived" };

/** A batch that the run archived. */
export interface Archived {
  readonly victim: Victim;
  readonly answer: Answered;
  readonly byId: SeenBatch;
  /** The batch in v2, after that; null or left out where it was not read there. */
  readonly byIdV2?: SeenBatch | null;
}

/** An archived batch that was archived again. */
interface ArchivedTwice extends Archived {
  /** Null where the effort does not include it, or the batch was not archived. */
  readonly again: Answered | null;
}

/** An archived batch with the open list before and after. */
interface ArchivedInList extends ArchivedTwice {
  readonly openBefore: OpenList | null;
  /** A batch of our own that stays open, made where the list held no other; otherwise null. */
  readonly beside: Victim | null;
  readonly openAfter: OpenList | null;
  /** The batch in v2, after that; null at effort quick, and where v1 did not show it as archived. */
  readonly byIdV2: SeenBatch | null;
}

/** An open batch, archived in v1. */
export const archived = given((t) => archiveInTime(t, "for-v1", (round) => archiveInV1(t, round)));

async function archiveInV1(t: Check, round: number): Promise<ArchivedInList> {
  const { victim, openAlone } = await victimInV1(t, round);
  const beside = await companionOf(t, openAlone, round);
  const openBefore =
    beside === null ? openAlone : await openUntil(t, (list) => idsOf(list.items).includes(beside.id));
  const path = { batch_id: victim.id };
  if (isReadInV2(t)) await readBefore(t, { operation: "v2GetBatch", path });
  const answer = await onceThere(t, victim, () => t.ask({ operation: "v1ArchiveBatch", path }));
  const byId = await readAfter(t, victim, answer);
  const openAfter = await openUntil(
    t,
    (list) => !succeeded(answer) || !idsOf(list.items).includes(victim.id),
  );
  if (openAfter !== null) await rememberOpen(t, openAfter);
  const isDone = succeeded(answer) && statusOf(byId.raw) !== "open";
  const again = isDone ? await archiveAgain(t, { operation: "v1ArchiveBatch", path }) : null;
  const byIdV2 = isDone ? await readInV2(t, victim, byId) : null;
  return { victim, answer, byId, byIdV2, openBefore, beside, openAfter, again };
}

/** An open batch for one of several attempts: after the first, one of our own where there can be one. */
function victimFor(t: Check, what: string, round: number): Promise<Victim> {
  return round === 1 ? fullVictim(t, what) : openVictim(t, `${what}-${round}`);
}

/** An open batch of v1, and the open list. Nothing says that v1 holds the batches that are made in v2. */
async function victimInV1(t: Check, round: number): Promise<{ victim: Victim; openAlone: OpenList | null }> {
  const victim = await victimFor(t, "for-v1", round);
  const openAlone = await openUntil(t, (list) => idsOf(list.items).includes(victim.id));
  if (
    openAlone === null ||
    idsOf(openAlone.items).includes(victim.id) ||
    !(await isUnknown(t, victim, "v1GetBatch"))
  )
    return { victim, openAlone };
  const fixture = await fixtureVictim(t);
  if (fixture !== null) return { victim: fixture, openAlone };
  return t.inconclusive(
    "v1 does not hold the batches that are made in v2, and no other batch may be archived; name one as fixture batch:open",
    "--fixture batch:open=ID",
  );
}

async function isUnknown(t: Check, { id }: Victim, operation: GetBatch): Promise<boolean> {
  return (await readBatch(t, id, operation)).exchange.answer.status === 404;
}

/** A second open batch of our own where all that are listed are ours, which other checks may archive meanwhile. */
async function companionOf(t: Check, open: OpenList | null, round: number): Promise<Victim | null> {
  if (open === null) return null;
  const ours = await t.given(taken);
  if (open.items.some(({ id, raw }) => !ours.has(id) && mayBeOpen(raw))) return null;
  return ifReadable(createBatch(t, round === 1 ? "beside" : `beside-${round}`));
}

/** The open list once it is as expected; null if it cannot be read. */
function openUntil(t: Check, arrived: (list: OpenList) => boolean): Promise<OpenList | null> {
  return ifReadable(polling(t, () => listOpen(t)).until(arrived));
}

/** An open batch, archived by DELETE in v2. */
export const deletedInV2 = given((t) =>
  archiveInTime(
    t,
    "for-delete",
    async (round): Promise<Archived> =>
      archiveInV2(t, await victimFor(t, "for-delete", round), { operation: "v2ArchiveBatch" }),
  ),
);

type InV2 =
  | { readonly operation: "v2ArchiveBatch" }
  | { readonly operation: "v2UpdateBatch"; readonly body: object };
type Repeated = (InV2 | { readonly operation: "v1ArchiveBatch" }) & {
  readonly path: { readonly batch_id: string };
};

/** What archives a batch in v2; each seed reads the batch in v2 after another one. */
const IN_V2: readonly InV2["operation"][] = ["v2ArchiveBatch", "v2UpdateBatch"];

/** Archives a batch in v2; where v2 does not hold it, since it is from v1's list, one of our own. */
async function archiveInV2(t: Check, victim: Victim, request: InV2): Promise<Archived> {
  const path = { batch_id: victim.id };
  const answer = await onceThere(t, victim, () => t.ask({ ...request, path }));
  if (answer.answer.status === 404 && !victim.isOwn && (await isUnknown(t, victim, "v2GetBatch")))
    return archiveInV2(t, await createBatch(t, `instead-${request.operation}`), request);
  await noteArchiving(t, answer);
  const byId = await readAfter(t, victim, answer);
  const isOfV2 = victim.isOwn && byId.exchange.answer.status === 404;
  if (isOfV2) return { victim, answer, byId: await readArchived(t, victim.id, "v2GetBatch") };
  const isDrawn = rotated(IN_V2, t.settings.seed)[0] === request.operation;
  return { victim, answer, byId, byIdV2: isDrawn ? await readInV2(t, victim, byId) : null };
}

/** A batch that PUT should have archived, and what came of the first and of the last body that was tried. */
interface Put extends Archived {
  readonly first: Archived;
  readonly body: object;
}

/**
 * An open batch, archived by PUT in v2. The contract does not show which body PUT expects: tries an empty one, then the
 * state to set.
 * @throws Inconclusive if neither is accepted
 */
export const putInV2 = given(async (t): Promise<ArchivedByPut> => {
  const put = await archiveInTime(t, "for-put", (round) => putOne(t, round));
  if (!isAboutTheBody(put) || mayBeLate(put)) return putAgain(t, put, put.body);
  const [empty, other] = [put.first, put].map(({ answer }) => answer.answer.status);
  return t.inconclusive(
    `PUT was answered with ${empty} to {} and ${other} to ${JSON.stringify(ARCHIVED)}; which body it wants is not documented`,
  );
});

async function putOne(t: Check, round: number): Promise<Put> {
  const victim = await victimFor(t, "for-put", round);
  const first = await archiveInV2(t, victim, { operation: "v2UpdateBatch", body: {} });
  if (!isAboutTheBody(first) && statusOf(first.byId.raw) !== "open") return { ...first, first, body: {} };
  const last = await archiveInV2(t, first.victim, { operation: "v2UpdateBatch", body: ARCHIVED });
  return { ...last, first, body: ARCHIVED };
}

/** A batch that PUT archived, and archived again. */
interface ArchivedByPut extends ArchivedTwice {
  /** The batch after the second PUT; null where a later reading of v1's open list shows whether it is open again. */
  readonly byIdAgain: SeenBatch | null;
}

async function putAgain(t: Check, done: Archived, body: object): Promise<ArchivedByPut> {
  const { answer, byId, victim } = done;
  const isDone = succeeded(answer) && statusOf(byId.raw) !== "open";
  const path = { batch_id: victim.id };
  const again = isDone ? await archiveAgain(t, { operation: "v2UpdateBatch", path, body }) : null;
  const isListed = t.inScope("v1ListBatches");
  const byIdAgain = again === null || !succeeded(again) || isListed ? null : await readArchived(t, victim.id);
  return { ...done, again, byIdAgain };
}

/** Archives a batch of the run a second time; null where the effort does not include it. */
async function archiveAgain(t: Check, request: Repeated): Promise<Answered | null> {
  if (!t.affords("batches.archive.again")) return null;
  const again = await t.ask(request);
  if (succeeded(again)) (await t.given(archivedAgain)).set(request.path.batch_id, again);
  return again;
}

/** Whether the answer means "I do not accept this body". */
function isAboutTheBody({ answer: { answer } }: Archived): boolean {
  return ABOUT_THE_BODY.has(answer.status);
}

/** Archiving an id that no batch has. */
export const archivedNone = given(async (t): Promise<Answered> => {
  const batch_id = (await unknownBatches(t))[0] ?? "";
  return t.ask({ operation: "v1ArchiveBatch", path: { batch_id }, intent: "id" });
});

/** DELETE and PUT in v2, with an unknown id in another form than the one sent to v1. */
export const archivedNoneInV2 = given(async (t): Promise<readonly Answered[]> => {
  const batch_id = (await unknownBatches(t)).at(-1) ?? "";
  return [
    await t.ask({ operation: "v2ArchiveBatch", path: { batch_id }, intent: "id" }),
    await t.ask({
      operation: "v2UpdateBatch",
      path: { batch_id },
      body: ARCHIVED,
      intent: "id",
    }),
  ];
});

/** Ids that no batch has, in the form of existing ids. */
async function unknownBatches(t: Check): Promise<readonly string[]> {
  const [sample] = t.inScope("v1ListBatches") ? await t.census.ids("batch_id") : [];
  return unknownIds("batch_id", sample, t.settings.seed);
}

/** Reads the batch after an archiving request, and records in the ledger that it is archived. */
async function readAfter(t: Check, victim: Victim, archiving: Answered): Promise<SeenBatch> {
  if (!succeeded(archiving)) return readBatch(t, victim.id);
  const byId = await readArchived(t, victim.id);
  if (statusOf(byId.raw) === "open") return byId;
  victim.archived();
  (await t.given(archivings)).set(victim.id, archivingOf(byId));
  return byId;
}

/** The batch in v2, once v1 shows it as archived. */
async function readInV2(t: Check, { id }: Victim, byId: SeenBatch): Promise<SeenBatch | null> {
  if (!isReadInV2(t) || statusOf(byId.raw) !== "archived") return null;
  return readArchived(t, id, "v2GetBatch");
}

/** Whether a batch that v1 archives is also read in v2, before and after that. */
function isReadInV2(t: Check): boolean {
  const areBoth = t.inScope("v1GetBatch") && t.inScope("v2GetBatch");
  return areBoth && t.affords("batches.archive.in-v2");
}
