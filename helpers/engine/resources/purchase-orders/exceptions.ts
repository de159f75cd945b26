import { type OrderStatus, SHIPPING_FIELDS, type ShippingField } from "../../../contract/purchase-orders.js";
import { rotated } from "../../check/seed.js";

/** A PUT of a whole order: with other texts alone, or without any change. */
const WHOLE = ["texts", "nothing"] as const;
/** A PUT of a part of an order: one field, or no member at all. */
const PARTS = [...SHIPPING_FIELDS, "empty"] as const;

/** Requests that a service may take by exception in a status. */
export interface Exceptions {
  readonly whole: (typeof WHOLE)[number];
  readonly part: (typeof PARTS)[number];
  /** Fields that are sent alone as shipping details. */
  readonly details: readonly ShippingField[];
}

/** What is tried with seed 1: what a service is most likely to take. Every other seed moves each entry on by one. */
const FIRST: Readonly<Partial<Record<OrderStatus, Exceptions>>> = {
  open: { whole: "texts", part: "note_to_supplier", details: [] },
  receiving: {
    whole: "texts",
    part: "tracking_number",
    details: ["tracking_number", "expected_delivery_date"],
  },
  received: { whole: "nothing", part: "reference_number", details: ["payment_status"] },
  cancelled: { whole: "nothing", part: "empty", details: ["note_to_supplier"] },
  closed: { whole: "texts", part: "payment_status", details: ["note_to_supplier", "payment_status"] },
};

/** The exceptions that are tried in a status: only some, to save requests; the seed picks them. Null for drafts. */
export function exceptionsIn(status: OrderStatus, seed: number): Exceptions | null {
  const first = FIRST[status];
  if (first === undefined) return null;
  const { whole, part, details } = first;
  return {
    whole: movedOn(WHOLE, whole, seed),
    part: movedOn(PARTS, part, seed),
    details: details.map((field) => movedOn(SHIPPING_FIELDS, field, seed)),
  };
}

/** The value `seed - 1` places after `first`, going round. */
function movedOn<T>(values: readonly T[], first: T, seed: number): T {
  return rotated(values, values.indexOf(first) + seed)[0] ?? first;
}
