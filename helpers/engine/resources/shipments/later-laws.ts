import { newlyCancelled, newlyTagged, strippedOf } from "../../../oracles/records/shipments-beside.js";
import type { Answered } from "../../../wire/exchange.js";
import { compareInstants, type Instant, parseInstant, SECOND, shifted } from "../../../wire/instant.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { tagsOf } from "../../../wire/tags.js";
import type { Check } from "../../check/check.js";
import { notListed } from "../../operations/asked-before.js";
import { awaitEffect } from "../eventually.js";
import { cancelAgain, cancelling } from "./cancelling.js";
import {
  listedShipments,
  readListed,
  readListedAgain,
  readStill,
  type StillSeen,
  shipmentNow,
  shipmentsNow,
} from "./reading.js";
import { type Tagging, tagAgain, tagging } from "./tagging.js";

/** How long before a time of modification a bound lies that must find it, in nanoseconds. */
const MARGIN = SECOND;

/** Judges that the shipment which the run cancelled still is, and that no other one was cancelled with it. */
export async function judgeCancelled(t: Check): Promise<void> {
  const done = await ifReadable(t.given(cancelling));
  if (done === null || done.shown.record?.shipment_status !== "cancelled") return;
  const { id, cancelled } = done;
  const { record, exchange } = await shipmentNow(
    t,
    id,
    "shipment_status",
    (shown) => shown.shipment_status === "cancelled",
  );
  t.saw("shipments cancelled before");
  const now = record?.shipment_status;
  if (record !== null && now !== "cancelled") {
    const documented = `shipment ${id} stays cancelled`;
    t.breach([exchange, cancelled], documented, renderValue(now));
  }
  await judgeCancelledBeside(t, id);
}

/** Judges that the shipment still has the tag that was left on it, and that no other one got it. */
export async function judgeTagKept(t: Check): Promise<void> {
  const done = await ifReadable(t.given(tagging));
  if (done === null || done.kept === null || !tagsOf(done.withTag.record).includes(done.kept)) return;
  const { kept } = done;
  const has = (shown: Raw) => tagsOf(shown).includes(kept);
  const { record, exchange } = await shipmentNow(t, done.id, "tags", has);
  if (record === null) return;
  t.saw("tags added before");
  if (!has(record))
    t.breach(exchange, `shipment ${done.id} keeps the tag ${kept}`, `tags ${renderIds(tagsOf(record))}`);
  await judgeTaggedBeside(t, done);
}

/** Judges that the tag which was removed from the shipment stays removed. */
export async function judgeTagRemoved(t: Check): Promise<void> {
  const done = await ifReadable(t.given(tagging));
  if (done === null || done.removal === null) return;
  const { id, tag, removal } = done;
  if (tagsOf(removal.without.record).includes(tag)) return;
  const { record, exchange } = await shipmentNow(t, id, "tags", (shown) => !tagsOf(shown).includes(tag));
  if (record === null) return;
  t.saw("tags removed before");
  if (!tagsOf(record).includes(tag)) return judgeStripped(t, done, removal.removed);
  const received = `${id}: ${renderIds(tagsOf(record))}`;
  const documented = `the tag ${tag}, removed from shipment ${id}, stays removed`;
  t.breach([exchange, removal.removed], documented, received);
}

/** Judges that a cancelled shipment which v1 shows as such by its id is found under that status, and shows it there. */
export async function judgeUnderCancelled(t: Check): Promise<void> {
  const done = await ifReadable(t.given(cancelling));
  if (done?.shown.record?.shipment_status !== "cancelled") return;
  const { id, cancelled } = done;
  const filter = { shipment_status: "cancelled" };
  const listed = await ifReadable(readListedAgain(t, id, filter, cancelled, isCancelled));
  if (listed === null) return;
  const { record, exchange, href } = listed;
  if (record !== null && isCancelled(record)) return t.saw("shipments cancelled before");
  const byId = await ifReadable(readStill(t, id, "shipment_status", ["v1GetShipment"]));
  if (byId?.record?.shipment_status !== "cancelled") return;
  t.saw("shipments cancelled before");
  const documented = `shipment ${id}, which shows shipment_status cancelled, under shipment_status=cancelled`;
  const received =
    record === null ? notListed(href) : `there it shows ${renderValue(record.shipment_status)}`;
  t.breach([exchange, byId.exchange], documented, received);
}

/** Whether an item of a list is cancelled, as far as it shows its state. */
function isCancelled({ shipment_status: status }: Raw): boolean {
  return status === undefined || status === "cancelled";
}

/**
 * Judges that a shipment whose modified_at the cancellation moved, by its id in v1, is found from just before that time.
 */
export async function judgeModifiedSince(t: Check): Promise<void> {
  const done = await ifReadable(t.given(cancelling));
  const former = await formerlyModified(t, done?.id);
  if (done === null || former === null) return;
  const byId = done.shown;
  const modified =
    byId.exchange.operation === "v1GetShipment" ? parseInstant(byId.record?.modified_at) : null;
  if (modified === null) return;
  const start = shifted(modified, -MARGIN);
  // From before that time it was found all along.
  if (compareInstants(start, former) <= 0) return;
  const filter = { modified_at_start: start.text };
  const isListed = ({ record }: StillSeen) => record !== null;
  const listed = await ifReadable(awaitEffect(t, () => readListed(t, done.id, filter), isListed));
  if (listed === null) return;
  if (!isListed(listed) && !(await isStillModified(t, done.id, modified))) return;
  t.saw("shipments changed before");
  if (isListed(listed)) return;
  const documented = `shipment ${done.id}, modified at ${modified.text} by its id, under modified_at_start=${start.text}`;
  t.breach([listed.exchange, byId.exchange], documented, "it is not listed there");
}

/**
 * Judges that a shipment which v1 shows by its id with a tag is found under that tag. Once the list lacked it under one
 * tag, it is asked for under the other, which the shipment still has.
 */
export async function judgeUnderTag(t: Check): Promise<void> {
  const done = await ifReadable(t.given(tagging));
  if (done === null || done.inV1 === null || !tagsOf(done.inV1.record ?? {}).includes(done.tag)) return;
  t.saw("tags added before");
  if (done.unlisted === null) return;
  const { id, tag, kept } = done;
  const exchanges = [done.unlisted, done.inV1.exchange];
  if (kept !== null) {
    const isListed = ({ record }: StillSeen) => record !== null;
    const again = await ifReadable(awaitEffect(t, () => readListed(t, id, { tag: kept }), isListed));
    const byId = await ifReadable(readStill(t, id, "tags", ["v1GetShipment"]));
    if (again === null || isListed(again) || !tagsOf(byId?.record ?? {}).includes(kept)) return;
    exchanges.unshift(again.exchange);
  }
  const tags = kept === null ? tag : `${kept}, and before that under ${tag}`;
  t.breach(
    exchanges,
    `shipment ${id}, which shows the tag by its id, under tag ${tags}`,
    "it is not listed there",
  );
}

/** When v1 showed a shipment as modified before the run changed any; null if it did not show it. */
async function formerlyModified(t: Check, id: string | undefined): Promise<Instant | null> {
  const listed = await ifReadable(t.census.list("shipments"));
  return parseInstant(listed?.oldest.find((item) => item.id === id)?.raw.modified_at);
}

/** Whether a shipment is still there and shows a time of modification that is no earlier. */
async function isStillModified(t: Check, id: string, since: Instant): Promise<boolean> {
  const now = await ifReadable(readStill(t, id, "modified_at", ["v1GetShipment"]));
  const shown = parseInstant(now?.record?.modified_at);
  return shown !== null && compareInstants(shown, since) >= 0;
}

/** No other shipment is cancelled with it. Another client may cancel its own, but seldom twice at such a moment. */
async function judgeCancelledBeside(t: Check, id: string): Promise<void> {
  const gone = newlyCancelled(await t.given(listedShipments), (await t.given(shipmentsNow)).records);
  const others = gone.filter((each) => each !== id);
  if (others.length === 0) return;
  const again = await cancelAgain(t, gone);
  if (again === null || again.with.length === 0) return;
  const documented = `only shipment ${again.id} is cancelled`;
  const received = `cancelled with it: ${renderIds(again.with)}`;
  t.breach([again.exchange, again.cancelled], documented, received);
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

/** The other shipments with the tag that was added to one and removed from it still have it. */
async function judgeStripped(t: Check, done: Tagging, removed: Answered): Promise<void> {
  const { exchange, records } = await t.given(shipmentsNow);
  const stripped = strippedOf(done, await t.given(listedShipments), records);
  if (stripped.length === 0) return;
  const documented = `other shipments keep the tag ${done.tag}, which was added to ${done.id} and removed from it`;
  t.breach([exchange, removed], documented, `all of them lost it: ${renderIds(stripped)}`);
}
