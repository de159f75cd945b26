import { isShippingField, type OrderStatus } from "../../../contract/purchase-orders.js";
import { oneMore, otherLines } from "../../../oracles/purchase-orders/lines.js";
import { statusMember, tellsStatus } from "../../../oracles/purchase-orders/orders.js";
import { smuggledBy } from "../../../oracles/purchase-orders/smuggled.js";
import type { Answered } from "../../../wire/exchange.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { companionNames, ownValues } from "./bodies.js";
import { oweRestoration } from "./borrowed.js";
import { SHIPPING, type Shape, type Values } from "./changes.js";
import type { SeenOrder } from "./history.js";
import { neighboursOf, spareOrder } from "./listed.js";
import { otherValues, textFor, textsElsewhere } from "./other-values.js";
import { otherPlain } from "./plain-values.js";
import { readNow } from "./reading.js";
import { isAccepted, type Step, send, sendStatus } from "./sending.js";

/** How many values of other orders to send along at once. */
const MOST_FOREIGN = 3;

/** Members that are not shipping fields but were changed by being sent along. */
export interface Smuggling {
  readonly smuggled: readonly Smuggled[];
  /** The number of members that were sent along. */
  readonly extras: number;
}

/** A member that was changed by being sent along, with the value that was sent and what the order shows since. */
interface Smuggled {
  readonly field: string;
  readonly sent: unknown;
  readonly shown: unknown;
  readonly exchanges: readonly [Answered, Answered];
  /** Whether no other client can have done that: any of them may set an open order to receiving. */
  readonly isSure: boolean;
}

/**
 * Sends further members along with a shipping field: values of other orders, an extra line and other quantities, a
 * status, and other values for all texts and numbers. Puts back those that were taken.
 * @param shapes the fields that are accepted alone, with their shapes
 */
export async function smuggle(
  t: Check,
  before: SeenOrder,
  shapes: ReadonlyMap<string, Shape>,
): Promise<Smuggling> {
  const foreign = await foreignValues(t, before);
  const lines = otherLines(before.record);
  const status = before.status === null ? {} : { [statusMember(before.record)]: await otherStatus(t) };
  const plain = await plainValues(t, before, foreign);
  const all: Values = { ...foreign, ...lines, ...status, ...plain };
  const extras = Object.keys(all).length;
  const [carrier] = shapes;
  if (carrier === undefined || extras === 0) return { smuggled: [], extras: 0 };
  const former = ownValues(before, Object.keys({ ...foreign, ...lines, ...plain }));
  const settled = oweRestoration(t, before, SHIPPING, former);
  const more = oneMore(before.record);
  const raised = more === null ? {} : { [more.member]: more.lines };
  const parts = [{ ...foreign, ...lines, ...status }, { ...foreign, ...plain }, lines, raised, status];
  const step = await sendAlong(t, before, carrier, all, parts);
  const after = await readNow(t, before.id);
  const names = smuggledBy(all, plain, before.record, after.record);
  await unload(t, before, names);
  await settled(names);
  const exchanges = [step.exchange, after.exchange] as const;
  const isSure = (value: unknown) =>
    value !== NEXT || tellsStatus(jsonOf(step.exchange.answer), before.id, value);
  const smuggled = names.map((field) => {
    const [sent, shown] = [all[field], after.record[field]];
    return { field, sent, shown, exchanges, isSure: isSure(sent) };
  });
  return { smuggled, extras };
}

/** The status that follows on open. */
const NEXT: OrderStatus = "receiving";

/**
 * A status to send along. The next one is the likelier to be taken, but there may be no way back: it is sent only where
 * no order is moved on for good, with which it is sent otherwise.
 */
async function otherStatus(t: Check): Promise<OrderStatus> {
  return t.settings.fixturesAll && (await spareOrder(t)) === null ? NEXT : "draft";
}

/** Sends all of it with one field; if that is refused, parts: a refusal of one member must not hide another's effect. */
async function sendAlong(
  t: Check,
  order: SeenOrder,
  [field, shape]: readonly [string, Shape],
  all: Values,
  parts: readonly Values[],
): Promise<Step> {
  const own = await otherValues(t, order, [field], "smuggling");
  const sendWith = (values: Values) => send(t, SHIPPING, order, shape, { ...own, ...values });
  let step = await sendWith(all);
  for (const part of parts) {
    const size = Object.keys(part).length;
    const isPart = size > 0 && size < Object.keys(all).length;
    if (isPart && !isAccepted(step)) step = await sendWith(part);
  }
  return step;
}

/** Other values for the remaining texts and numbers, except what a configured body holds. */
async function plainValues(t: Check, before: SeenOrder, foreign: Values): Promise<Values> {
  const others = (await neighboursOf(t, before.id)).map(({ record }) => record);
  const all = otherPlain(before.record, others, (name) => textFor(t, "smuggling", `-${name}`));
  const left = new Set([...Object.keys(foreign), ...companionNames(t, SHIPPING, before)]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !left.has(name)));
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
async function unload(t: Check, before: SeenOrder, names: readonly string[]): Promise<void> {
  if (names.length > 0) await send(t, SHIPPING, before, "changes", ownValues(before, names));
  if (names.includes(statusMember(before.record)) && before.status !== null)
    await sendStatus(t, before, before.status);
}
