/** Statuses of a purchase order, section "Purchase order (v2)". */
export const ORDER_STATUSES = ["draft", "open", "receiving", "received", "cancelled", "closed"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What is possible in a status, by the section "Purchase order rules". */
interface Possible {
  /** All fields can be edited with PUT; otherwise PUT is refused. */
  readonly put: boolean;
  /** Shipping details can be changed; otherwise that is refused. Null where the document does not say. */
  readonly shipping: boolean | null;
  readonly orderSummary: boolean;
  readonly receivedSummary: boolean;
  /** The order can become a draft again. Null where nothing suggests either, since no transition is shown. */
  readonly draftAgain: boolean | null;
}

const NO_MORE = { put: false, shipping: false };
const SUMMARIES = { orderSummary: true, receivedSummary: true };
const NO_SUMMARY = { orderSummary: false, receivedSummary: false };

const POSSIBLE: Readonly<Record<OrderStatus, Possible>> = {
  draft: { put: true, shipping: null, ...NO_SUMMARY, draftAgain: null },
  open: { put: false, shipping: true, orderSummary: true, receivedSummary: false, draftAgain: null },
  receiving: { ...NO_MORE, ...SUMMARIES, draftAgain: null },
  received: { ...NO_MORE, ...SUMMARIES, draftAgain: null },
  cancelled: { ...NO_MORE, ...NO_SUMMARY, draftAgain: false },
  closed: { ...NO_MORE, ...SUMMARIES, draftAgain: false },
};

/** Whether something is possible in a status; null where the document does not say. */
export function isPossible(what: keyof Possible, status: OrderStatus): boolean | null {
  return POSSIBLE[status][what];
}

/** The statuses in which something is possible. */
export function statusesWith(what: keyof Possible): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => isPossible(what, status) === true);
}

/** The statuses in which something is not possible. */
export function statusesWithout(what: keyof Possible): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => isPossible(what, status) === false);
}

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

/** Whether the shipping-details operation changes a member. */
export function isShippingField(name: string): boolean {
  return SHIPPING_FIELDS.some((field) => field === name);
}
