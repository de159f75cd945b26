import { describe } from "vitest";
import { ORDER_STATUSES, type OrderStatus } from "../../helpers/contract/purchase-orders.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import { rotated } from "../../helpers/engine/check/seed.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { listedOrders } from "../../helpers/engine/resources/purchase-orders/listed.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { type Order, ordersIn } from "../../helpers/oracles/purchase-orders/orders.js";
import { idsOf } from "../../helpers/wire/decode.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { findArray } from "../../helpers/wire/find-array.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

/**
 * A list filtered by status. The target honours the filter if most of the orders shown have that status; or none, though
 * the list without it shows some in the same place.
 */
interface Filtered {
  readonly status: OrderStatus;
  readonly exchange: Answered;
  readonly shown: readonly Order[];
  readonly others: readonly Order[];
  readonly isHonoured: boolean;
}

/** Lists filtered by statuses that occur; the seed decides which. */
const filtered = given(async (t): Promise<readonly Filtered[]> => {
  const known = await t.given(listedOrders);
  const present = ORDER_STATUSES.filter((status) => known.some((order) => order.status === status));
  if (present.length < 2) return t.inconclusive("needs purchase orders in two statuses");
  const unfiltered = ordersIn(jsonOf((await t.listed("v2ListPurchaseOrders")).answer));
  // Not drafts with the default seed: a list that finds drafts whatever is asked for shows that in other statuses.
  const some = rotated(present, t.settings.seed + 1).slice(0, t.budget("purchase-orders.filters"));
  const asked = some.map(async (status) => {
    const exchange = await askFor(t, status);
    const shown = ordersOf(exchange);
    const others = shown.filter((order) => order.status !== null && order.status !== status);
    // A list that ignores the parameter shows the same orders as without it.
    const isLeftOut = others.length === shown.length && unfiltered.some((order) => order.status === status);
    const isHonoured = shown.length > 0 && (isLeftOut || others.length * 2 < shown.length);
    return { status, exchange, shown, others, isHonoured };
  });
  return Promise.all(asked);
});

function askFor(t: Check, status: OrderStatus): Promise<Answered> {
  return t.ask({ operation: "v2ListPurchaseOrders", query: { status } });
}

function ordersOf(exchange: Answered): readonly Order[] {
  return succeeded(exchange) ? ordersIn(jsonOf(exchange.answer)) : [];
}

/** Whether the parameter is clearly honoured: for several statuses, which do not all show the same. */
function isClear(asked: readonly Filtered[]): boolean {
  const honoured = asked.filter(({ isHonoured }) => isHonoured);
  return new Set(honoured.map(({ shown }) => idsOf(shown).toSorted().join())).size > 1;
}

/** The list filtered by a status, if it goes on showing an order in another one: an index of it may lag behind. */
async function stillShowing(t: Check, { status }: Filtered, { id }: Order): Promise<Answered | null> {
  const isShown = (exchange: Answered) =>
    ordersOf(exchange).some((order) => order.id === id && ![null, status].includes(order.status));
  const last = await awaitEffect(
    t,
    () => askFor(t, status),
    (exchange) => !isShown(exchange),
  );
  return isShown(last) ? last : null;
}

describe("v2 endpoints: purchase orders", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.list.status", "asks the list for one status", async (t) => {
    const asked = (await t.given(filtered)).filter(({ exchange }) => succeeded(exchange));
    if (!isClear(asked))
      t.notApplicable(
        "the list does not clearly depend on a status parameter, whose name the contract leaves open",
      );
    t.saw("filtered lists", asked.length);
    for (const one of asked) {
      const [other] = one.others;
      const still = other === undefined ? null : await stillShowing(t, one, other);
      if (other === undefined || still === null) continue;
      const documented = `a list narrowed to ${one.status} holds no order in another status`;
      return t.breach([one.exchange, still], documented, `${other.id}, which is ${other.status}`);
    }
  });

  rule("purchase-orders.status.values", "looks whether a purchase order came at all", async (t) => {
    const { answer } = await t.listedOk("v2ListPurchaseOrders");
    const records =
      findArray(jsonOf(answer), { id: "purchase_order_id", name: "purchase_orders" })?.items ?? [];
    if (records.length === 0) t.inconclusive("needs a purchase order; the list shows none");
  });

  rule.fromStandard("purchase-orders.list.filters", "asks the list for one status", async (t) => {
    for (const { status, exchange, isHonoured } of await t.given(filtered)) {
      t.saw("filtered lists");
      t.observe(
        `A status parameter on the list of purchase orders (${status}) is ${isHonoured ? "honoured" : `ignored or refused: ${exchange.answer.status}`}.`,
      );
    }
  });
});
