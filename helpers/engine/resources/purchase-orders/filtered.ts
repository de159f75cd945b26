import { ORDER_STATUSES, type OrderStatus } from "../../../contract/purchase-orders.js";
import { type Order, ordersIn } from "../../../oracles/purchase-orders/orders.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { rotated } from "../../check/seed.js";
import { polling } from "../eventually.js";
import { statedOrders } from "./listed.js";
import { readOrder } from "./reading.js";

type Query = Readonly<Record<string, string | number>>;

/**
 * A list filtered by status. The target honours the filter if most of the orders shown have that status; or none, though
 * the list without it shows some in the same place; or all that the list without it shows in that status, but fewer
 * orders.
 */
export interface Filtered {
  readonly status: OrderStatus;
  /** What else was asked for. */
  readonly page: Query;
  /** Orders with their statuses, which count more than what the list says of itself. */
  readonly known: readonly Order[];
  readonly exchange: Answered;
  readonly shown: readonly Order[];
  /** The shown ones that are in another status. */
  readonly others: readonly Order[];
  readonly isHonoured: boolean;
  /** All orders in the status and no others, though the list without it shows others. */
  readonly isExact: boolean;
}

/** A page that no short list fits into: a filter may be lost on the second one. */
const FURTHER = { page: 2, page_size: 2 };
/** How many orders are looked at more closely, of which other clients may have moved some. */
const MOST_READ = 3;

/**
 * Lists filtered by statuses that occur, and a further page of one; the seed decides which. By all of them where some do
 * not show whether the parameter is honoured. Once a run.
 */
export const filteredLists = given(async (t) => {
  const known = await t.given(statedOrders);
  const present = ORDER_STATUSES.filter((status) => known.some((order) => order.status === status));
  if (present.length < 2) return t.inconclusive("needs purchase orders in two statuses");
  // Not drafts with the default seed: a list that finds drafts whatever is asked for shows that in other statuses.
  const drawn = rotated(present, t.settings.seed + 1);
  const some = drawn.slice(0, t.budget("purchase-orders.filters"));
  const ask = (statuses: readonly OrderStatus[]) =>
    Promise.all(statuses.map((status) => askFiltered(t, status, known)));
  const first = await ask(some);
  // A parameter that is honoured for other statuses alone is one all the same.
  const lists = isClear(first) ? first : [...first, ...(await ask(drawn.slice(some.length)))];
  const further = await Promise.all(some.slice(0, 1).map((status) => askFiltered(t, status, known, FURTHER)));
  return { lists, further };
});

/** Asks for the orders in a status. */
export async function askFiltered(
  t: Check,
  status: OrderStatus,
  known: readonly Order[],
  page: Query = {},
): Promise<Filtered> {
  const exchange = await t.ask({ operation: "v2ListPurchaseOrders", query: { status, ...page } });
  const statuses = new Map(known.map((order) => [order.id, order.status]));
  const statusOf = (order: Order) => statuses.get(order.id) ?? order.status;
  const shown = ordersOf(exchange);
  const others = shown.filter((order) => ![null, status].includes(statusOf(order)));
  // A list that ignores the parameter shows the same orders as without it.
  const unfiltered = ordersOf(await t.listed("v2ListPurchaseOrders"));
  const isLeftOut = others.length === shown.length && unfiltered.some((order) => statusOf(order) === status);
  const ids = new Set(idsOf(shown));
  const isNarrowed =
    shown.length < unfiltered.length &&
    unfiltered.every((order) => statusOf(order) !== status || ids.has(order.id));
  const isHonoured = shown.length > 0 && (isLeftOut || isNarrowed || others.length * 2 < shown.length);
  const isExact = shown.length > 0 && isNarrowed && shown.every((order) => statusOf(order) === status);
  return { status, page, known, exchange, shown, others, isHonoured, isExact };
}

function ordersOf(exchange: Answered): readonly Order[] {
  return succeeded(exchange) ? ordersIn(jsonOf(exchange.answer)) : [];
}

/** Whether the parameter is clearly honoured: exactly for one status, or for several, which do not all show the same. */
export function isClear(
  asked: readonly (Pick<Filtered, "isHonoured" | "isExact"> & { shown: readonly Pick<Order, "id">[] })[],
): boolean {
  const honoured = asked.filter(({ isHonoured }) => isHonoured);
  return (
    honoured.some(({ isExact }) => isExact) ||
    new Set(honoured.map(({ shown }) => idsOf(shown).toSorted().join())).size > 1
  );
}

/** Judges that the lists hold no order in another status. */
export async function judgeFiltered(t: Check, asked: readonly Filtered[]): Promise<void> {
  t.saw("filtered lists", asked.filter(({ exchange }) => succeeded(exchange)).length);
  for (const one of asked.filter(({ others }) => others.length > 0)) {
    // An index of the list may lag behind.
    const last = await polling(t, () => straysUnder(t, one)).until(({ strays }) => strays.length === 0);
    const [stray] = last.strays;
    if (stray === undefined) continue;
    const documented = `a list narrowed to ${one.status} holds no order in another status`;
    const received = `${stray.id}, which is ${stray.status}`;
    return t.breach([one.exchange, last.exchange, stray.exchange], documented, received);
  }
}

/** Asks again, and reads by id what is in another status: this or another client may have moved an order by now. */
async function straysUnder(t: Check, { status, page, known }: Filtered) {
  const { exchange, others } = await askFiltered(t, status, known, page);
  const read = others.slice(0, MOST_READ).map(({ id }) => ifReadable(readOrder(t, id)));
  const strays = (await Promise.all(read)).filter((order) => order !== null);
  return { exchange, strays: strays.filter((order) => ![null, status].includes(order.status)) };
}
