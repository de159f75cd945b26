import type { OrderStatus } from "../../../contract/purchase-orders.js";
import { orderIn } from "../../../oracles/purchase-orders/orders.js";
import { Inconclusive } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import { Access } from "../../check/access.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { polling } from "../eventually.js";
import { namedFixtures } from "../fixtures.js";
import { orderHistory, type SeenOrder } from "./history.js";

/** Reads an order. @throws Inconclusive if it cannot be read */
export async function readOrder(t: Check, id: string): Promise<SeenOrder> {
  const exchange = await t.askOk({ operation: "v2GetPurchaseOrder", path: { purchase_order_id: id } });
  const order = orderIn(jsonOf(exchange.answer), id);
  if (order === null) t.inconclusive(`the purchase order ${id} is not answered as a JSON object`);
  const seen = { ...order, exchange };
  (await t.given(orderHistory)).noteReading(seen);
  return seen;
}

/**
 * Reads an order until it fits and shows no text from before the last accepted change, for a short while; returns the
 * last reading.
 */
export async function readUntil(
  t: Check,
  id: string,
  fits: (order: SeenOrder) => boolean,
  patience?: readonly number[],
): Promise<SeenOrder> {
  const history = await t.given(orderHistory);
  return polling(t, () => readOrder(t, id)).until(
    (order) => fits(order) && !history.isLagging(order),
    patience,
  );
}

/** Reads an order as it is after the last accepted change; see `readUntil`. */
export function readNow(t: Check, id: string): Promise<SeenOrder> {
  return readUntil(t, id, () => true);
}

/** An order is not as it was listed: another client changes it. Another order may serve. */
export class Taken extends Inconclusive {}

/** The orders that are not as they were listed. */
export const takenOrders = given(async () => new Set<string>());

/** Ends the use of an order that another client changes. */
export async function leave(t: Check, id: string, why: string): Promise<never> {
  (await t.given(takenOrders)).add(id);
  throw new Taken(`the purchase order ${id} ${why}; run again`);
}

/**
 * Reads an order that must be in a status before it is changed.
 * @throws Taken if it is in another one, or if another run changes orders and has its text on this one
 */
export async function readOrderAs(t: Check, id: string, status: OrderStatus): Promise<SeenOrder> {
  const order = await readNow(t, id);
  const kind = `purchase_order:${status}` as const;
  if (order.status !== null && order.status !== status)
    return namedFixtures(t, kind).includes(id)
      ? t.inconclusive(
          `the purchase order ${id} is ${order.status}; name one that is ${status} as fixture ${kind}`,
          `--fixture ${kind}=ID`,
        )
      : leave(t, id, `was ${status} and is ${order.status} now`);
  const { others } = await t.given(orderHistory);
  if (others.areSeen && others.isMarked(order)) await leave(t, id, "is changed by another run of Plimsoll");
  return order;
}

/** Like `readOrderAs`, but by the last reading if nothing was sent since. */
export async function knownOrderAs(t: Check, id: string, status: OrderStatus): Promise<SeenOrder> {
  const known = (await t.given(orderHistory)).lastReading(id);
  return known?.status === status ? known : readOrderAs(t, id, status);
}

/** Whether an order has left a status: another client may have moved it on, and a replica may show that late. */
export async function hasLeft(t: Check, id: string, status: OrderStatus): Promise<boolean> {
  const order = await readUntil(t, id, (seen) => seen.status !== status);
  return order.status !== null && order.status !== status;
}

/** Keeps checks apart that use the same orders, by their ids. */
const access = given(async () => new Access<string>());

/** Acts while no other check of the run touches these orders. */
export async function exclusively<T>(t: Check, ids: readonly string[], act: () => Promise<T>): Promise<T> {
  return (await t.given(access)).during({ changes: ids }, act);
}
