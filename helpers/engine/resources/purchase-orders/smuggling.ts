import { isObject } from "../../../contract/json.js";
import { isShippingField, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { statusMember } from "../../../oracles/purchase-orders/orders.js";
import type { Answered } from "../../../wire/exchange.js";
import { objectsIn } from "../../../wire/search.js";
import type { Check } from "../../check/check.js";
import { companionNames, ownValues } from "./bodies.js";
import { oweRestoration } from "./borrowed.js";
import { SHIPPING, type Shape, type Values } from "./changes.js";
import type { SeenOrder } from "./history.js";
import { neighboursOf } from "./listed.js";
import { otherValues, ownText } from "./other-values.js";
import { otherPlain } from "./plain-values.js";
import { readNow } from "./reading.js";
import { send, sendStatus } from "./sending.js";

/** How many values of other orders to send along at once. */
const MOST_FOREIGN = 3;

/** Members that are not shipping fields but were changed by being sent along. */
export interface Smuggling {
  readonly smuggled: readonly Smuggled[];
  /** The number of members that were sent along. */
  readonly extras: number;
}

/** Where nothing was sent along. */
export const NOTHING_SMUGGLED: Smuggling = { smuggled: [], extras: 0 };

/** Such a member, with the value that was sent. */
interface Smuggled {
  readonly field: string;
  readonly sent: unknown;
  readonly exchanges: readonly [Answered, Answered];
}

/**
 * Sends further members along with a shipping field: values of other orders, an extra line, a status, and other values
 * for all texts and numbers.
 */
export async function smuggle(
  t: Check,
  before: SeenOrder,
  shapes: ReadonlyMap<string, Shape>,
): Promise<Smuggling> {
  const foreign = await foreignValues(t, before);
  const plain = await plainValues(t, before, foreign);
  const status: Values = before.status === null ? {} : { [statusMember(before.record)]: "draft" };
  const lines = longerLines(before);
  const cargo = { ...foreign, ...lines, ...status, ...plain };
  const [carrier] = shapes;
  if (carrier === undefined || Object.keys(cargo).length === 0) return NOTHING_SMUGGLED;
  const [field, shape] = carrier;
  const own = await otherValues(t, before, [field], "smuggling");
  const former = ownValues(before, Object.keys({ ...foreign, ...lines, ...plain }));
  const settled = oweRestoration(t, before, SHIPPING, former);
  const sendWith = (values: Values) => send(t, SHIPPING, before, shape, { ...own, ...values });
  let step = await sendWith(cargo);
  // A refusal of one member must not hide that another one gets through.
  for (const part of [{ ...foreign, ...lines, ...status }, { ...foreign, ...plain }, lines, status]) {
    if (step.outcome !== "accepted" && isPart(part, cargo)) step = await sendWith(part);
  }
  const after = await readNow(t, before.id);
  const exchanges = [step.exchange, after.exchange] as const;
  const smuggled = Object.entries(cargo)
    .filter(([name, sent]) => isTaken(sent, after.record[name]))
    .filter(([name, sent]) => !(name in plain && isAlsoDetail(sent, after)))
    .map(([name, sent]) => ({ field: name, sent, exchanges }));
  await unload(t, before, smuggled);
  await settled(smuggled.map(({ field: name }) => name));
  return { smuggled, extras: Object.keys(cargo).length };
}

/** Whether it holds some of the values, but not all. */
function isPart(part: Values, all: Values): boolean {
  const size = Object.keys(part).length;
  return size > 0 && size < Object.keys(all).length;
}

/** Other values for the remaining texts and numbers, except what a configured body holds. */
async function plainValues(t: Check, before: SeenOrder, foreign: Values): Promise<Values> {
  const others = (await neighboursOf(t, before.id)).map(({ record }) => record);
  const all = otherPlain(before.record, others, (name) => ownText(t.settings.run, `6-${name}`));
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

/** Texts of other orders for members that are neither shipping fields nor computed by the service. */
export async function foreignValues(t: Check, { id, record }: SeenOrder): Promise<Values> {
  const others = await neighboursOf(t, id);
  const found: [string, unknown][] = [];
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== "string" || value === "" || !/^[a-z]+_id$|name$|memo$|^notes?$/.test(name)) continue;
    if (name === "purchase_order_id" || isShippingField(name)) continue;
    const seen = others.map((order) => order.record[name]);
    const other = seen.find((each) => typeof each === "string" && each !== value);
    if (other !== undefined && found.length < MOST_FOREIGN) found.push([name, other]);
  }
  return Object.fromEntries(found);
}

/** The order's lines, with the first line twice. */
function longerLines({ record }: SeenOrder): Values {
  for (const [name, value] of Object.entries(record))
    if (Array.isArray(value) && isObject(value[0])) return { [name]: [value[0], ...value] };
  return {};
}

/** Puts back what was smuggled in, the same way. */
async function unload(t: Check, before: SeenOrder, smuggled: readonly Smuggled[]): Promise<void> {
  const names = smuggled.map(({ field }) => field);
  if (names.length > 0) await send(t, SHIPPING, before, "changes", ownValues(before, names));
  if (names.includes(statusMember(before.record)) && before.status !== null)
    await sendStatus(t, before, before.status);
}
