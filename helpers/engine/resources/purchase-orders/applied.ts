import type { OrderStatus, ShippingField } from "../../../contract/purchase-orders.js";
import { notApplied } from "../../../oracles/purchase-orders/fields.js";
import { isAboutState, type Outcome, outcomeOf } from "../../../oracles/purchase-orders/outcome.js";
import { changes } from "../../../wire/changes.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import type { Values } from "./bodies.js";
import { hasLeft, readUntil, type SeenOrder } from "./reading.js";

/** Free texts: the least that a PUT can change. */
export const TEXTS: readonly ShippingField[] = ["note_to_supplier", "reference_number", "tracking_number"];

/** A request that would change an order, and its outcome. */
export interface Step {
  readonly kind: "put" | "shipping" | "status";
  readonly words: string;
  readonly exchange: Answered;
  readonly outcome: Outcome;
}

/** A field that an accepted request set but the order does not show. */
export interface Lost {
  readonly field: string;
  readonly sent: unknown;
  readonly shown: unknown;
  readonly exchanges: readonly [Answered, Answered];
}

/** What became of accepted values: the fields that could be judged, and those that were lost. */
export interface Applied {
  readonly judged: readonly string[];
  readonly lost: readonly Lost[];
}

/** The same, with the last reading of the order. */
export type AppliedTo = Applied & { readonly after: SeenOrder };

export const NOTHING_SENT: Applied = { judged: [], lost: [] };

/** Whether accepted values show on the order; reads again until they do, for a short while. */
export async function judgeApplied(
  t: Check,
  before: SeenOrder,
  values: Values,
  step: Step,
): Promise<AppliedTo> {
  const sent = Object.entries(values);
  const isLost =
    (after: SeenOrder) =>
    ([field]: readonly [string, unknown]) =>
      notApplied(field, values, before.record, after.record) === true;
  const after = await readUntil(t, before.id, (order) => !sent.some(isLost(order)));
  return {
    after,
    judged: sent
      .filter(([field]) => notApplied(field, values, before.record, after.record) !== null)
      .map(([field]) => field),
    lost: sent.filter(isLost(after)).map(([field, value]) => ({
      field,
      sent: value,
      shown: after.record[field],
      exchanges: [step.exchange, after.exchange],
    })),
  };
}

/** How often a change is repeated whose effect does not show. */
const AGAIN = 3;

/**
 * Like `judgeApplied`, but repeats the change if another client may have written after it. A lost value shows the same
 * each time; other clients' values hardly do.
 */
export async function judgeAppliedAgain(
  t: Check,
  before: SeenOrder,
  { values, step, send }: AppliedChange,
): Promise<AppliedTo> {
  let applied = await judgeApplied(t, before, values, step);
  const seen = [...applied.lost];
  // A field that still shows its former value was changed by nobody.
  const mayBeOthers = ({ field, shown }: Lost) =>
    t.session.lag.isSeen || changes(before.record[field], shown).length > 0;
  if (!applied.lost.some(mayBeOthers)) return applied;
  for (let round = 1; round <= AGAIN; round += 1) {
    const lost = new Set(applied.lost.map(({ field }) => field));
    const same = Object.fromEntries(Object.entries(values).filter(([field]) => lost.has(field)));
    const once = await send(applied.after, same);
    if (once.outcome !== "accepted") break;
    applied = { ...(await judgeApplied(t, before, same, once)), judged: applied.judged };
    // A lagging replica may show another client's value twice.
    const due = t.session.lag.isSeen ? 2 : 1;
    const again = applied.lost.filter(
      ({ field, shown }) =>
        seen.filter((each) => each.field === field && changes(each.shown, shown).length === 0).length >= due,
    );
    if (again.length > 0 || applied.lost.length === 0) return { ...applied, lost: again };
    seen.push(...applied.lost);
  }
  return { ...applied, lost: [] };
}

/** An accepted change, and how to repeat it. */
export interface AppliedChange {
  readonly values: Values;
  readonly step: Step;
  readonly send: (order: SeenOrder, values: Values) => Promise<Step>;
}

/** A request with its outcome. */
export function stepOf(kind: Step["kind"], words: string, exchange: Answered): Step {
  return { kind, words, exchange, outcome: outcomeOf(exchange.answer) };
}

/**
 * A refusal about the state of an order proves nothing if another client has moved the order on.
 * @throws Inconclusive in that case
 */
export async function stillIn(t: Check, id: string, status: OrderStatus, step: Step): Promise<Step> {
  if (step.outcome !== "refused" || !isAboutState(step.exchange.answer)) return step;
  if (!(await hasLeft(t, id, status))) return step;
  return t.inconclusive(`the purchase order ${id} was ${status} and no longer is; run again`);
}

/** Several outcomes as one. */
export function together(parts: readonly Applied[]): Applied {
  return {
    judged: parts.flatMap((part) => part.judged),
    lost: parts.flatMap((part) => part.lost),
  };
}
