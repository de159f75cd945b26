import { type OrderStatus, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import type { Restoration } from "../../../target/ledger.js";
import { ifReadable } from "../../../wire/outcome.js";
import { notAsBefore } from "../../../wire/put-back.js";
import type { Check } from "../../check/check.js";
import { originals, ownValues, PUT_SHAPES, putBody, type Values } from "./bodies.js";
import { lastReading, readUntil, type SeenOrder } from "./reading.js";

/**
 * Tells the ledger how an order is before it is changed. What is given back looks at the order once it was put back,
 * and strikes it off when it is as it was; if not, or if nobody comes to look, it is put back at the end of the run
 * or by `plimsoll cleanup`.
 * @param former the members to put back; default all that a run usually changes in this status
 */
export function owe(
  t: Check,
  order: SeenOrder,
  status: OrderStatus,
  former = formerOf(t, order, status),
): () => Promise<void> {
  const restoration = restorationOf(t, order, status, former);
  const { operation } = restoration;
  // Of an order that shows none of this nobody could tell whether it was put back.
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
