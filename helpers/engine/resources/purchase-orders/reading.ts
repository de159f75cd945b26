import type { OperationId } from "../../../contract/generated/types.js";
import { ORDER_STATUSES, type OrderStatus, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { type Order, orderIn, ordersIn } from "../../../oracles/purchase-orders/orders.js";
import { outcomeOf } from "../../../oracles/purchase-orders/outcome.js";
import { shows } from "../../../wire/changes.js";
import type { Answered } from "../../../wire/exchange.js";
import { jsonOf } from "../../../wire/raw.js";
import { objectsIn } from "../../../wire/search.js";
import type { Ask } from "../../check/ask.js";
import { type Check, given } from "../../check/check.js";
import { awaitEffect } from "../eventually.js";

/** An order as one reading showed it. */
export interface SeenOrder extends Order {
  readonly exchange: Answered;
}

/** The purchase orders that the list shows, as far as it was read. Once a run. */
export const listedOrders = given(async (t): Promise<readonly SeenOrder[]> => {
  const found = new Map<string, SeenOrder>();
  for (let page = 1; page <= t.budget("purchase-orders.pages"); page += 1) {
    const exchange =
      page === 1
        ? await t.listedOk("v2ListPurchaseOrders")
        : await t.askOk({ operation: "v2ListPurchaseOrders", query: { page } });
    const fresh = ordersIn(jsonOf(exchange.answer));
    const size = found.size;
    for (const order of fresh) if (!found.has(order.id)) found.set(order.id, { ...order, exchange });
    const statuses = new Set([...found.values()].map(({ status }) => status));
    if (found.size === size || ORDER_STATUSES.every((status) => statuses.has(status))) break;
  }
  return [...found.values()];
});

/** Ids of orders in a status that may be read: named fixtures, otherwise listed ones. */
export async function readableOrders(t: Check, status: OrderStatus): Promise<readonly string[]> {
  const named = namedOrders(t, status);
  if (named.length > 0) return named;
  return (await t.given(listedOrders)).filter((order) => order.status === status).map(({ id }) => id);
}

/**
 * An order in a status that may be changed: the n-th, modulo their number, so that checks share an order only if they
 * must.
 * @throws Inconclusive if the run may change none, or there is none
 */
export async function changeableOrder(t: Check, status: OrderStatus, n: number): Promise<string> {
  const ids = await changeableOrders(t, status);
  const id = ids[n % ids.length];
  return (
    id ??
    t.inconclusive(`needs a purchase order that is ${status}; name one as fixture purchase_order:${status}`)
  );
}

/** Like `changeableOrder`, but all of them; empty if there is none. */
export async function changeableOrders(t: Check, status: OrderStatus): Promise<readonly string[]> {
  if (t.settings.writes !== "fixtures") {
    t.inconclusive(
      "changes purchase orders, and a created one could not be removed again; " +
        `--writes fixtures with fixtures such as purchase_order:${status} settles it`,
    );
  }
  return t.settings.fixturesAll ? readableOrders(t, status) : namedOrders(t, status);
}

function namedOrders(t: Check, status: OrderStatus): readonly string[] {
  return t.settings.fixtures[`purchase_order:${status}`] ?? [];
}

/** Reads an order. @throws Inconclusive if it cannot be read */
export async function readOrder(t: Check, id: string): Promise<SeenOrder> {
  const exchange = await t.askOk({ operation: "v2GetPurchaseOrder", path: { purchase_order_id: id } });
  const order = orderIn(jsonOf(exchange.answer), id);
  if (order === null) t.inconclusive(`the purchase order ${id} is not answered as a JSON object`);
  const seen = { ...order, exchange };
  const first = await t.given(firstReadings);
  if (!first.has(id)) first.set(id, seen);
  (await t.given(lastReadings)).set(id, seen);
  return seen;
}

const firstReadings = given(async () => new Map<string, SeenOrder>());
const lastReadings = given(async () => new Map<string, SeenOrder>());

/** The last reading of an order by id; null if there is none, or if the run has sent a change since. */
export async function lastReading(t: Check, id: string): Promise<SeenOrder | null> {
  return (await t.given(lastReadings)).get(id) ?? null;
}

/** A change that was sent to an order. */
export interface Sent {
  readonly id: string;
  readonly exchange: Answered;
}

/** All changes of orders that the run has sent, in order. */
export const sentChanges = given(async (): Promise<Sent[]> => []);

/** The value that a change sends for a member; undefined if none. The checks send only JSON. */
export function sentValue({ exchange }: Sent, member: string): unknown {
  const sent = JSON.parse(exchange.request.body ?? "null");
  return objectsIn(sent).find((record) => member in record)?.[member];
}

type IsFormer = (member: string, value: unknown) => boolean;

/**
 * Returns a test: whether a member of an order has a former value. That is a value which the order showed at first, or
 * which the run sent, before the last accepted change gave the member another one. A lagging replica may show such a
 * value for a while.
 */
export async function formerValues(t: Check, id: string): Promise<IsFormer> {
  const first = (await t.given(firstReadings)).get(id)?.record ?? {};
  const accepted = (await t.given(sentChanges)).filter(
    ({ id: own, exchange }) => own === id && outcomeOf(exchange.answer) === "accepted",
  );
  const last = accepted.pop();
  return (member, value) => {
    const due = last === undefined ? undefined : sentValue(last, member);
    if (due === undefined || shows(due, value)) return false;
    return [first[member], ...accepted.map((each) => sentValue(each, member))].some(
      (former) => former !== undefined && shows(former, value),
    );
  };
}

/** An order before a trial changes it: the last reading, or a new one if that reading may be out of date. */
export async function readBefore(t: Check, id: string, last: SeenOrder | null): Promise<SeenOrder> {
  const isFormer = await formerValues(t, id);
  return last !== null && !isLagging(last, isFormer) ? last : readNow(t, id);
}

/**
 * Whether a text of the shipping fields has a former value. Other members may rightly stay as they were, and a service
 * may show other values in a form of its own.
 */
function isLagging({ record }: SeenOrder, isFormer: IsFormer): boolean {
  return SHIPPING_FIELDS.some((field) => typeof record[field] === "string" && isFormer(field, record[field]));
}

/** Sends a change of an order, after which earlier readings are out of date. */
export async function changing(t: Check, id: string, ask: Ask): Promise<Answered> {
  (await t.given(lastReadings)).delete(id);
  const exchange = await t.ask(ask);
  (await t.given(sentChanges)).push({ id, exchange });
  return exchange;
}

/** The operations by which checks change orders. */
export const CHANGES = [
  "v2UpdatePurchaseOrder",
  "v2UpdatePurchaseOrderShippingDetails",
  "v2UpdatePurchaseOrderStatus",
  "v2CreatePurchaseOrderReceipt",
] as const satisfies readonly OperationId[];

/** Reads an order that must be in a status before it is changed; inconclusive if it shows another one. */
export async function readOrderAs(t: Check, id: string, status: OrderStatus): Promise<SeenOrder> {
  const order = await readNow(t, id);
  if (order.status === null || order.status === status) return order;
  return t.inconclusive(`the purchase order ${id} was ${status} and is ${order.status} now; run again`);
}

/** Whether an order has left a status: another client may have moved it on, and a replica may show that late. */
export async function hasLeft(t: Check, id: string, status: OrderStatus): Promise<boolean> {
  const order = await readUntil(t, id, (seen) => seen.status !== status);
  return order.status !== null && order.status !== status;
}

/**
 * Reads an order until it fits and shows no text from before the last accepted change, for a short while; returns the
 * last reading.
 */
export async function readUntil(
  t: Check,
  id: string,
  fits: (order: SeenOrder) => boolean,
): Promise<SeenOrder> {
  const isFormer = await formerValues(t, id);
  return awaitEffect(
    t,
    () => readOrder(t, id),
    (order) => fits(order) && !isLagging(order, isFormer),
  );
}

/** Reads an order as it is after the last accepted change; see `readUntil`. */
export function readNow(t: Check, id: string): Promise<SeenOrder> {
  return readUntil(t, id, () => true);
}

const queues = given(async () => new Map<string, Promise<unknown>>());

/** Acts while no other check of the run touches these orders. */
export async function alone<T>(t: Check, ids: readonly string[], act: () => Promise<T>): Promise<T> {
  const queue = await t.given(queues);
  // Take all at once, so that no two checks wait for each other.
  const before = Promise.allSettled(ids.map((id) => queue.get(id)));
  const turn = before.then(act);
  for (const id of ids) queue.set(id, turn);
  return turn;
}
