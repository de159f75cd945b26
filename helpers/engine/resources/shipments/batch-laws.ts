import { DEFAULT_PAGE, IMPROBABLE_ID, labels, shipments } from "../../../contract/lists.js";
import { sliceServed } from "../../../oracles/lists/slices.js";
import { nothingTwice, tallyOf } from "../../../oracles/lists/walk-laws.js";
import { missingFromBatch, strangersIn, witnessesNeeded } from "../../../oracles/records/batch-shipments.js";
import { statusOf } from "../../../oracles/records/batches.js";
import type { Walked } from "../../../target/lists/walk.js";
import { cutShort } from "../../../target/messages/made-up.js";
import { askedOf } from "../../../wire/asked.js";
import { datedBy } from "../../../wire/dated.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { renderIds, requestLine } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { okObjectOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { accepted, exchangesOf, pageOf, queryOf, type Refused, refusal } from "../../lists/asking/pages.js";
import { lostWithout } from "../../lists/laws/without-filter.js";
import { judgeList } from "../../lists/reading/judge-list.js";
import { needsAllByChange } from "../../lists/reading/judge-try.js";
import { WHICH_ITEMS } from "../../lists/reading/list-watch.js";
import { isReadable } from "../../lists/reading/named-batch.js";
import { Reading } from "../../lists/reading/reading.js";
import { known } from "../../lists/reading/readings.js";
import { countsBefore, countsShipments } from "../batches/counts.js";
import {
  askBatch,
  type Batch,
  batchesOfShipments,
  batchesWithShipments,
  namedBatches,
  pageAtOdds,
  walkBatch,
  walkedBatches,
} from "./batches.js";

// A shipment does not show its batch. Labels made in a batch name it, and the batch has a count, which may be that of its
// shipments.

/** Judges that the list of a batch holds its shipments, that of an unknown one none, and that of part of an id none. */
export async function judgeBatches(t: Check): Promise<void> {
  t.find(await judgeRefused(t));
  t.find(await judgeEmpty(t));
  await t.given(batchesWithShipments);
  // Also those of which not all shipments came: too many may be the breach.
  const { found: batches } = await t.given(walkedBatches);
  const { items } = await known(t, shipments);
  const findings = await judgeList(t, shipments, "everything", async (reading) => {
    const judged = await Promise.all(
      batches.map(async ({ id }) => judgeBatch(t, { id, walk: await walkBatch(t, reading, id) })),
    );
    const others = [await judgeNoBatch(t, reading), await judgeBeginning(t, reading, batches)];
    return [...others, ...judged].flat().slice(0, 1);
  });
  t.find(findings);
  const inside = new Set(batches.flatMap(({ walk }) => idsOf(walk.items)));
  t.saw("batches", batches.length);
  if (items.every(({ id }) => inside.has(id))) t.inconclusive("needs a shipment outside the batches");
}

/** Judges that the unfiltered list holds the shipments of batches, also of archived ones. */
export async function judgeListedWithBatches(t: Check): Promise<void> {
  const batches = (await t.tryGiven(walkedBatches))?.found ?? [];
  const findings = await judgeList(t, shipments, WHICH_ITEMS, async (reading) => {
    const walks = await Promise.all(
      batches.map(async ({ id }) => ({ id, walk: await walkBatch(t, reading, id) })),
    );
    return walks.flatMap(
      ({ id, walk }) =>
        lostWithout(t, reading, exchangesOf(walk), walk.items, `batch_id=${id}`)?.slice(0, 1) ?? [],
    );
  });
  t.find(findings.slice(0, 1));
}

async function judgeBatch(t: Check, batch: Batch): Promise<Findings> {
  return [
    ...judgePages(t, batch),
    ...nothingTwice({ rule: shipments.rules.partition, walk: tallyOf(batch.walk.pages) }),
    ...judgeSlices(batch.walk),
    ...(await judgeStrangers(t, batch)),
    ...(await judgeMissing(t, batch)),
  ];
}

/** The list takes the id of a batch that is there by id. */
async function judgeRefused(t: Check): Promise<Findings> {
  const { refused } = await t.given(walkedBatches);
  return judgeList(t, shipments, "everything", async (reading) => {
    const judged = refused.map((id) => askBatch(t, reading, id).then((read) => refusedByList(t, read, id)));
    return (await Promise.all(judged)).flat().slice(0, 1);
  });
}

async function refusedByList(t: Check, read: Walked | Refused, id: string): Promise<Findings> {
  // A later page may lie beyond the offset limit.
  if (read.kind !== "refused" || pageOf(read) > DEFAULT_PAGE || !(await isReadable(t, id))) return [];
  return [refusal(t, read, `the shipments of batch ${id}, which is there by id`)];
}

/**
 * A batch that brings no shipment has none: judged before what needs a batch that brings some. Of archived ones, which a
 * service may release from their shipments, only if the others are right.
 */
async function judgeEmpty(t: Check): Promise<Findings> {
  const { empty } = await t.given(walkedBatches);
  return judgeList(t, shipments, "everything", async (reading) => {
    let released: Findings = [];
    for (const { id } of empty) {
      const missing = await judgeMissing(t, { id, walk: await walkBatch(t, reading, id) });
      if (missing.some(({ rule }) => rule !== RELEASED)) return missing;
      if (released.length === 0) released = missing;
    }
    return released;
  });
}

const RELEASED = "batches.archive.keeps-rest";

/** Each page counts the shipments of the batch alike; where the whole list has wrong totals too, that is reported. */
function judgePages(t: Check, { id, walk }: Batch): Findings {
  if (t.isFoundBroken(shipments.rules.total)) return [];
  const [first] = walk.pages;
  const other = pageAtOdds(walk);
  if (first === undefined || other === null) return [];
  const documented = `total ${first.total} under batch_id ${id} on each page`;
  const received = `total ${other.total}, with ${renderIds(idsOf(other.items))}`;
  return [t.finding([other.exchange, first.exchange], documented, received, "/total")];
}

/**
 * The list of a batch is sorted as any other: batch_id takes the place of filters only. Its default order is open. Pages
 * by time of modification that are right by creation show that sort_by is ignored, and not sort_dir.
 */
function judgeSlices({ whole, pages, items }: Walked): Findings {
  if (!whole || pages.length < 2) return [];
  return pages.flatMap((page) => {
    const asked = askedOf(page.exchange);
    const dir = asked?.url.searchParams.get("sort_dir");
    if (asked === null || (dir !== "asc" && dir !== "desc")) return [];
    const { page: number, size, url } = asked;
    const wrongBy = (member: string) => {
      const dated = datedBy(items, member);
      return dated && sliceServed(shipments.rules.slice[dir], page, { page: number, size, dir }, dated);
    };
    const wrong = wrongBy(url.searchParams.get("sort_by") ?? "created_at") ?? [];
    return wrongBy("created_at")?.length === 0 ? wrong.map((one) => ({ ...one, rule: BY_CHANGE })) : wrong;
  });
}

const BY_CHANGE = "shipments.sort-by.modified_at";

/**
 * Shipments whose labels all belong to other batches come only if the batch counts as many as came, and not in place of
 * its own: labels made in one batch do not keep a shipment out of another.
 * @param suspect which of these count as strangers, by their batches; all by default
 */
async function judgeStrangers(
  t: Check,
  { id, walk }: Batch,
  suspect: (batches: readonly string[]) => boolean = () => true,
): Promise<Findings> {
  const batches = await batchesOfShipments(t);
  const strangers = strangersIn(batches, id, idsOf(walk.items), suspect);
  if (strangers.length === 0) return [];
  // The census may not know every label: ask for those of the batch.
  const labelled = await labelledIn(t, id);
  const outside = strangers.filter((each) => !labelled.has(each));
  const [first] = outside;
  const batch = first === undefined ? null : await counted(t, id);
  if (first === undefined || batch === null) return [];
  // One of its own that exists and did not come.
  const mayLack = walk.whole && outside.length === walk.items.length;
  const own = mayLack ? await seenThere(t, missingFromBatch(batches, id, new Set(idsOf(walk.items))), 1) : [];
  const areTooMany =
    batch.count !== null && batch.count < walk.items.length && (await countsItsShipments(t, batch));
  if (own.length === 0 && !areTooMany) return [];
  const such = areTooMany ? `which counts ${batch.count}` : `such as that of ${own.map(requestLine).join()}`;
  const received = `${renderIds(outside)}; ${first} has labels of batch ${[...(batches.get(first) ?? [])].join(", ")} only`;
  const exchanges = [...exchangesOf(walk), batch.exchange, ...own];
  return [t.finding(exchanges, `only shipments of batch ${id}, ${such}`, received)];
}

/**
 * A shipment is missing if it has labels of this batch only and the batch counts more shipments than came. Of a batch
 * that brought none, several must be missing: one may have been moved since.
 */
async function judgeMissing(t: Check, { id, walk }: Batch): Promise<Findings> {
  if (!walk.whole) return [];
  const came = new Set(idsOf(walk.items));
  const missing = missingFromBatch(await batchesOfShipments(t), id, came);
  const needed = witnessesNeeded(came.size);
  if (missing.length < needed) return [];
  const batch = await counted(t, id);
  if (batch === null || (batch.count ?? 0) <= came.size) return [];
  if (came.size > 0 && !(await t.given(countsBefore))) return [];
  const there = await seenThere(t, missing, needed);
  if (there.length < needed) return [];
  if (walk.pages.some((page) => queryOf(page).sort_by === "modified_at"))
    await needsAllByChange(t, await known(t, shipments));
  const documented = `the ${batch.count} shipments that batch ${id} counts, among them those with labels of it`;
  const received = `${came.size} came, without ${renderIds(missing)}`;
  const found = t.finding([...exchangesOf(walk), batch.exchange, ...there], documented, received);
  return [came.size === 0 && batch.isArchived ? { ...found, rule: RELEASED } : found];
}

interface Counted {
  readonly exchange: Answered;
  readonly count: number | null;
  readonly isArchived: boolean;
}

/** Whether such a count is that of the shipments: a batch that is not there has none, whatever counts mean. */
async function countsItsShipments(t: Check, { exchange }: Counted): Promise<boolean> {
  return exchange.answer.status === 404 || t.given(countsShipments);
}

/** What a batch counts now: nothing if nothing names it and it cannot be read, null if it does not say. */
async function counted(t: Check, batch_id: string): Promise<Counted | null> {
  const exchange = await ifReadable(t.ask({ operation: "v1GetBatch", path: { batch_id } }));
  if (exchange === null) return null;
  const { answer } = exchange;
  if (answer.status === 404)
    return { exchange, count: (await isNamed(t, batch_id)) ? null : 0, isArchived: false };
  const shown = okObjectOf(answer) ?? {};
  const count = typeof shown.count === "number" ? shown.count : null;
  return { exchange, count, isArchived: statusOf(shown) === "archived" };
}

/** Whether a label or a list names a batch: it may have been archived, and be unreadable since. */
async function isNamed(t: Check, id: string): Promise<boolean> {
  return (await namedBatches(t)).includes(id) || (await t.census.ids("batch_id")).includes(id);
}

/** How many missing shipments are read by id: a label may outlive its shipment. */
const READ_BY_ID = 3;

/** Readings of missing shipments that still exist, until there are enough. */
async function seenThere(t: Check, ids: readonly string[], enough: number): Promise<readonly Answered[]> {
  const there: Answered[] = [];
  for (const shipment_id of ids.slice(0, READ_BY_ID)) {
    if (there.length === enough) break;
    const read = await ifReadable(t.ask({ operation: "v1GetShipment", path: { shipment_id } }));
    if (read?.answer.status === 200) there.push(read);
  }
  return there;
}

async function labelledIn(t: Check, batch_id: string): Promise<ReadonlySet<unknown>> {
  const reading = new Reading(labels, { ...(await known(t, labels)), filters: {} });
  const walk = accepted(t, await reading.walk(t, { batch_id }, { size: 25 }));
  return new Set(walk.items.map(({ raw }) => raw.shipment_id));
}

/** If the target compares ids by prefix, a batch also brings shipments of batches whose ids begin with its own. */
async function judgeBeginning(t: Check, reading: Reading, batches: readonly Batch[]): Promise<Findings> {
  if (!t.affords("shipments.batches.cut-short")) return [];
  const ids = [...new Set([...idsOf(batches), ...(await namedBatches(t))])];
  const begins = ids.find((id) => ids.some((other) => other !== id && other.startsWith(id)));
  const id = begins ?? cutShort(ids, ids, /\d$/);
  if (id === null || batches.some((batch) => batch.id === id)) return [];
  const likeIt = (own: readonly string[]) => own.some((other) => other.startsWith(id));
  // The target may refuse an unknown id.
  const judged = walkBatch(t, reading, id).then((walk) => judgeStrangers(t, { id, walk }, likeIt));
  return (await ifReadable(judged)) ?? [];
}

/** An unknown batch has no shipments; a refusal is fine too. */
async function judgeNoBatch(t: Check, reading: Reading): Promise<Findings> {
  const read = await reading.ask(t, { batch_id: IMPROBABLE_ID });
  if (read.kind === "refused" || read.items.length === 0) return [];
  const documented = "no shipments for a batch that does not exist";
  return [t.finding(read.exchange, documented, renderIds(idsOf(read.items)), "/shipments")];
}
