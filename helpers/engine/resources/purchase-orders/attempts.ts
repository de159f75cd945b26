import { type OrderStatus, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { oneMore } from "../../../oracles/purchase-orders/lines.js";
import { isAboutState } from "../../../oracles/purchase-orders/outcome.js";
import type { Check } from "../../check/check.js";
import {
  type Change,
  originals,
  ownValues,
  PUT,
  SHIPPING,
  type Shape,
  STATUS,
  type Step,
  send,
  sentMember,
  type Values,
} from "./changes.js";
import { TEXTS } from "./fields.js";
import type { SeenOrder } from "./history.js";
import { someFields } from "./open.js";
import { otherValues } from "./other-values.js";
import { foreignValues } from "./smuggling.js";

/** A status that no service has. */
export const UNKNOWN_STATUS = "plimsoll_afloat";

/** One request that must be refused. */
export interface Attempt {
  readonly change: Change;
  readonly shape: Shape;
  readonly words: string;
  /** What to send; the second is sent if the first is refused for any other reason than the state of the order. */
  readonly values: (order: SeenOrder) => Promise<readonly [Values, Values?]>;
  /** What puts the order back. */
  readonly own: (order: SeenOrder) => Values;
}

/**
 * PUT, with all that an order shows, or with texts alone.
 * @param taken further members that a draft accepted
 */
export function putAttempt(t: Check, shape: Shape, taken: readonly string[]): Attempt {
  return {
    change: PUT,
    shape,
    words: "PUT",
    values: async (order) => {
      const present = TEXTS.filter((field) => order.record[field] !== undefined);
      const texts = await otherValues(t, order, present.length > 0 ? present : TEXTS, 7);
      if (taken.length === 0) return [texts];
      return [{ ...(await furtherValues(t, order, taken)), ...texts }, texts];
    },
    own: (order) => ({ ...originals(t, PUT, order), ...ownValues(order, taken) }),
  };
}

/** Other values for the shipping fields, the lines and the further members that an order shows. */
async function furtherValues(t: Check, order: SeenOrder, taken: readonly string[]): Promise<Values> {
  const fields = SHIPPING_FIELDS.filter((field) => order.record[field] !== undefined);
  const more = oneMore(order.record);
  const lines = more !== null && taken.includes(more.member) ? { [more.member]: more.lines } : {};
  return { ...(await otherValues(t, order, fields, 7)), ...(await foreignValues(t, order)), ...lines };
}

/** All accepted fields together; in receiving, where a target is most likely to make an exception, some alone too. */
export function shippingAttempts(
  t: Check,
  status: OrderStatus,
  shapes: ReadonlyMap<string, Shape>,
): readonly Attempt[] {
  const known: readonly string[] = shapes.size > 0 ? [...shapes.keys()] : SHIPPING_FIELDS;
  const attempt = (fields: readonly string[], shape: Shape): Attempt => ({
    change: SHIPPING,
    shape,
    words: `shipping details (${fields.length === 1 ? fields[0] : "all fields"})`,
    values: async (order) => [await otherValues(t, order, fields, 8)],
    own: (order) => ownValues(order, fields),
  });
  const likely = status === "receiving" ? someFields(t, known) : [];
  const single = t.affords("purchase-orders.fields-alone") ? known : likely;
  return [
    attempt(known, "shipping-fields"),
    ...single.map((field) => attempt([field], shapes.get(field) ?? "changes")),
  ];
}

/** The unknown status. */
export function wordAttempt(t: Check): Attempt {
  return {
    change: STATUS,
    shape: "changes",
    words: `status ${UNKNOWN_STATUS}`,
    values: async (order) => [{ [sentMember(t, order)]: UNKNOWN_STATUS }],
    own: (order) => ({ [sentMember(t, order)]: order.status ?? "open" }),
  };
}

/** Makes an attempt. @param where added to its words */
export async function make(t: Check, attempt: Attempt, order: SeenOrder, where = ""): Promise<Step> {
  const { change, shape, words } = attempt;
  const [first, second] = await attempt.values(order);
  const step = await send(t, change, order, shape, first, `${words}${where}`);
  const isSettled = step.outcome === "accepted" || isAboutState(step.exchange.answer);
  return second === undefined || isSettled ? step : send(t, change, order, shape, second, step.words);
}

/** Puts back what an attempt changed. */
export function undo(t: Check, { change, shape, own }: Attempt, order: SeenOrder): Promise<Step> {
  return send(t, change, order, shape, own(order));
}
