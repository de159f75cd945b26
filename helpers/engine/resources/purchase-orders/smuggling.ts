import { isShippingField, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { firstLineTwice } from "../../../oracles/purchase-orders/lines.js";
import { statusMember } from "../../../oracles/purchase-orders/orders.js";
import type { Answered } from "../../../wire/exchange.js";
import { objectsIn } from "../../../wire/search.js";
import type { Check } from "../../check/check.js";
import { companionNames, ownValues } from "./bodies.js";
import { oweRestoration } from "./borrowed.js";
import { SHIPPING, type Shape, type Values } from "./changes.js";
import type { SeenOrder } from "./history.js";
import { neighboursOf } from "./listed.js";
import { otherValues, textFor, textsElsewhere } from "./other-values.js";
import { otherPlain } from "./plain-values.js";
import { readNow } from "./reading.js";
import { type Step, send, sendStatus } from "./sending.js";

/** How many values of other orders to send along at once. */
const MOST_FOREIGN = 3;

/** Members that are not shipping fields but were changed by being sent along. */
export interface Smuggling {
  readonly smuggled: readonly Smuggled[];
  /** The number of members that were sent along. */
  readonly extras: number;
}

/** Where nothing was sent along. */
const NOTHING_SMUGGLED: Smuggling = { smuggled: [], extras: 0 };

/** Such a member, with the value that was sent. */
interface Smuggled {
  readonly field: string;
  readonly sent: unknown;
  readonly exchanges: readonly [Answered, Answered];
}

/** Members to send along, by kind. */
interface Cargo {
  /** Values of other orders. */
  readonly foreign: Values;
  /** One line more. */
  readonly lines: Values;
  readonly status: Values;
  /** Other values for all remaining texts and numbers. */
  readonly plain: Values;
}

async function cargoFor(t: Check, order: SeenOrder): Promise<Cargo> {
  const foreign = await foreignValues(t, order);
  return {
    foreign,
    lines: firstLineTwice(order.record),
    status: order.status === null ? {} : { [statusMember(order.record)]: "draft" },
    plain: await plainValues(t, order, foreign),
  };
}

/**
 * Sends further members along with a shipping field: values of other orders, an extra line, a status, and other values
 * for all texts and numbers. Puts back those that were taken.
 * @param shapes the fields that are accepted alone, with their shapes
 */
export async function smuggle(
  t: Check,
  before: SeenOrder,
  shapes: ReadonlyMap<string, Shape>,
): Promise<Smuggling> {
  const cargo = await cargoFor(t, before);
  const { foreign, lines, status, plain } = cargo;
  const all = { ...foreign, ...lines, ...status, ...plain };
  const [carrier] = shapes;
  if (carrier === undefined || Object.keys(all).length === 0) return NOTHING_SMUGGLED;
  const former = ownValues(before, Object.keys({ ...foreign, ...lines, ...plain }));
  const settled = oweRestoration(t, before, SHIPPING, former);
  const step = await sendAlong(t, before, carrier, cargo, all);
  const after = await readNow(t, before.id);
  const exchanges = [step.exchange, after.exchange] as const;
  const smuggled = Object.entries(all)
    .filter(([name, sent]) => isTaken(sent, after.record[name]))
    .filter(([name, sent]) => !(name in plain && isAlsoDetail(sent, after)))
    .map(([name, sent]) => ({ field: name, sent, exchanges }));
  await unload(t, before, smuggled);
  await settled(smuggled.map(({ field }) => field));
  return { smuggled, extras: Object.keys(all).length };
}

/** Sends all of it with one field; if that is refused, parts: a refusal of one member must not hide another's effect. */
async function sendAlong(
  t: Check,
  order: SeenOrder,
  [field, shape]: readonly [string, Shape],
  { foreign, lines, status, plain }: Cargo,
  all: Values,
): Promise<Step> {
  const own = await otherValues(t, order, [field], "smuggling");
  const sendWith = (values: Values) => send(t, SHIPPING, order, shape, { ...own, ...values });
  let step = await sendWith(all);
  for (const part of [{ ...foreign, ...lines, ...status }, { ...foreign, ...plain }, lines, status]) {
    if (step.outcome !== "accepted" && isPart(part, all)) step = await sendWith(part);
  }
  return step;
}

/** Whether it holds some of the values, but not all. */
function isPart(part: Values, all: Values): boolean {
  const size = Object.keys(part).length;
  return size > 0 && size < Object.keys(all).length;
}

/** Other values for the remaining texts and numbers, except what a configured body holds. */
async function plainValues(t: Check, before: SeenOrder, foreign: Values): Promise<Values> {
  const others = (await neighboursOf(t, before.id)).map(({ record }) => record);
  const all = otherPlain(before.record, others, (name) => textFor(t, "smuggling", `-${name}`));
  const left = new Set([...Object.keys(foreign), ...companionNames(t, SHIPPING, before)]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !left.has(name)));
}

/** Whether a shipping field shows a value: then the member that shows it too is that field under another name. */
function isAlsoDetail(sent: unknown, { record }: SeenOrder): boolean {
  return objectsIn(record).some((value) => SHIPPING_FIELDS.some((field) => value[field] === sent));
}

/** A service may add members to the lines it stores, but not change their number. */
function isTaken(sent: unknown, shown: unknown): boolean {
  return Array.isArray(sent) ? Array.isArray(shown) && shown.length === sent.length : shown === sent;
}

/** Names of members whose texts other orders may well have too: ids of other records, names, notes. */
const TRANSFERABLE = /^[a-z]+_id$|name$|memo$|^notes?$/;

/** Texts of other orders for members that are neither shipping fields nor computed by the service. */
export async function foreignValues(t: Check, order: SeenOrder): Promise<Values> {
  const names = Object.keys(order.record).filter(
    (name) =>
      TRANSFERABLE.test(name) &&
      name !== "purchase_order_id" &&
      !isShippingField(name) &&
      order.record[name] !== "",
  );
  return Object.fromEntries(Object.entries(await textsElsewhere(t, order, names)).slice(0, MOST_FOREIGN));
}

/** Puts back what was smuggled in, the same way. */
async function unload(t: Check, before: SeenOrder, smuggled: readonly Smuggled[]): Promise<void> {
  const names = smuggled.map(({ field }) => field);
  if (names.length > 0) await send(t, SHIPPING, before, "changes", ownValues(before, names));
  if (names.includes(statusMember(before.record)) && before.status !== null)
    await sendStatus(t, before, before.status);
}
