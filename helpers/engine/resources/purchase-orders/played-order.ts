import type { OrderStatus } from "../../../contract/purchase-orders.js";
import { shippingFieldsOf } from "../../../oracles/purchase-orders/orders.js";
import type { Check } from "../../check/check.js";
import { oweRestoration } from "./borrowed.js";
import { type Change, changeIn, PUT, SHIPPING, type Shape } from "./changes.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { putBack } from "./put-back.js";
import { readNow } from "./reading.js";

/** Shapes that the plain checks saw accepted; null if none was. */
export type AcceptedShapes = Readonly<Record<Change["what"], Shape | null>>;

/** An order that random sequences look at and change. */
export interface PlayedOrder {
  readonly first: SeenOrder;
  last: SeenOrder;
  isChanged: boolean;
  /** Checks, after restoring, whether the order is as it was. */
  readonly settled: () => Promise<void>;
}

/**
 * An order by its last reading, unless that may be out of date; the ledger remembers its former state until it is
 * restored.
 */
export async function meetOrder(t: Check, id: string, status: OrderStatus): Promise<PlayedOrder> {
  const history = await t.given(orderHistory);
  const known = history.lastReading(id);
  const first = known === null || history.isLagging(known) ? await readNow(t, id) : known;
  const allowed = changeIn(status);
  const settled = allowed === undefined ? async () => {} : oweRestoration(t, first, allowed);
  return { first, last: first, isChanged: false, settled };
}

/** Restores the texts of an order that was changed, if the contract offers a way. */
export async function restoreOrder(t: Check, shapes: AcceptedShapes, order: PlayedOrder): Promise<void> {
  const { first, last, isChanged, settled } = order;
  const values = shippingFieldsOf(first.record);
  if (isChanged) {
    if (first.status === "draft" && shapes.put !== null) await putBack(t, PUT, last, shapes.put, values);
    else if (shapes.shipping !== null) await putBack(t, SHIPPING, last, "shipping-fields", values);
  }
  await settled();
}
