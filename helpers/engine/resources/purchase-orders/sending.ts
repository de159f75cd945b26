import type { OperationId } from "../../../contract/generated/types.js";
import { STATUS_MEMBERS } from "../../../oracles/purchase-orders/orders.js";
import { deniesField, type Outcome, outcomeOf } from "../../../oracles/purchase-orders/outcome.js";
import type { Answered } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { bodyOf, configuredMember, sentMember } from "./bodies.js";
import { type Change, RECEIPT, type Shape, STATUS, type Values } from "./changes.js";
import { orderHistory, type SeenOrder } from "./history.js";

/** A request that would change an order, and its outcome. */
export interface Step {
  readonly words: string;
  readonly exchange: Answered;
  readonly outcome: Outcome;
  /** What it would change, and the shape of its body. */
  readonly values: Values;
  readonly shape: Shape;
}

/** Whether a step is a change of this kind. */
export function isOf({ operation }: Change): (step: Pick<Step, "exchange">) => boolean {
  return ({ exchange }) => exchange.operation === operation;
}

export function isAccepted({ outcome }: Pick<Step, "outcome">): boolean {
  return outcome === "accepted";
}

/** Sends a change of an order as a reading showed it. */
export async function send(
  t: Check,
  change: Change,
  order: SeenOrder,
  shape: Shape,
  values: Values,
  words = change.words,
): Promise<Step> {
  const body = bodyOf(t, change, shape, order, values);
  return { ...(await post(t, order.id, change.operation, body)), words, values, shape };
}

/**
 * Sends a status to an order, in the member that a configured body names; without one in the member that shows it, and
 * in the other one if the refusal asks for that.
 */
export async function sendStatus(t: Check, order: SeenOrder, word: string): Promise<Step> {
  const shown = sentMember(t, order);
  const sendIn = (member: string) => send(t, STATUS, order, "changes", { [member]: word });
  const step = await sendIn(shown);
  if (configuredMember(t, order) !== null) return step;
  const asked = STATUS_MEMBERS.find((each) => each !== shown && deniesField(step.exchange.answer, each));
  return asked === undefined ? step : sendIn(asked);
}

/** Records a receipt of what was ordered. */
export async function sendReceipt(t: Check, id: string): Promise<Step> {
  const sent = await post(t, id, RECEIPT, t.settings.bodies[RECEIPT] ?? {});
  return { ...sent, words: "the receipt", values: {}, shape: "given" };
}

async function post(
  t: Check,
  id: string,
  operation: OperationId,
  body: unknown,
): Promise<Pick<Step, "exchange" | "outcome">> {
  const history = await t.given(orderHistory);
  history.outdate(id);
  const exchange = await t.ask({ operation, path: { purchase_order_id: id }, body });
  const outcome = outcomeOf(exchange.answer);
  history.sent.push({ id, exchange, outcome });
  return { exchange, outcome };
}
