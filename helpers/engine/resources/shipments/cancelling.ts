import { shipments } from "../../../contract/lists.js";
import { isAccepted } from "../../../oracles/answers/acceptance.js";
import { isGroundless, toldBy } from "../../../oracles/answers/refusal.js";
import {
  isCancelled,
  isLeft,
  newlyCancelled,
  STATUS,
  shipmentIdOf,
} from "../../../oracles/records/shipments-beside.js";
import type { Answered, Exchange } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { CALM } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { askPage } from "../../lists/asking/pages.js";
import { polling } from "../eventually.js";
import type { StillSeen } from "../listed-under.js";
import { type ReadBefore, readBefore } from "../read-before.js";
import { harmOf, tryBefore } from "../wrong-key-changes.js";
import { around, changeable, listedShipments, listNow, readStill, recordsAfter } from "./reading.js";

/** How many shipments are tried before none counts as cancellable. */
const MOST_TRIED = 3;

/** A shipment that was cancelled, and what it showed afterwards. */
export interface Cancelling {
  readonly id: string;
  /** The earlier read by id in v2; null if it showed no state. */
  readonly before: ReadBefore | null;
  readonly cancelled: Answered;
  readonly shown: StillSeen;
  /** How many were cancelled just before; null if no list says so. */
  readonly counted: Counted | null;
}

/** How many shipments are cancelled. */
export interface Counted {
  readonly total: number;
  readonly exchange: Exchange;
}

/** How many shipments are cancelled now, beyond any page; null if the v1 list does not say so. */
export async function countCancelled(t: Check): Promise<Counted | null> {
  const read = await ifReadable(askPage(t, shipments, { [STATUS]: "cancelled", page_size: 1 }));
  if (read?.kind !== "page" || read.total === null) return null;
  return { total: read.total, exchange: read.exchange };
}

/** Cancels the first of some pending shipments that can be cancelled. Once a run. */
export const firstCancellation = given(async (t) =>
  cancelOne(t, await cancellable(t, await t.given(listedShipments))),
);

/** Cancels a pending shipment for good. Once a run. */
export const cancelling = given(async (t): Promise<Cancelling> => {
  const { made, answers } = await t.given(firstCancellation);
  if (made === null)
    return t.inconclusive(
      `${answers.length > 0 ? `cancelling was answered with ${answers.join(", ")}` : "the shipments that were to be cancelled are cancelled already"}; name a shipment that may be cancelled as fixture shipment:cancellable`,
      "--fixture shipment:cancellable=ID",
    );
  // In v1, where the words for the state are documented; near the end of the run v2 shows it.
  const shown = await polling(t, () =>
    readStill(t, made.id, STATUS, ["v1GetShipment", "v2GetShipment"]),
  ).until(({ record }) => isCancelled(record));
  return { ...made, shown };
});

/**
 * Cancels another shipment and returns which others on the page were cancelled with it, or some time later, and how many
 * are cancelled since, wherever they stand. Of those on the page only shipments older than the run count: other clients
 * may cancel at any time what they create meanwhile. Null if none is left that may be cancelled, or if shipments are
 * cancelled while the run cancels nothing for a longer while.
 */
export async function cancelAgain(t: Check, spent: readonly string[]) {
  const before = await listNow(t);
  const left = (await cancellable(t, before.records)).filter((id) => !spent.includes(id));
  const from = performance.now();
  const { made } = await cancelOne(t, left);
  if (made === null) return null;
  const { exchange, records } = await recordsAfter(t);
  const count = await countCancelled(t);
  const old = new Set((await t.given(listedShipments)).map(shipmentIdOf));
  const goneIn = (from: readonly Raw[], to: readonly Raw[]) =>
    newlyCancelled(from, to).filter((id) => id !== made.id && old.has(id));
  const others = goneIn(before.records, records);
  const again = { ...made, exchange, with: others, count };
  if (others.length === 0 && !isMoreThanOne(made.counted, count)) return again;
  await t.session.pause(CALM * (performance.now() - from));
  const quiet = await listNow(t);
  const isQuiet =
    goneIn(records, quiet.records).length === 0 && (await countCancelled(t))?.total === count?.total;
  return isQuiet ? again : null;
}

/** Whether more shipments than one were cancelled between two counts. */
export function isMoreThanOne(before: Counted | null, after: Counted | null): boolean {
  return before !== null && after !== null && after.total > before.total + 1;
}

/**
 * Those near the middle first, since the tagged one stands before it; but before these, any whose neighbours could be
 * cancelled by mistake.
 */
async function cancellable(t: Check, records: readonly Raw[]): Promise<readonly string[]> {
  const ids = around(
    await changeable(t, "shipment:cancellable", (record) => record[STATUS] === "pending"),
    0.6,
  );
  return besideMostLeft(ids, records);
}

/** Ids of shipments, those first whose neighbours in a list could be cancelled with them. */
export function besideMostLeft(ids: readonly string[], records: readonly Raw[]): readonly string[] {
  const places = new Map(records.map((record, at) => [shipmentIdOf(record), at]));
  const left = (id: string) => {
    const at = places.get(id);
    if (at === undefined) return 0;
    return [records[at - 1], records[at + 1]].filter((record) => record && isLeft(record)).length;
  };
  return ids.toSorted((one, other) => left(other) - left(one));
}

async function cancelOne(t: Check, ids: readonly string[]) {
  const answers: string[] = [];
  const groundless: Answered[] = [];
  const counted = await countCancelled(t);
  for (const id of ids.slice(0, MOST_TRIED)) {
    const path = { shipment_id: id };
    const ask = { operation: "v2CancelShipment", path } as const;
    // Either generation may keep answers of its own.
    const before = await readBefore(t, { operation: "v2GetShipment", path });
    const read = () => readBefore(t, { operation: "v1GetShipment", path });
    if (cancelledIn(await tryBefore(t, ask, read, cancelledIn)) !== null) continue;
    const cancelled = await t.ask(ask);
    answers.push(toldBy(cancelled.answer));
    if (isAccepted(cancelled)) return { made: { id, before, cancelled, counted }, answers, groundless };
    if (isGroundless(cancelled)) groundless.push(cancelled);
  }
  return { made: null, answers, groundless };
}

const cancelledIn = harmOf("shipment", "cancelled");
