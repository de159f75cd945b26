import type { OperationId } from "../../../contract/generated/types.js";
import { STATUS, shipmentIdOf } from "../../../oracles/records/shipments-beside.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf, objectOf, type Raw } from "../../../wire/raw.js";
import { objectsIn } from "../../../wire/search.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { ListQuery } from "../../lists/asking/pages.js";
import { type Filter, listedBefore } from "../../operations/asked-before.js";
import { polling } from "../eventually.js";
import { neededFixtures } from "../fixtures.js";
import { aWhileAfter } from "../later.js";

/** A shipment as one read showed it; the record is null if the answer was 404, or a list that lacks it. */
export interface StillSeen {
  readonly record: Raw | null;
  readonly exchange: Answered;
}

/** A shipment that a read showed. */
export interface SeenShipment extends StillSeen {
  readonly record: Raw;
}

/** The longest page that these checks ask for. */
export const LONGEST_PAGE = 100;

/** The operations by which checks change shipments. */
const CHANGES: readonly OperationId[] = ["v2AddShipmentTag", "v2RemoveShipmentTag", "v2CancelShipment"];

/** The shipments on the first page of the v2 list: objects with shipment_id at any depth. Once a run. */
export const listedShipments = given(async (t) => recordsIn(await t.listedOk("v2ListShipments")));

/** The shipments on the first page of the v2 list, with what v1 lists of them where v2 shows no state. */
const statedShipments = given(async (t): Promise<readonly Raw[]> => {
  const records = await t.given(listedShipments);
  if (records.some((record) => STATUS in record)) return records;
  const inV1 = (await ifReadable(t.census.list("shipments")))?.oldest ?? [];
  const known = new Map(inV1.map(({ raw }) => [shipmentIdOf(raw), raw]));
  return records.map((record) => ({ ...known.get(shipmentIdOf(record)), ...record }));
});

/** The first page of the v2 list, read now. */
export async function listNow(t: Check) {
  const exchange = await t.askOk({ operation: "v2ListShipments" });
  return { exchange, records: recordsIn(exchange) };
}

/** The first page of the v2 list, read some time after the run has changed shipments. */
export async function recordsAfter(t: Check) {
  await aWhileAfter(t, ...CHANGES);
  return listNow(t);
}

/** The first page of the v2 list near the end of the run. Once a run. */
export const shipmentsNow = given(recordsAfter);

function recordsIn({ answer }: Answered): readonly Raw[] {
  return objectsIn(jsonOf(answer)).filter((record) => typeof record.shipment_id === "string");
}

/** A shipment near the end of the run: from the page, or by its id if the page lacks it or shows it wrong. */
export async function shipmentNow(
  t: Check,
  id: string,
  member: string,
  isRight: (record: Raw) => boolean,
): Promise<StillSeen> {
  const { exchange, records } = await t.given(shipmentsNow);
  const record = records.find((each) => shipmentIdOf(each) === id && member in each);
  const right = (seen: StillSeen) => seen.record !== null && isRight(seen.record);
  const read = () => readStill(t, id, member);
  return polling(t, read, record && { record, exchange }).until(right);
}

export type Read = "v2GetShipment" | "v1GetShipment";
export const READS: readonly Read[] = ["v2GetShipment", "v1GetShipment"];

/**
 * Like `readStill`, but the shipment must be there with its tags.
 * @throws Inconclusive if neither generation shows them
 */
export async function readTagged(
  t: Check,
  id: string,
  operations: readonly Read[] = READS,
): Promise<SeenShipment> {
  const { record, exchange } = await readStill(t, id, "tags", operations);
  if (record !== null) return { record, exchange };
  return t.inconclusive(`shipment ${id} does not show tags when it is read`);
}

/**
 * Reads a shipment in the generation that shows the member: first v2, whose payload the contract leaves open. The
 * record is null if the answer is 404.
 * @throws Inconclusive if neither shows it
 */
export async function readStill(
  t: Check,
  id: string,
  member: string,
  operations: readonly Read[] = READS,
): Promise<StillSeen> {
  const asked: Answered[] = [];
  for (const operation of operations) {
    if (!t.inScope(operation)) continue;
    const exchange = await t.ask({ operation, path: { shipment_id: id } });
    const records = exchange.answer.status === 200 ? objectsIn(jsonOf(exchange.answer)) : [];
    const record = records.find((each) => member in each);
    if (record !== undefined) return { record, exchange };
    asked.push(exchange);
  }
  const [first] = asked;
  if (first !== undefined && asked.every(({ answer }) => answer.status === 404))
    return { record: null, exchange: first };
  return t.inconclusive(`shipment ${id} does not show ${member} when it is read`);
}

export const isThere = (record: Raw | null) => record !== null;
export const isGone = (record: Raw | null) => record === null;

/**
 * Looks for a shipment in the v1 list under a filter until it is as it is due, for a short while; the record is null if
 * the list lacks it.
 * @throws Inconclusive if the list cannot be read, or the first page does not show all of it
 */
export function readListed(
  t: Check,
  id: string,
  filter: Filter,
  isDue: (record: Raw | null) => boolean = isThere,
): Promise<StillSeen> {
  const ask = { operation: "v1ListShipments", query: { ...filter, page_size: LONGEST_PAGE } } as const;
  return untilDue(t, id, ask, isDue);
}

/** A shipment that a page of the v1 list was asked for, and all that the page shows. */
export interface OnPage extends StillSeen {
  readonly records: readonly Raw[];
}

/** Looks for a shipment on a page of the v1 list until it is there, for a short while; other pages may hold it. */
export function readOnPage(t: Check, id: string, query: ListQuery): Promise<OnPage> {
  return polling(t, () => readPage(t, id, { operation: "v1ListShipments", query })).until(
    ({ record }) => record !== null,
  );
}

/** A shipment that a list was asked for, and the address if it was asked for before the write too. */
interface ListedAgain extends StillSeen {
  readonly href: string | null;
}

/**
 * Looks for a shipment under a filter some time after a write: by an address used before it, if the run knows one and a
 * page still shows all shipments under the filter.
 * @throws Inconclusive as `readListed`
 */
export async function readListedAgain(
  t: Check,
  id: string,
  filter: Filter,
  write: Answered,
  isDue: (record: Raw | null) => boolean,
): Promise<ListedAgain> {
  const href = await listedBefore(t, "v1ListShipments", filter, write);
  const again = href === null ? null : await ifReadable(untilDue(t, id, { href }, isDue));
  return again === null ? { ...(await readListed(t, id, filter, isDue)), href: null } : { ...again, href };
}

function untilDue(
  t: Check,
  id: string,
  ask: Ask,
  isDue: (record: Raw | null) => boolean,
): Promise<StillSeen> {
  return polling(t, () => readUnder(t, id, ask)).until(({ record }) => isDue(record));
}

async function readUnder(t: Check, id: string, ask: Ask): Promise<StillSeen> {
  const page = await readPage(t, id, ask);
  if (page.record === null && objectOf(page.exchange.answer)?.total !== page.records.length)
    t.inconclusive("the first page does not show all shipments under the filter");
  return page;
}

async function readPage(t: Check, id: string, ask: Ask): Promise<OnPage> {
  if (!t.inScope("v1ListShipments")) t.inconclusive("the v1 list of shipments is out of scope");
  const exchange = await t.askOk(ask);
  const records = recordsIn(exchange);
  return { record: records.find((each) => shipmentIdOf(each) === id) ?? null, exchange, records };
}

/** What the run does with a fixture of each kind, to be said where it may not. */
const PURPOSES = {
  "shipment:cancellable": "cancels a shipment that is pending",
  "shipment:taggable": "tags a shipment that is neither pending nor cancelled",
} as const;

/**
 * Ids of shipments that may be changed in a way.
 * @param fits which listed ones may be, if everything that the target holds is a fixture
 * @throws Inconclusive if there are none
 */
export function changeable(
  t: Check,
  kind: keyof typeof PURPOSES,
  fits: (record: Raw) => boolean,
): Promise<readonly string[]> {
  return neededFixtures(t, kind, PURPOSES[kind], async () =>
    (await t.given(statedShipments)).filter(fits).map(shipmentIdOf),
  );
}

/**
 * Sorts ids of a list: those nearest to a place of it come first, so that its page shows neighbours on both sides.
 * @param place from 0, the beginning, to 1, the end
 */
export function around(ids: readonly string[], place: number): readonly string[] {
  const from = place * (ids.length - 1);
  return ids
    .map((id, at) => ({ id, away: Math.abs(at - from) }))
    .toSorted((left, right) => left.away - right.away)
    .map(({ id }) => id);
}
