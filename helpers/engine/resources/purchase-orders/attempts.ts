import { isAboutState } from "../../../oracles/purchase-orders/outcome.js";
import type { Check } from "../../check/check.js";
import {
  type Change,
  type FieldChange,
  ownValues,
  PUT,
  type Shape,
  STATUS,
  type Step,
  send,
  sentMember,
  type Values,
} from "./changes.js";
import type { SeenOrder } from "./history.js";
import { otherValues } from "./other-values.js";

/** A status that no service has. */
export const UNKNOWN_STATUS = "plimsoll_afloat";

/** One request that must be refused. */
export interface Attempt {
  readonly change: Change;
  readonly shape: Shape;
  readonly words: string;
  /** Whether the same kind of body was accepted in a status that allows it: then its refusal is due to the status. */
  readonly isKnownGood: boolean;
  /** What to send; the second is sent if the first is refused for any other reason than the state of the order. */
  readonly values: (order: SeenOrder) => Promise<readonly [Values, Values?]>;
  /** What puts the order back. */
  readonly own: (order: SeenOrder) => Values;
}

/** An attempt's request and its outcome. */
export interface AttemptStep extends Step {
  readonly isKnownGood: boolean;
}

/** A change of one field, sent without any other. */
export function fieldAlone(t: Check, change: FieldChange, field: string): Omit<Attempt, "isKnownGood"> {
  return {
    change,
    shape: "changes",
    words: `${change === PUT ? "PUT" : "shipping details"} (${field})`,
    values: async (order) => [await otherValues(t, order, [field], change === PUT ? 11 : 8)],
    own: (order) => ownValues(order, [field]),
  };
}

/** The unknown status. */
export function wordAttempt(t: Check): Attempt {
  return {
    change: STATUS,
    shape: "changes",
    words: `status ${UNKNOWN_STATUS}`,
    isKnownGood: false,
    values: async (order) => [{ [sentMember(t, order)]: UNKNOWN_STATUS }],
    own: (order) => ({ [sentMember(t, order)]: order.status ?? "open" }),
  };
}

/** Makes an attempt. @param where added to its words */
export async function make(t: Check, attempt: Attempt, order: SeenOrder, where = ""): Promise<AttemptStep> {
  const { change, shape, words, isKnownGood } = attempt;
  const [first, second] = await attempt.values(order);
  const step = await send(t, change, order, shape, first, `${words}${where}`);
  const isSettled = step.outcome === "accepted" || isAboutState(step.exchange.answer);
  const last =
    second === undefined || isSettled ? step : await send(t, change, order, shape, second, step.words);
  return { ...last, isKnownGood };
}

/** Puts back what an attempt changed. */
export function undo(t: Check, { change, shape, own }: Attempt, order: SeenOrder): Promise<Step> {
  return send(t, change, order, shape, own(order));
}
