import type { ShippingField } from "../../../contract/purchase-orders.js";
import {
  type Arrival,
  arrivalOf,
  isSameLoss,
  type LostValue,
  TEXTS,
} from "../../../oracles/purchase-orders/fields.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { BRIEF, PATIENCE } from "../eventually.js";
import type { FieldChange, Shape, Values } from "./changes.js";
import type { SeenOrder } from "./history.js";
import { readUntil } from "./reading.js";
import { isAccepted, type Step, send } from "./sending.js";

/** The texts that an order shows, the least that a PUT can change; all of them if it shows none. */
export function textsIn({ record }: SeenOrder): readonly ShippingField[] {
  const shown = TEXTS.filter((field) => record[field] !== undefined);
  return shown.length > 0 ? shown : TEXTS;
}

/** A lost value, with the exchanges that show it. */
export interface Lost extends LostValue {
  readonly exchanges: readonly [Answered, Answered];
}

/** What became of accepted values. */
export type Applied = Arrival<Lost>;

/** What became of accepted values, and the order after that. */
interface Arrived extends Applied {
  readonly after: SeenOrder;
}

/** What was sent to change fields of an order, and what became of it. */
export interface Tried extends Arrived {
  readonly before: SeenOrder;
  readonly steps: readonly Step[];
  /** The last accepted request, or null. */
  readonly accepted: Step | null;
  /** All accepted values, and the shapes in which they were accepted. */
  readonly values: Values;
  readonly shapes: ReadonlyMap<string, Shape>;
}

/** How often a change is repeated whose effect does not show. */
const AGAIN = 3;

/**
 * Looks whether the accepted values of requests show on the order. A change whose values do not is repeated: a later one,
 * or another client, may have undone it. A lost value shows the same each time, unlike other clients' values.
 */
export async function lookAfter(
  t: Check,
  change: FieldChange,
  before: SeenOrder,
  steps: readonly Step[],
): Promise<Tried> {
  const taken = steps.filter(isAccepted);
  const accepted = taken.at(-1) ?? null;
  const values = Object.fromEntries(taken.flatMap((step) => Object.entries(step.values)));
  const shapes = new Map(
    taken.flatMap((step) => Object.keys(step.values).map((field) => [field, step.shape] as const)),
  );
  const nothing = { after: before, judged: [], lost: [] };
  const first = accepted === null ? nothing : await arrival(t, before, values, accepted);
  const tried = { ...first, before, steps, accepted, values, shapes };
  return first.lost.length === 0 ? tried : { ...tried, ...(await again(t, change, tried)) };
}

/**
 * Reads an order until the values of an accepted request show, for a short while.
 * @param counts whether a lost value does
 */
export async function arrival(
  t: Check,
  before: SeenOrder,
  values: Values,
  { exchange }: Step,
  patience = PATIENCE,
  counts: (lost: LostValue) => boolean = () => true,
): Promise<Arrived> {
  const lostIn = ({ record }: SeenOrder) => arrivalOf(values, before.record, record).lost.filter(counts);
  const after = await readUntil(t, before.id, (order) => lostIn(order).length === 0, patience);
  const { judged } = arrivalOf(values, before.record, after.record);
  const lost = lostIn(after);
  return { after, judged, lost: lost.map((each) => ({ ...each, exchanges: [exchange, after.exchange] })) };
}

/** Repeats the request whose values are lost, since only together may they be; else the lost values alone. */
async function again(t: Check, change: FieldChange, tried: Tried): Promise<Omit<Arrived, "judged">> {
  const { before, accepted, values, shapes } = tried;
  // A lagging replica may show another client's value twice.
  const [due, patience] = t.session.lag.isSeen ? [2, PATIENCE] : [1, BRIEF];
  const seen = [...tried.lost];
  let { after, lost } = tried;
  for (let round = 1; round <= AGAIN && lost.length > 0; round += 1) {
    const fields = new Set(lost.map(({ field }) => field));
    const isOne = accepted !== null && [...fields].every((field) => field in accepted.values);
    const same = isOne ? accepted.values : only(fields, values);
    const [shape = "changes"] = [...fields].flatMap((field) => shapes.get(field) ?? []);
    const once = await send(t, change, after, shape, same);
    if (!isAccepted(once)) break;
    ({ after, lost } = await arrival(t, before, same, once, patience));
    if (lost.length === 0 && !(await takesBack(t, change, { before, after, fields, shape }))) return tried;
    const repeated = lost.filter((each) => seen.filter((other) => isSameLoss(each, other)).length >= due);
    if (repeated.length > 0) return { after, lost: repeated };
    seen.push(...lost);
  }
  return { after, lost: [] };
}

function only(fields: ReadonlySet<string>, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.has(field)));
}

/** Fields of an order that were changed in a shape. */
interface Changed extends Pick<Tried, "before" | "after"> {
  readonly fields: ReadonlySet<string>;
  readonly shape: Shape;
}

/**
 * Whether the texts that an order had before its change show again once they are sent. If not, it shows each change one
 * request late: a repeated change seems to arrive, and what shows is the one before it.
 */
async function takesBack(
  t: Check,
  change: FieldChange,
  { before, after, fields, shape }: Changed,
): Promise<boolean> {
  const former = Object.entries(only(fields, before.record));
  const texts = Object.fromEntries(former.filter(([, value]) => typeof value === "string"));
  if (Object.keys(texts).length === 0) return true;
  const step = await send(t, change, after, shape, texts);
  if (!isAccepted(step)) return true;
  const { lost } = await arrival(t, after, texts, step);
  return !lost.some(({ isFormer }) => isFormer);
}

/** Several outcomes as one. */
export function together(parts: readonly Applied[]): Applied {
  return {
    judged: parts.flatMap((part) => part.judged),
    lost: parts.flatMap((part) => part.lost),
  };
}
