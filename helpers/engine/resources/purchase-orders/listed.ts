import { ORDER_STATUSES, type OrderStatus } from "../../../contract/purchase-orders.js";
import { ordersIn } from "../../../oracles/purchase-orders/orders.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import { ifReadable, type Option } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { namedFixtures, needsFixtures } from "../fixtures.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { readOrder, Taken, takenOrders } from "./reading.js";

/** The purchase orders that the list shows, as far as it was read. Once a run. */
export const listedOrders = given(async (t): Promise<readonly SeenOrder[]> => {
  const found = new Map<string, SeenOrder>();
  for (let page = 1; page <= t.budget("purchase-orders.pages"); page += 1) {
    const exchange =
      page === 1
        ? await t.listedOk("v2ListPurchaseOrders")
        : await t.askOk({ operation: "v2ListPurchaseOrders", query: { page } });
    const orders = await seenIn(t, exchange);
    const size = found.size;
    for (const order of orders) if (!found.has(order.id)) found.set(order.id, order);
    const statuses = new Set([...found.values()].map(({ status }) => status));
    if (found.size === size || ORDER_STATUSES.every((status) => statuses.has(status))) break;
  }
  return [...found.values()];
});

/** How many orders are read by id for their statuses. */
const MOST_READ = 40;

/** The listed orders with their statuses: the first of them as they are by id where the list shows no status. */
export const statedOrders = given(async (t): Promise<readonly SeenOrder[]> => {
  const listed = await t.given(listedOrders);
  if (listed.some(({ status }) => status !== null)) return listed;
  const read = await Promise.all(listed.slice(0, MOST_READ).map(({ id }) => ifReadable(readOrder(t, id))));
  return read.filter((order) => order !== null);
});

/** The orders on the first page of the list, as it is now. */
export async function listNow(t: Check): Promise<readonly SeenOrder[]> {
  return seenIn(t, await t.askOk({ operation: "v2ListPurchaseOrders" }));
}

async function seenIn(t: Check, exchange: Answered): Promise<readonly SeenOrder[]> {
  const orders = ordersIn(jsonOf(exchange.answer)).map((order) => ({ ...order, exchange }));
  const { others } = await t.given(orderHistory);
  for (const order of orders) others.note(order);
  return orders;
}

/** The listed orders whose values may serve for another order: none unless every resource is a fixture. */
export async function neighboursOf(t: Check, id: string): Promise<readonly SeenOrder[]> {
  return t.settings.fixturesAll ? (await t.given(listedOrders)).filter((order) => order.id !== id) : [];
}

/** Ids of orders in a status that may be read: named fixtures, otherwise listed ones. */
export async function readableOrders(t: Check, status: OrderStatus): Promise<readonly string[]> {
  const named = namedFixtures(t, `purchase_order:${status}`);
  if (named.length > 0) return named;
  return (await t.given(statedOrders)).filter((order) => order.status === status).map(({ id }) => id);
}

/**
 * An order in a status that may be changed: the n-th, modulo their number, so that checks share an order only if they
 * must.
 * @throws Inconclusive if the run may change none, or there is none
 */
async function changeableOrder(t: Check, status: OrderStatus, n: number): Promise<string> {
  const ids = await changeableOrders(t, status);
  return (
    ids[n % ids.length] ??
    t.inconclusive(`needs a purchase order that is ${status}; ${await hint(t, status)}`, optionFor(status))
  );
}

/** Like `changeableOrder`, but all of them, at the end those that others change too; empty if there is none. */
export async function changeableOrders(t: Check, status: OrderStatus): Promise<readonly string[]> {
  const kind = `purchase_order:${status}` as const;
  if (!t.mayWrite("fixtures"))
    needsFixtures(t, kind, "changes purchase orders, and a created one could not be removed again");
  if (!t.settings.fixturesAll) return namedFixtures(t, kind);
  const { others } = await t.given(orderHistory);
  const marked = idsOf((await t.given(listedOrders)).filter((order) => others.isMarked(order)));
  const taken = await t.given(takenOrders);
  const isLast = (id: string) => Number(marked.includes(id)) + 2 * Number(taken.has(id));
  return (await readableOrders(t, status)).toSorted((one, other) => isLast(one) - isLast(other));
}

/** How many further orders are tried where others change the first one too. */
const MOST_TAKEN = 2;

/** Acts on a changeable order, see `changeableOrder`; on the next one where another client changes the first one too. */
export async function withOrder<T>(
  t: Check,
  status: OrderStatus,
  n: number,
  act: (id: string) => Promise<T>,
): Promise<T> {
  for (let left = MOST_TAKEN; ; left -= 1) {
    const id = await changeableOrder(t, status, n);
    try {
      return await act(id);
    } catch (error) {
      const isNext = error instanceof Taken && (await changeableOrder(t, status, n)) !== id;
      if (!isNext || left === 0) throw error;
    }
  }
}

/** How many orders in a status other checks use before one is moved on for good. */
export const MOST_USED = 3;

/** The last of four drafts, or of four open orders; null if there are fewer, or if not every resource is a fixture. */
export async function spareOrder(
  t: Check,
): Promise<{ readonly id: string; readonly status: OrderStatus } | null> {
  for (const status of ["draft", "open"] as const) {
    const id = (await changeableOrders(t, status))[MOST_USED];
    if (t.settings.fixturesAll && id !== undefined) return { id, status };
  }
  return null;
}

/** What hides from the run which orders are in which status, in words; null if nothing does. */
export async function whatHidesOrders(t: Check): Promise<string | null> {
  const orders = (await t.given(listedOrders)).length;
  if (orders === 0)
    return "the list shows no purchase order, that is, no object with purchase_order_id, or with id and status";
  const isStated = (await t.given(statedOrders)).some(({ status }) => status !== null);
  return isStated
    ? null
    : `the list shows ${plural(orders, "purchase order")} without a documented word as status or purchase_order_status`;
}

/** How to supply an order for a check. Where every order is a fixture, there may be none to name. */
async function hint(t: Check, status: OrderStatus | "<status>"): Promise<string> {
  const name = `name one as fixture purchase_order:${status}`;
  if (!t.settings.fixturesAll) return name;
  const hidden = await whatHidesOrders(t);
  if (hidden === null) return `create one, or ${name}`;
  const isEmpty = (await t.given(listedOrders)).length === 0;
  return `${hidden}; ${isEmpty ? "create one, or " : ""}${name}`;
}

/** The option that supplies it. */
function optionFor(status: OrderStatus): Option {
  return `--fixture purchase_order:${status}=ID`;
}

/** The statuses, of some, that an order which may be changed is in. @throws Inconclusive if none is */
export async function presentOf(t: Check, statuses: readonly OrderStatus[]): Promise<readonly OrderStatus[]> {
  const present: OrderStatus[] = [];
  for (const status of statuses) if ((await changeableOrders(t, status)).length > 0) present.push(status);
  if (present.length === 0) await needsEach(t, statuses, []);
  return present;
}

/**
 * Ends a check that could not look at an order in each of the statuses: what holds in some need not hold in others.
 * @param seen what was looked at
 */
export async function needsEach(
  t: Check,
  statuses: readonly OrderStatus[],
  seen: readonly { readonly status: OrderStatus }[],
): Promise<void> {
  const unseen = statuses.filter((each) => seen.every(({ status }) => status !== each));
  if (unseen.length === 0) return;
  t.inconclusive(
    `no purchase order could be tried that is ${unseen.join(" or ")}; ${await hint(t, "<status>")}`,
    ...unseen.map(optionFor),
  );
}
