import { type OrderStatus, SHIPPING_FIELDS, type ShippingField } from "../../../contract/purchase-orders.js";
import type { Check } from "../../check/check.js";
import { type Attempt, fieldAlone } from "./attempts.js";
import { ownValues, SHIPPING, type Shape } from "./changes.js";
import { otherValues } from "./other-values.js";

/** Fields that a service is most likely to take alone by exception. Another check sends a note to a cancelled order. */
const LIKELY: Readonly<Partial<Record<OrderStatus, readonly ShippingField[]>>> = {
  receiving: ["tracking_number", "expected_delivery_date"],
  received: ["payment_status"],
  closed: ["note_to_supplier"],
};

/**
 * All accepted fields together, and some alone; each alone at effort thorough.
 * @param shapes the shapes in which an open order accepted the fields
 */
export function shippingAttempts(
  t: Check,
  status: OrderStatus,
  shapes: ReadonlyMap<string, Shape>,
): readonly Attempt[] {
  const known: readonly string[] = shapes.size > 0 ? [...shapes.keys()] : SHIPPING_FIELDS;
  const alone = t.affords("purchase-orders.fields-alone") ? known : (LIKELY[status] ?? []);
  return [
    {
      change: SHIPPING,
      shape: "shipping-fields",
      words: "shipping details (all fields)",
      isKnownGood: shapes.size > 0,
      values: async (order) => [await otherValues(t, order, known, 8)],
      own: (order) => ownValues(order, known),
    },
    ...alone.map((field) => ({
      ...fieldAlone(t, SHIPPING, field),
      isKnownGood: shapes.get(field) === "changes",
    })),
  ];
}
