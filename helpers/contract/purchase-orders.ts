/** Statuses of a purchase order, section "Purchase order (v2)". */
export const ORDER_STATUSES = ["draft", "open", "receiving", "received", "cancelled", "closed"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Statuses in which shipping details can no longer be changed. */
export const LATE_STATUSES = [
  "receiving",
  "received",
  "cancelled",
  "closed",
] as const satisfies OrderStatus[];

/** Fields that the shipping-details operation changes. */
export const SHIPPING_FIELDS = [
  "shipping_carrier",
  "payment_terms",
  "payment_status",
  "order_date",
  "expected_delivery_date",
  "note_to_supplier",
  "tracking_number",
  "currency_code",
  "reference_number",
] as const;
export type ShippingField = (typeof SHIPPING_FIELDS)[number];
