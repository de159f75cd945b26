import { ARCHIVING } from "../../../contract/conduct.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { tallyOf, totalsCount } from "../../../oracles/lists/walk-laws.js";
import { statusOf } from "../../../oracles/records/batches.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered, Exchange } from "../../../wire/exchange.js";
import { plural, renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf, sentIn } from "../../../wire/raw.js";
import { findIds, objectsIn } from "../../../wire/search.js";
import { isPlainSegment, lastSegment } from "../../../wire/segment.js";
import { is4xx, succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { onceKnown, polling } from "../eventually.js";
import { aWhileAfter, lookingAgain } from "../later.js";
import { needsBody } from "../sample-bodies.js";
import { judgeLookUp, lookUp } from "./by-external-id.js";
import { type GetBatch, listAll, listAllIn, listOpen, readBatch, steadyOpen } from "./lists.js";
import { judgeClosedLater, judgeOthersLater } from "./others.js";
import { oweArchiving, ownExternalId } from "./own.js";
import { needsStillBatches } from "./takes-others.js";
import { archivedAgain, archivings } from "./used.js";

const GETS = ["v1GetBatch", "v2GetBatch"] as const;
const LISTS = ["v1ListBatches", "v2ListBatches"] as const;

/** What the run archived, and the open list some time later; null where it archived nothing. */
const openLater = given(async (t) => {
  const archived = [...(await t.given(archivings)).values()];
  if (archived.length === 0) return null;
  await aWhileAfter(t, ...ARCHIVING);
  return { archived, list: await listOpen(t) };
});

/** What the run archived, and the list of all batches some time later; null where it archived nothing. */
const allLater = given(async (t) => {
  const open = await t.given(openLater);
  return open === null ? null : { archived: open.archived, list: await listAll(t) };
});

/**
 * Judges that what the run archived stays out of the open list. What was archived twice is left alone once it was found
 * open by its id.
 */
export const judgeStillClosed = lookingAgain(openLater, async (t, { archived, list: first }) => {
  const twice = await t.given(archivedAgain);
  const isReported = t.isFoundBroken("batches.archive.by-id");
  const due = new Set(idsOf(archived).filter((id) => !(isReported && twice.has(id))));
  const backIn = ({ items }: OpenList) => items.filter(({ id }) => due.has(id));
  const list = await polling(t, () => listOpen(t), first).untilNone(backIn);
  for (const { id, raw } of list.items) {
    const external = twice.has(id) ? ownExternalId(t, raw) : null;
    if (external !== null) oweArchiving(t, id, external);
  }
  const back = backIn(list);
  t.saw("batches archived before", archived.length);
  if (back.length === 0) return;
  const again = back.flatMap(({ id }) => twice.get(id) ?? []);
  const words = again.length > 0 ? "archived, and then archived again," : "archived";
  const documented = `what the run ${words} stays out of the open list`;
  const received = `listed later in the run: ${renderIds(idsOf(back))}`;
  t.breach([...list.exchanges, ...again], documented, received);
});

/** Judges that the total of the open list still counts its batches. */
export const judgeOpenTotal = lookingAgain(openLater, async (t, { list: first }) => {
  await steadyOpen(t, async (held) => {
    const list = held === null ? first : await listOpen(t);
    if (!list.whole) return [];
    const walk = tallyOf(list.pages);
    if (walk.totals.size > 0) t.saw("lists");
    return totalsCount({ rule: t.rule, walk });
  });
});

/** Judges that no batch which its id shows as archived is open in the list of all. */
export const judgeListedStatus = lookingAgain(allLater, async (t, { archived, list: first }) => {
  const twice = await t.given(archivedAgain);
  const isClosed = ({ id, status }: (typeof archived)[number]) => status === "archived" && !twice.has(id);
  const closed = new Set(idsOf(archived.filter(isClosed)));
  const openIn = ({ items }: OpenList) =>
    items.filter(({ id, raw }) => closed.has(id) && statusOf(raw) === "open");
  const list = await polling(t, () => listAll(t), first).untilNone(openIn);
  t.saw("batches", list.items.filter(({ id }) => closed.has(id)).length);
  const [wrong] = openIn(list);
  if (wrong === undefined) return;
  t.breach(list.exchanges, `batch ${wrong.id} archived, as by its id`, "open in the list", "/status");
});

/** Judges that no request of the run made two batches. */
export async function judgeMadeOnce(t: Check): Promise<void> {
  if (t.settings.generations.length < 2)
    t.notApplicable("batches are made in v2 and listed as open in v1; this run leaves one out");
  needsAccepted(t);
  const later = await t.given(openLater);
  if (later === null) return;
  const { list } = later;
  const made = t.session.journal.exchangesOf("v2CreateBatch").filter(succeeded);
  const named = made.flatMap(madeBy);
  if (made.length > 0 && named.length === 0)
    t.inconclusive(
      `${plural(made.length, "batch", "batches")} could be created, but the answers do not name them by one batch_id`,
    );
  const own = new Set(idsOf(named));
  for (const { id, creation } of named) {
    const external = sentIn(creation)?.external_batch_id;
    if (typeof external !== "string") continue;
    t.saw("batches made before");
    const twin = list.items.find((item) => item.raw.external_batch_id === external && !own.has(item.id));
    if (twin === undefined) continue;
    oweArchiving(t, twin.id, external);
    const documented = `one batch with the external id ${external}: ${id}`;
    return t.breach([creation, ...list.exchanges], documented, `${twin.id} has it too`);
  }
}

/** Judges that no batch came of a body that is not JSON and was refused. What came of one is archived at the end. */
export const judgeNoneRefused = lookingAgain(openLater, async (t, { list }) => {
  const tried = t.session.journal
    .exchangesOf("v2CreateBatch")
    .filter(({ request }) => request.key === "right");
  const refused = tried.filter((each) => isFinallyRefused(each) && sentIn(each) === null);
  if (refused.length === 0) return;
  const taken = new Set(tried.flatMap((each) => sentIn(each)?.external_batch_id ?? []));
  t.saw("bodies refused before", refused.length);
  for (const { id, raw } of list.items) {
    const external = ownExternalId(t, raw);
    const creation = refused.find(({ request }) => external !== null && request.body?.includes(external));
    if (external === null || creation === undefined || taken.has(external)) continue;
    oweArchiving(t, id, external);
    const type = creation.request.headers["content-type"];
    const documented = `nothing comes of a body of ${type}, refused with ${creation.answer?.status}`;
    return t.breach([creation, ...list.exchanges], documented, `batch ${id} with the external id in it`);
  }
});

/** Whether a request was refused at the first attempt: an earlier one may have been carried out without an answer. */
function isFinallyRefused({ answer, retried = [] }: Exchange): boolean {
  return answer !== null && is4xx(answer.status) && retried.length === 0;
}

/** Ends a check if the run tried to create batches and every creation was refused. */
function needsAccepted(t: Check): void {
  const tried = t.session.journal
    .exchangesOf("v2CreateBatch")
    .filter(({ request }) => request.key === "right");
  const refused = tried.findLast(({ answer }) => answer !== null && is4xx(answer.status));
  if (refused?.answer && !tried.some(succeeded))
    needsBody(t, "v2CreateBatch", `the creation of a batch was answered with ${toldBy(refused.answer)}`);
}

/** A batch that the run made, with the answer that names it. */
interface Made {
  readonly id: string;
  readonly creation: Exchange;
}

/** Judges that what a creation names is there: the first that was never read, listed nor archived is looked for. */
export async function judgeMadeReadable(t: Check): Promise<void> {
  needsAccepted(t);
  const made = t.session.journal.exchangesOf("v2CreateBatch").filter(isPlainlyMade).flatMap(madeBy);
  if (made.length === 0) return;
  const open = await t.tryGiven(openLater);
  // A batch that was archived was there, and need not be readable any more.
  const found = [...GETS, ...ARCHIVING].flatMap((operation) => t.session.journal.exchangesOf(operation));
  const named = new Set(found.filter(succeeded).map(({ request }) => lastSegment(request.url)));
  const unseen = made.find(({ id }) => !named.has(id) && itemOf(open?.list ?? null, id) === null);
  if (unseen === undefined) return t.saw("batches made before", made.length);
  const looked = await lookFor(t, unseen.id);
  if (looked === null) return;
  t.saw("batches made before");
  if (looked.isThere) return;
  const documented = `batch ${unseen.id} can be read by its id, or is listed: its creation was answered with ${unseen.creation.answer?.status}`;
  t.breach([unseen.creation, ...looked.exchanges], documented, "it is unknown by its id, and in no list");
}

/** Whether a creation was carried out at once: a 202 or a 207 leaves that open. */
function isPlainlyMade({ answer, request }: Exchange): boolean {
  return request.key === "right" && (answer?.status === 200 || answer?.status === 201);
}

function madeBy(creation: Exchange): readonly Made[] {
  const [id, another] = findIds(jsonOf(creation.answer), "batch_id");
  return id === undefined || another !== undefined ? [] : [{ id, creation }];
}

/** Looks for a batch by its id and in the lists of both generations; null if no answer tells whether it is there. */
async function lookFor(
  t: Check,
  id: string,
): Promise<{ readonly isThere: boolean; readonly exchanges: readonly Exchange[] } | null> {
  const operations = GETS.filter((operation) => t.inScope(operation));
  const read = async (operation: GetBatch) => (await readBatch(t, id, operation)).exchange;
  const readings = await Promise.all(operations.map((each) => onceKnown(t, () => read(each))));
  const lists: OpenList[] = [];
  for (const operation of LISTS.filter((each) => t.inScope(each))) {
    const list = await ifReadable(listAllIn(t, operation));
    if (list !== null) lists.push(list);
  }
  const isThere = readings.some(succeeded) || lists.some((list) => itemOf(list, id) !== null);
  const isDenied = readings.length > 0 && readings.every(({ answer }) => answer.status === 404);
  const exchanges = [...readings, ...lists.flatMap((list) => list.exchanges.slice(0, 1))];
  return isThere || isDenied ? { isThere, exchanges } : null;
}

/** An archived batch, read by its external id once it is known there and no longer open; null if there is none. */
const archivedByExternalId = given(async (t) => {
  const all = [...(await t.given(archivings)).values()];
  const archived = all.find(({ status, external }) => status === "archived" && isPlainSegment(external));
  if (archived === undefined || !t.inScope("v2GetBatchByExternalId")) return null;
  const known = { id: archived.id, external: String(archived.external) };
  const exchange = await polling(t, () => lookUp(t, known.external)).until(
    (seen) => seen.answer.status !== 404 && !isOpenIn(seen, known.id),
  );
  return { known, exchange };
});

/** Whether an answer shows a batch as open. */
function isOpenIn({ answer }: Answered, id: string): boolean {
  return objectsIn(jsonOf(answer)).some((one) => one.batch_id === id && statusOf(one) === "open");
}

/** Judges that an archived batch which can be read by its id can be read by its external id too. */
export const judgeByExternalId = lookingAgain(archivedByExternalId, (t, { known, exchange }) => {
  const due = `batch ${known.id}, archived, which can be read by its id`;
  judgeLookUp(t, exchange, known, due, "archived batches");
});

/** Judges that a batch which its id shows as archived is not open by its external id. */
export const judgeClosedByExternalId = lookingAgain(archivedByExternalId, (t, { known, exchange }) => {
  if (!succeeded(exchange)) return;
  t.saw("archived batches");
  if (!isOpenIn(exchange, known.id)) return;
  const documented = `batch ${known.id}, archived as its id shows, is not open by its external id either`;
  t.breach(exchange, documented, "open", "/status");
});

/** Judges that the first batch which the run archived is still archived by its id. */
export async function judgeStillArchived(t: Check): Promise<void> {
  const [first] = (await t.given(archivings)).values();
  if (first === undefined || first.status !== "archived") return;
  await t.given(openLater);
  const { exchange, raw } = await readBatch(t, first.id);
  if (statusOf(raw) === null) return;
  t.saw("batches archived before");
  t.expect(exchange, `batch ${first.id}, archived earlier in the run`).shows("status", "archived");
}

/** Judges that batches of other clients are still in the lists; see `others.ts`. */
export const judgeOthersStillListed = lookingAgain(openLater, async (t, { list }) => {
  const [others, now] = await Promise.all([judgeOthersLater(t, list), t.given(allLater)]);
  t.find(others);
  if (now !== null) t.find(await judgeClosedLater(t, now.list));
  await needsStillBatches(t);
});
