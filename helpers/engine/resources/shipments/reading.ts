import type { OperationId } from "../../../contract/generated/types.js";
import { shipments } from "../../../contract/lists.js";
import { STATUS, shipmentIdOf } from "../../../oracles/records/shipments-beside.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf, type Raw } from "../../../wire/raw.js";
import { objectsIn } from "../../../wire/search.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { polling } from "../eventually.js";
import { neededFixtures } from "../fixtures.js";
import { aWhileAfter } from "../later.js";
import type { Listing, StillSeen } from "../listed-under.js";

/** A shipment that a read showed. */
export interface SeenShipment extends StillSeen {
  readonly record: Raw;
}

/** The longest page that these checks ask for. */
export const LONGEST_PAGE = 100;

/** The v1 list. */
export const LIST: Listing = { ...shipments, page_size: LONGEST_PAGE };

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
const READS: readonly Read[] = ["v2GetShipment", "v1GetShipment"];

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
