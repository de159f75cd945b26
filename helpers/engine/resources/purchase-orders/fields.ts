import type { ShippingField } from "../../../contract/purchase-orders.js";
import { type Arrival, arrivalOf, type LostValue } from "../../../oracles/purchase-orders/fields.js";
import { changes } from "../../../wire/changes.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { bodyOf, type Change, type Shape, type Step, send, type Values } from "./changes.js";
import type { SeenOrder } from "./history.js";
import { readUntil } from "./reading.js";

/** Free texts: the least that a PUT can change. */
export const TEXTS: readonly ShippingField[] = ["note_to_supplier", "reference_number", "tracking_number"];

/** A lost value, with the exchanges that show it. */
export interface Lost extends LostValue {
  readonly exchanges: readonly [Answered, Answered];
}

/** What became of accepted values. */
export type Applied = Arrival<Lost>;

/** A change of one field that was refused. */
export interface FieldStep {
  readonly field: string;
  readonly step: Step;
}

/** What was sent to change fields of an order, and what became of it. */
export interface Tried extends Applied {
  readonly steps: readonly Step[];
  /** The last accepted request, or null. */
  readonly accepted: Step | null;
  /** The accepted values, and the shapes in which they were accepted. */
  readonly values: Values;
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The fields that were refused even when sent alone. */
  readonly refused: readonly FieldStep[];
  /** The order before and after. */
  readonly before: SeenOrder;
  readonly after: SeenOrder;
}

type Requests = Omit<Tried, keyof Applied | "before" | "after">;

/** Changes fields together, in one shape after the other until one is accepted. */
export async function changeTogether(
  t: Check,
  change: Change,
  before: SeenOrder,
  values: Values,
  shapes = change.shapes,
): Promise<Tried> {
  return withArrival(t, change, before, await sendTogether(t, change, before, values, shapes));
}

/** Changes one field after the other, and reads the order once, at the end. */
export async function changeEach(
  t: Check,
  change: Change,
  before: SeenOrder,
  values: Values,
  shapes = change.shapes,
): Promise<Tried> {
  return withArrival(t, change, before, await sendEach(t, change, before, values, shapes));
}

/** Like `changeTogether`; if no shape is accepted, like `changeEach`. */
export async function changeAnyhow(
  t: Check,
  change: Change,
  before: SeenOrder,
  values: Values,
  shapes = change.shapes,
): Promise<Tried> {
  const all = await sendTogether(t, change, before, values, shapes);
  if (all.accepted !== null || Object.keys(values).length < 2) return withArrival(t, change, before, all);
  const each = await sendEach(t, change, before, values, shapes);
  return withArrival(t, change, before, { ...each, steps: [...all.steps, ...each.steps] });
}

async function sendTogether(
  t: Check,
  change: Change,
  before: SeenOrder,
  values: Values,
  shapes: readonly Shape[],
  words?: string,
): Promise<Requests> {
  const names = Object.keys(values);
  const steps: Step[] = [];
  for (const shape of names.length === 0 ? [] : shapes) {
    if (bodyOf(t, change, shape, before, values) === null) continue;
    const step = await send(t, change, before, shape, values, words ?? `${change.words} with other fields`);
    steps.push(step);
    if (step.outcome !== "accepted") continue;
    const taken = new Map(names.map((name) => [name, shape]));
    return { steps: [step], accepted: step, values, shapes: taken, refused: [] };
  }
  return { steps, accepted: null, values: {}, shapes: new Map(), refused: [] };
}

async function sendEach(
  t: Check,
  change: Change,
  before: SeenOrder,
  all: Values,
  shapes: readonly Shape[],
): Promise<Requests> {
  const steps: Step[] = [];
  const taken = new Map<string, Shape>();
  const refused: FieldStep[] = [];
  let values: Values = {};
  for (const [field, value] of Object.entries(all)) {
    // The body of a PUT holds the whole order: in the shape that is known by now, with what was accepted before.
    const isWhole = change.kind === "put";
    const sent = isWhole ? { ...values, [field]: value } : { [field]: value };
    const [known] = isWhole ? taken.values() : [];
    const words = `${change.words} with another ${field}`;
    const one = await sendTogether(t, change, before, sent, known === undefined ? shapes : [known], words);
    const [step] = one.steps;
    if (step === undefined) continue;
    steps.push(step);
    if (step.outcome === "refused") refused.push({ field, step });
    if (one.accepted === null) continue;
    values = { ...values, [field]: value };
    taken.set(field, one.shapes.get(field) ?? "changes");
  }
  const accepted = steps.findLast(({ outcome }) => outcome === "accepted") ?? null;
  return { steps, accepted, values, shapes: taken, refused };
}

/** How often a change is repeated whose effect does not show. */
const AGAIN = 3;

/**
 * Whether accepted values show on the order. A change is repeated if a later one, or another client, may have undone
 * it. A lost value shows the same each time; other clients' values hardly do.
 */
async function withArrival(t: Check, change: Change, before: SeenOrder, made: Requests): Promise<Tried> {
  const { accepted, values, steps, shapes } = made;
  if (accepted === null) return { ...made, before, after: before, judged: [], lost: [] };
  let last = await arrivalAt(t, before, values, accepted);
  const tried = (lost: readonly Lost[]): Tried => ({
    ...made,
    before,
    after: last.after,
    judged,
    lost,
  });
  const { judged } = last;
  const seen = [...last.lost];
  const isOneOfMany = steps.filter(({ outcome }) => outcome === "accepted").length > 1;
  // A field that still shows its former value was changed by nobody.
  const mayBeUndone = ({ isFormer }: Lost) => isOneOfMany || t.session.lag.isSeen || !isFormer;
  if (!last.lost.some(mayBeUndone)) return tried(last.lost);
  // A lagging replica may show another client's value twice.
  const due = t.session.lag.isSeen ? 2 : 1;
  for (let round = 1; round <= AGAIN; round += 1) {
    const lost = new Set(last.lost.map(({ field }) => field));
    const same = Object.fromEntries(Object.entries(values).filter(([field]) => lost.has(field)));
    const [field = ""] = lost;
    const once = await send(t, change, last.after, shapes.get(field) ?? "changes", same);
    if (once.outcome !== "accepted") break;
    last = await arrivalAt(t, before, same, once);
    const again = last.lost.filter((each) => seen.filter((other) => isSame(each, other)).length >= due);
    if (again.length > 0 || last.lost.length === 0) return tried(again);
    seen.push(...last.lost);
  }
  return tried([]);
}

function isSame(one: Lost, other: Lost): boolean {
  return one.pointer === other.pointer && changes(one.shown, other.shown).length === 0;
}

/** Reads again until all values show, for a short while. */
async function arrivalAt(t: Check, before: SeenOrder, values: Values, { exchange }: Step) {
  const arrival = (order: SeenOrder) => arrivalOf(values, before.record, order.record);
  const after = await readUntil(t, before.id, (order) => arrival(order).lost.length === 0);
  const { judged, lost } = arrival(after);
  const exchanges = [exchange, after.exchange] as const;
  return { after, judged, lost: lost.map((each) => ({ ...each, exchanges })) };
}

/** Several outcomes as one. */
export function together(parts: readonly Applied[]): Applied {
  return {
    judged: parts.flatMap((part) => part.judged),
    lost: parts.flatMap((part) => part.lost),
  };
}
