import { isObject } from "../../../contract/json.js";
import { type OrderStatus, SHIPPING_FIELDS, type ShippingField } from "../../../contract/purchase-orders.js";
import { statusMember } from "../../../oracles/purchase-orders/orders.js";
import type { Answered } from "../../../wire/exchange.js";
import { objectOf, type Raw } from "../../../wire/raw.js";
import { otherValue } from "../../check/arbitraries/order-changes.js";
import type { Check } from "../../check/check.js";
import { changing, listedOrders, type SeenOrder } from "./reading.js";

/**
 * The contract does not show the body of PUT. The run sends back what GET returned, with changes, in several shapes
 * until a draft accepts one: a configured body, the record, the record without computed members, the record in its
 * wrapper, or only the changes.
 */
export const PUT_SHAPES = ["given", "record", "editable", "as-answered", "changes"] as const;
export type PutShape = (typeof PUT_SHAPES)[number];

/** A POST of shipping details holds only the changed fields, or all of them. */
export type ShippingShape = "alone" | "among-all";

/** Members that a service computes itself. */
const COMPUTED =
  /^(purchase_order_id|id|status|purchase_order_status|total.*|created.*|modified.*|updated.*|.*_at)$/;

/** Values for members of an order, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Another value for each of the fields; see `otherValue`. */
export async function otherValues(
  t: Check,
  order: SeenOrder,
  fields: readonly string[],
  salt: number,
): Promise<Values> {
  const others = t.settings.fixturesAll ? await t.given(listedOrders) : [];
  return Object.fromEntries(
    fields.map((field) => {
      const seen = others.map(({ record }) => record[field]);
      return [field, otherValue(field, order.record[field], seen, t.settings.seed * 100 + salt)];
    }),
  );
}

/** The body of a PUT in a shape, with changed values; null if the shape does not exist for this order. */
export function putBody(t: Check, shape: PutShape, order: SeenOrder, values: Values): unknown {
  const { record, exchange } = order;
  if (shape === "given") {
    const given = t.settings.bodies.v2UpdatePurchaseOrder;
    return isObject(given) ? { ...given, ...values } : null;
  }
  if (shape === "record") return { ...record, ...values };
  if (shape === "changes") return values;
  const editable = Object.entries(record).filter(([name, value]) => value !== null && !COMPUTED.test(name));
  if (shape === "editable") return { ...Object.fromEntries(editable), ...values };
  const wrapped = objectOf(exchange.answer);
  if (wrapped === null || wrapped === record) return null;
  const members = Object.entries(wrapped);
  return Object.fromEntries(
    members.map(([name, value]) => [name, value === record ? { ...record, ...values } : value]),
  );
}

/** The values that the order showed for these fields, to put them back; fields that it did not show are left out. */
export function ownValues({ record }: SeenOrder, fields: readonly string[]): Values {
  return Object.fromEntries(
    fields.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])),
  );
}

/** The order's values for all that a PUT in any shape may have changed. */
export function originals(t: Check, order: SeenOrder): Values {
  const given = t.settings.bodies.v2UpdatePurchaseOrder;
  return ownValues(order, [...SHIPPING_FIELDS, ...(isObject(given) ? Object.keys(given) : [])]);
}

export function put(t: Check, order: SeenOrder, shape: PutShape, values: Values): Promise<Answered> {
  return changing(t, order.id, {
    operation: "v2UpdatePurchaseOrder",
    path: { purchase_order_id: order.id },
    body: putBody(t, shape, order, values),
  });
}

export function postShipping(
  t: Check,
  order: SeenOrder,
  shape: ShippingShape,
  values: Values,
): Promise<Answered> {
  const all = shape === "alone" ? {} : presentValues(order.record);
  return changing(t, order.id, {
    operation: "v2UpdatePurchaseOrderShippingDetails",
    path: { purchase_order_id: order.id },
    body: { ...all, ...values },
  });
}

export function postStatus(t: Check, order: SeenOrder, word: OrderStatus | string): Promise<Answered> {
  return changing(t, order.id, {
    operation: "v2UpdatePurchaseOrderStatus",
    path: { purchase_order_id: order.id },
    body: { [sentMember(t, order)]: word },
  });
}

/** The member that holds the status in a change: that of a configured body, otherwise the one that shows it. */
export function sentMember(t: Check, order: SeenOrder): string {
  const given = t.settings.bodies.v2UpdatePurchaseOrderStatus;
  const named = isObject(given)
    ? Object.keys(given).find((name) => typeof given[name] === "string")
    : undefined;
  return named ?? statusMember(order.record);
}

function presentValues(record: Raw): Values {
  const present = SHIPPING_FIELDS.filter((field: ShippingField) => record[field] != null);
  return Object.fromEntries(present.map((field) => [field, record[field]]));
}
