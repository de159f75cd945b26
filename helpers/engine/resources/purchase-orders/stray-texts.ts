import { findingOf } from "../../../oracles/finding.js";
import { strayText } from "../../../oracles/purchase-orders/texts-left.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { polling } from "../eventually.js";
import { PUT, SHIPPING } from "./changes.js";
import { orderHistory, type SeenOrder, type Sent } from "./history.js";
import { listedOrders, listNow } from "./listed.js";
import { isOf } from "./sending.js";

/** What the run sent to orders. */
export interface Sender {
  readonly run: string;
  readonly sent: readonly Sent[];
}

/** The orders of a list as they were before all changes, and as they are now. */
export function pairsOf(listed: readonly SeenOrder[], orders: readonly SeenOrder[]) {
  return orders.flatMap((now) => listed.filter(({ id }) => id === now.id).map((before) => ({ before, now })));
}

/** The orders of a list that were not there before all changes, as far as the list was read then. */
export function newIn(listed: readonly SeenOrder[], orders: readonly SeenOrder[]): readonly SeenOrder[] {
  return orders.filter((now) => listed.every(({ id }) => id !== now.id));
}

/**
 * A text that an order shows although the run sent it only to others; null if there is none.
 * @param before null if the order was not listed before
 */
export function strayFinding(sender: Sender, before: SeenOrder | null, now: SeenOrder): Finding | null {
  const stray = strayText(sender, before, now);
  if (stray === null) return null;
  const { applied: rule } = isOf(PUT)(stray.change) ? PUT : SHIPPING;
  return findingOf({ rule, exchanges: [now.exchange, stray.change.exchange] }, stray.claim);
}

/**
 * Lists the orders while one shows texts of the run: another that shows such a text as well got it by the same change,
 * and may be put back along with it.
 */
export async function straysNow(t: Check, id: string): Promise<Findings> {
  const listed = await t.given(listedOrders);
  const { sent } = await t.given(orderHistory);
  const judge = (orders: readonly SeenOrder[]) =>
    pairsOf(listed, orders).flatMap(({ before, now }) => {
      // Other checks change other orders meanwhile.
      const own = sent.filter((each) => each.id === id || each.id === now.id);
      return strayFinding({ run: t.settings.run, sent: own }, before, now) ?? [];
    });
  const orders = await polling(t, () => listNow(t)).untilNone(judge);
  return judge(orders).slice(0, 1);
}
