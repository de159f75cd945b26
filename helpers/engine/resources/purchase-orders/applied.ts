import type { ShippingField } from "../../../contract/purchase-orders.js";
import { notApplied, type Outcome, outcomeOf } from "../../../oracles/purchase-orders.js";
import type { Answered, Check } from "../../check/check.js";
import type { Values } from "./bodies.js";
import { readUntil, type SeenOrder } from "./reading.js";

/** Texts that mean nothing to the service: the least that a PUT can change. */
export const TEXTS: readonly ShippingField[] = ["note_to_supplier", "reference_number", "tracking_number"];

/** A request that would change an order, and how it was taken. */
export interface Step {
  readonly kind: "put" | "shipping" | "status";
  readonly words: string;
  readonly exchange: Answered;
  readonly outcome: Outcome;
}

/** A field that an accepted request set and that the order does not show. */
export interface Lost {
  readonly field: string;
  readonly sent: unknown;
  readonly shown: unknown;
  readonly exchanges: readonly [Answered, Answered];
}

/** What became of accepted values: fields that could be judged, and those that were lost. */
export interface Applied {
  readonly judged: readonly string[];
  readonly lost: readonly Lost[];
}

/** The same with the order as it was read last. */
export type AppliedTo = Applied & { readonly after: SeenOrder };

export const NOTHING_SENT: Applied = { judged: [], lost: [] };

/** Whether accepted values show on the order: read again until they do, a little while at most. */
export async function judgeApplied(
  t: Check,
  before: SeenOrder,
  values: Values,
  step: Step,
): Promise<AppliedTo> {
  const sent = Object.entries(values);
  const isLost =
    (after: SeenOrder) =>
    ([field, value]: readonly [string, unknown]) =>
      notApplied(field, value, before.record, after.record) === true;
  const after = await readUntil(t, before.id, (order) => !sent.some(isLost(order)));
  return {
    after,
    judged: sent
      .filter(([field, value]) => notApplied(field, value, before.record, after.record) !== null)
      .map(([field]) => field),
    lost: sent.filter(isLost(after)).map(([field, value]) => ({
      field,
      sent: value,
      shown: after.record[field],
      exchanges: [step.exchange, after.exchange],
    })),
  };
}

/** A request with how it was taken. */
export function stepOf(kind: Step["kind"], words: string, exchange: Answered): Step {
  return { kind, words, exchange, outcome: outcomeOf(exchange.answer) };
}

/** All of several outcomes. */
export function together(parts: readonly Applied[]): Applied {
  return {
    judged: parts.flatMap((part) => part.judged),
    lost: parts.flatMap((part) => part.lost),
  };
}
