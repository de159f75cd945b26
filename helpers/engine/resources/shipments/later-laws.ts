import { statesIn } from "../../../oracles/exchange/states.js";
import { findingOf } from "../../../oracles/finding.js";
import { emptiedBeside, identityDifferences } from "../../../oracles/records/forms.js";
import {
  isCancelled,
  newlyCancelled,
  newlyTagged,
  STATUS,
  shipmentIdOf,
  strippedOf,
} from "../../../oracles/records/shipments-beside.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { hasTag, tagsOf } from "../../../wire/tags.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type Filter, notListed } from "../../operations/asked-before.js";
import { polling } from "../eventually.js";
import { isGone, type OnPage, readListed, readListedAgain, readOnPage, showsAll } from "../listed-under.js";
import { judgeRenewed } from "../read-before.js";
import { type Cancelling, cancelAgain, cancelling, countCancelled, isMoreThanOne } from "./cancelling.js";
import {
  LIST,
  LONGEST_PAGE,
  listedShipments,
  listNow,
  readStill,
  readTagged,
  shipmentNow,
  shipmentsNow,
} from "./reading.js";
import { missingTags, type Tagging, tagAgain, tagging } from "./tagging.js";

/** Judges that the shipment which the run cancelled still is, and that no other one was cancelled with it. */
export async function judgeCancelled(t: Check): Promise<void> {
  const done = await t.tryGiven(cancelling);
  if (done === null || !isCancelled(done.shown.record)) return;
  const { id, cancelled } = done;
  const { record, exchange } = await shipmentNow(t, id, STATUS, isCancelled);
  t.saw("shipments cancelled before");
  if (record !== null && !isCancelled(record))
    t.breach([exchange, cancelled], `shipment ${id} stays cancelled`, renderValue(record[STATUS]));
  else await judgeInList(t, id, STATUS, (shown) => shown[STATUS] === "pending", [exchange, cancelled]);
  await judgeMembersLeft(t, done, await judgeByIdInV2(t, done));
  await judgeCancelledBeside(t, done);
}

/** Judges that v2 no longer shows by its id the state that it showed before the cancellation. Returns what it answers. */
async function judgeByIdInV2(t: Check, { id, before, cancelled }: Cancelling): Promise<Answered | null> {
  if (before === null) return null;
  return judgeRenewed(t, before, cancelled, `shipment ${id} is cancelled by its id in v2 too`);
}

/** What a cancellation may take back: who was to carry the shipment, and how. The contract allows none to be chosen. */
const OF_CARRIAGE = ["carrier_id", "service_code", "confirmation", "insurance_provider"];

/** Judges that the cancellation emptied no other member, by id and in the v2 list, each compared with its own form. */
async function judgeMembersLeft(t: Check, done: Cancelling, byIdInV2: Answered | null): Promise<void> {
  const { id, before, cancelled } = done;
  const inList = (records: readonly Raw[]) => records.find((each) => shipmentIdOf(each) === id);
  const { exchange, records } = await t.given(shipmentsNow);
  const pairs = [
    { from: before?.shown.raw, to: byIdInV2 && statesIn(byIdInV2)[0]?.raw, shownIn: byIdInV2 },
    { from: inList(await t.given(listedShipments)), to: inList(records), shownIn: exchange },
  ];
  for (const { from, to, shownIn } of pairs) {
    const emptied = from && to ? emptiedBeside(OF_CARRIAGE, from, to) : [];
    if (emptied.length === 0 || !shownIn) continue;
    const documented = `cancelling shipment ${id} leaves its other members as they were`;
    return void t.breach([shownIn, cancelled], documented, `empty now: ${emptied.join(", ")}`);
  }
}

/** Judges that the shipment still has the tag that was left on it, and that no other one got it. */
export async function judgeTagKept(t: Check): Promise<void> {
  const done = await t.tryGiven(tagging);
  if (done === null || done.kept === null || !hasTag(done.withTag.record, done.kept)) return;
  const { kept } = done;
  const { record, exchange } = await shipmentNow(t, done.id, "tags", (shown) => hasTag(shown, kept));
  if (record === null) return;
  t.saw("tags added before");
  const missing = await missingTags(t, { record, exchange }, [kept], ({ later }) => later);
  if (missing.length > 0)
    t.breach(exchange, `shipment ${done.id} keeps the tag ${kept}`, `tags ${renderIds(tagsOf(record))}`);
  // A list may leave the tags of all shipments out.
  else if ((await t.given(shipmentsNow)).records.some((shown) => tagsOf(shown).length > 0))
    await judgeInList(t, done.id, "tags", (shown) => !hasTag(shown, kept), [exchange]);
  await judgeTaggedBeside(t, done);
}

/** Judges that the tag which was removed from the shipment stays removed. */
export async function judgeTagRemoved(t: Check): Promise<void> {
  const done = await t.tryGiven(tagging);
  if (done === null || done.removal === null) return;
  const { id, tag, removal } = done;
  if (hasTag(removal.without.record, tag)) return;
  const { record, exchange } = await shipmentNow(t, id, "tags", (shown) => !hasTag(shown, tag));
  if (record === null) return;
  t.saw("tags removed before");
  if (!hasTag(record, tag)) {
    await judgeInList(t, id, "tags", (shown) => hasTag(shown, tag), [exchange, removal.removed]);
    await judgeTagsInV1(t, done, removal.removed);
    return judgeStripped(t, done, removal.removed);
  }
  const received = `${id}: ${renderIds(tagsOf(record))}`;
  const documented = `the tag ${tag}, removed from shipment ${id}, stays removed`;
  t.breach([exchange, removal.removed], documented, received);
}

/** Judges that a cancelled shipment which v1 shows as such by its id is found under that status, and shows it there. */
export async function judgeUnderCancelled(t: Check): Promise<void> {
  const done = await t.tryGiven(cancelling);
  if (done === null || !isCancelled(done.shown.record)) return;
  const { id, cancelled } = done;
  // As far as the list shows the state.
  const isRight = (record: Raw | null) =>
    record !== null && (record[STATUS] === undefined || isCancelled(record));
  const listed = await ifReadable(
    readListedAgain(t, LIST, id, { [STATUS]: "cancelled" }, cancelled, isRight),
  );
  if (listed === null) return;
  const { record, exchange, href } = listed;
  if (isRight(record)) return t.saw("shipments cancelled before");
  const byId = await ifReadable(readStill(t, id, STATUS, ["v1GetShipment"]));
  if (byId === null || !isCancelled(byId.record)) return;
  t.saw("shipments cancelled before");
  const documented = `shipment ${id}, which shows shipment_status cancelled, under shipment_status=cancelled`;
  const received = record === null ? notListed(href) : `there it shows ${renderValue(record[STATUS])}`;
  t.breach([exchange, byId.exchange], documented, received);
}

/** Judges that a shipment which v1 lists as cancelled shows that by its id too, unless modified_at differs. */
export async function judgeCancelledForms(t: Check): Promise<void> {
  const done = await t.tryGiven(cancelling);
  if (done === null || isCancelled(done.shown.record)) return;
  const { id, cancelled } = done;
  const listed = await ifReadable(readListed(t, LIST, id, { [STATUS]: "cancelled" }, () => true));
  const byId = await ifReadable(readStill(t, id, STATUS, ["v1GetShipment"]));
  if (listed === null || listed.record === null || byId === null || byId.record === null) return;
  const exchanges = [byId.exchange, listed.exchange, cancelled];
  t.saw("shipments cancelled before");
  t.find(
    identityDifferences(listed.record, byId.record).map((claim) =>
      findingOf({ rule: t.rule, exchanges }, claim),
    ),
  );
}

/** The cancelled shipment, and the first page of those of its former status. Once a run. */
const formerlyPending = given(async (t) => {
  const done = await t.tryGiven(cancelling);
  if (done === null || !isCancelled(done.shown.record)) return null;
  const left = await readLeft(t, done.id, { [STATUS]: "pending" });
  return left && { done, left };
});

/** The first page under a filter that fits a shipment no longer, or null if it cannot be read. */
function readLeft(t: Check, id: string, filter: Filter): Promise<OnPage | null> {
  return ifReadable(readOnPage(t, LIST, id, { ...filter, page_size: LONGEST_PAGE }, isGone));
}

/** Judges that a status counts a shipment no more, once that is cancelled. */
export async function judgeTotalLeft(t: Check): Promise<void> {
  const seen = await t.given(formerlyPending);
  if (seen !== null)
    await judgeTotal(t, seen.left, seen.done.id, { [STATUS]: "pending" }, seen.done.cancelled);
}

/** Judges that a tag counts a shipment no more, once it is removed from that. */
export async function judgeTotalUntagged(t: Check): Promise<void> {
  const seen = await t.given(formerlyTagged);
  if (seen !== null) await judgeTotal(t, seen.left, seen.done.id, { tag: seen.done.tag }, seen.removed);
}

/** Judges total on the only page of a list that a shipment has left. Other readings must show the same. */
async function judgeTotal(
  t: Check,
  left: OnPage,
  id: string,
  filter: Filter,
  write: Answered,
): Promise<void> {
  const isWhole = ({ pages, record }: OnPage) => pages === 1 && record === null;
  if (!isWhole(left) || left.total === null) return;
  t.saw("lists left by a shipment");
  if (showsAll(left)) return;
  const read = () =>
    readOnPage(t, LIST, id, { ...filter, sort_by: "modified_at", page_size: LONGEST_PAGE }, isGone);
  const again = await ifReadable(polling(t, read).until(showsAll));
  if (again === null || !isWhole(again) || showsAll(again)) return;
  const documented = `total ${again.records.length}, as many as the only page holds after shipment ${id} has left it`;
  t.breach([again.exchange, left.exchange, write], documented, `total ${again.total}`, "/total");
}

/** Judges that a cancelled shipment which v1 shows as such by its id is no longer found under its former status. */
export async function judgeLeftPending(t: Check): Promise<void> {
  const seen = await t.given(formerlyPending);
  if (seen === null) return;
  const { done, left: listed } = seen;
  if (listed.record !== null) {
    const byId = await ifReadable(readStill(t, done.id, STATUS, ["v1GetShipment"]));
    if (byId === null || !isCancelled(byId.record)) return;
    const documented = `shipment ${done.id}, which shows shipment_status cancelled by its id, is no longer listed under shipment_status=pending`;
    t.breach([listed.exchange, byId.exchange, done.cancelled], documented, "it is still listed there");
  } else if (!showsAll(listed)) return;
  t.saw("shipments cancelled before");
}

/** The shipment from which a tag was removed, and the first page of those that have it. Once a run. */
const formerlyTagged = given(async (t) => {
  const done = await t.tryGiven(tagging);
  if (done === null || done.removal === null || hasTag(done.removal.without.record, done.tag)) return null;
  // How exactly a tag is compared is left open.
  if (done.others.some((name) => isPartOf(done.tag, name))) return null;
  const left = await readLeft(t, done.id, { tag: done.tag });
  return left && { done, left, removed: done.removal.removed };
});

/** Judges that a shipment is no longer found under a tag that was removed from it. */
export async function judgeLeftTag(t: Check): Promise<void> {
  const seen = await t.given(formerlyTagged);
  if (seen === null) return;
  const { done, left: listed, removed } = seen;
  const { id, tag, kept } = done;
  if (listed.record !== null) {
    if (kept !== null && isPartOf(tag, kept) && (await isFoundByPart(t, id, kept))) return;
    const byId = await ifReadable(readStill(t, id, "tags", ["v1GetShipment"]));
    if (byId === null || byId.record === null || hasTag(byId.record, tag)) return;
    const documented = `shipment ${id}, from which the tag ${tag} was removed, is no longer listed under that tag`;
    t.breach([listed.exchange, byId.exchange, removed], documented, "it is still listed there");
  } else if (!showsAll(listed)) return;
  t.saw("tags removed before");
}

/** Whether a shipment is found under a tag of which it has only a longer one. */
async function isFoundByPart(t: Check, id: string, longer: string): Promise<boolean> {
  const listed = await ifReadable(readListed(t, LIST, id, { tag: longer.slice(0, -1) }, isGone));
  return listed === null || listed.record !== null;
}

function isPartOf(part: string, whole: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase());
}

/**
 * Judges that a shipment which v1 shows by its id with a tag is found under that tag. Once the list lacked it under one
 * tag, it is asked for under the other, which the shipment still has.
 */
export async function judgeUnderTag(t: Check): Promise<void> {
  const done = await t.tryGiven(tagging);
  if (done === null || done.inV1 === null || !hasTag(done.inV1.record, done.tag)) return;
  t.saw("tags added before");
  if (done.unlisted === null) return;
  const { id, tag, kept } = done;
  const exchanges = [done.unlisted, done.inV1.exchange];
  if (kept !== null) {
    const again = await ifReadable(readListed(t, LIST, id, { tag: kept }));
    const byId = await ifReadable(readStill(t, id, "tags", ["v1GetShipment"]));
    if (again === null || again.record !== null || !hasTag(byId?.record, kept)) return;
    exchanges.unshift(again.exchange);
  }
  const tags = kept === null ? tag : `${kept}, and before that under ${tag}`;
  t.breach(
    exchanges,
    `shipment ${id}, which shows the tag by its id, under tag ${tags}`,
    "it is not listed there",
  );
}

/**
 * The v2 list shows a change of a shipment too, where it shows the member that changed.
 * @param byId the read by id that shows the change, and what else does
 */
async function judgeInList(
  t: Check,
  id: string,
  member: string,
  isStale: (shown: Raw) => boolean,
  byId: readonly Answered[],
): Promise<void> {
  const staleIn = (records: readonly Raw[]) =>
    records.find((record) => shipmentIdOf(record) === id && member in record && isStale(record));
  const list = await polling(t, () => listNow(t), await t.given(shipmentsNow)).until(
    ({ records }) => staleIn(records) === undefined,
  );
  const stale = staleIn(list.records);
  if (stale === undefined) return;
  const documented = `the v2 list shows ${member} of shipment ${id} as it is by its id`;
  t.breach([list.exchange, ...byId], documented, renderValue(stale[member]));
}

/** No other shipment is cancelled with it. Another client may cancel its own, but seldom twice at such a moment. */
async function judgeCancelledBeside(t: Check, { id, counted }: Cancelling): Promise<void> {
  const gone = newlyCancelled(await t.given(listedShipments), (await t.given(shipmentsNow)).records);
  const others = gone.filter((each) => each !== id);
  if (others.length === 0 && !isMoreThanOne(counted, await countCancelled(t))) return;
  const again = await cancelAgain(t, [...gone, id]);
  if (again === null) return;
  const documented = `only shipment ${again.id} is cancelled`;
  if (again.with.length > 0) {
    const received = `cancelled with it: ${renderIds(again.with)}`;
    return void t.breach([again.exchange, again.cancelled], documented, received);
  }
  const { counted: before, count: after } = again;
  if (before === null || after === null || !isMoreThanOne(before, after)) return;
  // Other clients may cancel at any moment, but hardly with each of ours.
  const thrice = await cancelAgain(t, [...gone, id, again.id]);
  if (thrice === null || !isMoreThanOne(thrice.counted, thrice.count)) return;
  const received = `total ${before.total} before, ${after.total} after`;
  t.breach(
    [after.exchange, before.exchange, again.cancelled],
    `${documented}, so that shipment_status=cancelled counts one more`,
    received,
  );
}

/** No other shipment gets the tag. */
async function judgeTaggedBeside(t: Check, done: Tagging): Promise<void> {
  const { records } = await t.given(shipmentsNow);
  if (newlyTagged(done.id, [done.tag, done.kept], await t.given(listedShipments), records).length === 0)
    return;
  const again = await tagAgain(t, done);
  if (again === null || again.with.length === 0) return;
  const received = `tagged with it: ${renderIds(again.with)}`;
  t.breach(again.exchange, `only shipment ${done.id} is tagged ${again.tag}`, received);
}

/** V1 no longer shows by its id a tag that was removed. */
async function judgeTagsInV1(t: Check, { id, tag }: Tagging, removed: Answered): Promise<void> {
  const read = () => readTagged(t, id, ["v1GetShipment"]);
  const byId = await ifReadable(polling(t, read).until(({ record }) => !hasTag(record, tag)));
  if (byId === null || !hasTag(byId.record, tag)) return;
  const documented = `the tag ${tag}, removed from shipment ${id}, is gone in v1 too`;
  t.breach([byId.exchange, removed], documented, renderIds(tagsOf(byId.record)));
}

/** The other shipments with the tag that was added to one and removed from it still have it. */
async function judgeStripped(t: Check, done: Tagging, removed: Answered): Promise<void> {
  const { exchange, records } = await t.given(shipmentsNow);
  const stripped = strippedOf(done, await t.given(listedShipments), records);
  if (stripped.length === 0) return;
  const documented = `other shipments keep the tag ${done.tag}, which was added to ${done.id} and removed from it`;
  t.breach([exchange, removed], documented, `all of them lost it: ${renderIds(stripped)}`);
}
