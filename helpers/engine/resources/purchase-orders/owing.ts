import { type OrderStatus, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import type { Restoration } from "../../../target/ledger.js";
import { ifReadable } from "../../../wire/outcome.js";
import { notAsBefore } from "../../../wire/put-back.js";
import type { Check } from "../../check/check.js";
import { originals, ownValues, PUT_SHAPES, putBody, type Values } from "./bodies.js";
import { lastReading, readUntil, type SeenOrder } from "./reading.js";

/**
 * Tells the ledger how an order is before the run changes it. Call the returned function after restoring the order: it
 * removes the entry if the order is as before. Otherwise the order is restored at the end of the run, or by `plimsoll
 * cleanup`.
 * @param former the members to restore; by default all that a run usually changes in this status
 */
export function owe(
  t: Check,
  order: SeenOrder,
  status: OrderStatus,
  former = formerOf(t, order, status),
): () => Promise<void> {
  const restoration = restorationOf(t, order, status, former);
  const { operation } = restoration;
  // If the order shows none of these, nobody could tell whether it was restored.
  if (Object.keys(former).length === 0) return async () => {};
  const entry = t.session.ledger.changing({ target: t.settings.url, operation, mark: order.id }, restoration);
  const isBack = ({ record }: SeenOrder) => notAsBefore(former, record).length === 0;
  return async () => {
    const known = await lastReading(t, order.id);
    const last = known !== null && isBack(known) ? known : await ifReadable(readUntil(t, order.id, isBack));
    if (last !== null && isBack(last)) t.session.ledger.removed(entry);
  };
}

function formerOf(t: Check, order: SeenOrder, status: OrderStatus): Values {
  return status === "draft" ? originals(t, order) : ownValues(order, SHIPPING_FIELDS);
}

function restorationOf(t: Check, order: SeenOrder, status: OrderStatus, former: Values): Restoration {
  const path = { purchase_order_id: order.id };
  const reading = "v2GetPurchaseOrder";
  if (status === "draft") {
    const bodies = PUT_SHAPES.map((shape) => putBody(t, shape, order, former)).filter(
      (body) => body !== null,
    );
    return { operation: "v2UpdatePurchaseOrder", path, bodies, reading, former };
  }
  const filled = Object.fromEntries(Object.entries(former).filter(([, value]) => value !== null));
  return {
    operation: "v2UpdatePurchaseOrderShippingDetails",
    path,
    bodies: [former, filled],
    reading,
    former,
  };
}
