import { isShippingField, ORDER_STATUSES, type OrderStatus } from "../../../contract/purchase-orders.js";
import { all } from "../../bends.js";
import type { Bend, Call } from "../../service/behaviours.js";
import { editable } from "../../service/handlers/purchase-orders.js";
import type { PurchaseOrder } from "../../service/records.js";
import type { Fault } from "../fault.js";
import { onceCancelled, onlyOneIn, PUT, refusedKeeps } from "./bends.js";

/** Also allows matching changes. */
const putAlsoIn =
  (fits: (order: PurchaseOrder, call: Call) => boolean): Bend =>
  (does) => ({ mayEditOrder: (call, order) => does.mayEditOrder(call, order) || fits(order, call) });

/** Members of a PUT that differ from the order. */
const changedBy = ({ fields }: PurchaseOrder, call: Call): readonly string[] =>
  Object.entries(editable(call.object()))
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(fields[name]))
    .map(([name]) => name);

const isText = (name: string) => /^(note_to_supplier|reference_number|tracking_number)$/.test(name);

const keepsSent = (name: string, status: OrderStatus): Bend =>
  refusedKeeps(PUT, [status], (sent) => (sent[name] === undefined ? {} : { [name]: sent[name] }));

/** Updates of orders that are no drafts. */
export const faults: readonly Fault[] = [
  {
    id: "purchase-order-put-accepted-in-open",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of an open purchase order is accepted.",
    bend: putAlsoIn(({ status }) => status === "open"),
  },
  {
    id: "purchase-order-put-accepted-in-closed",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of a closed purchase order is accepted.",
    bend: putAlsoIn(({ status }) => status === "closed"),
  },
  {
    id: "purchase-order-put-of-shipping-accepted-in-open",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of an open purchase order is accepted if it changes nothing but shipping fields.",
    bend: putAlsoIn((order, call) => {
      const changed = changedBy(order, call);
      return order.status === "open" && changed.length > 0 && changed.every(isShippingField);
    }),
  },
  {
    id: "purchase-order-put-of-shipping-alone-accepted-in-open",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of an open purchase order is accepted if it holds nothing but shipping fields.",
    bend: putAlsoIn(
      ({ status }, call) => status === "open" && Object.keys(call.object()).every(isShippingField),
    ),
  },
  ...(["receiving", "closed"] as const).map(
    (status): Fault => ({
      id: `purchase-order-put-of-one-field-accepted-in-${status}`,
      rule: "purchase-orders.put-refused",
      sentence: `PUT of a purchase order that is ${status} is accepted if it holds one member alone.`,
      bend: putAlsoIn((order, call) => order.status === status && Object.keys(call.object()).length === 1),
    }),
  ),
  ...(["received", "cancelled"] as const).map(
    (status): Fault => ({
      id: `purchase-order-put-without-change-accepted-in-${status}`,
      rule: "purchase-orders.put-refused",
      sentence: `PUT of a purchase order that is ${status} is accepted if it changes nothing.`,
      bend: putAlsoIn((order, call) => order.status === status && changedBy(order, call).length === 0),
    }),
  ),
  ...(["receiving", "closed"] as const).map(
    (status): Fault => ({
      id: `purchase-order-put-of-texts-accepted-in-${status}`,
      rule: "purchase-orders.put-refused",
      sentence: `PUT of a whole purchase order that is ${status} is accepted if it changes nothing but texts.`,
      bend: putAlsoIn((order, call) => {
        const changed = changedBy(order, call);
        const isWhole = Object.keys(order.fields).every((name) => name in call.object());
        return order.status === status && isWhole && changed.length > 0 && changed.every(isText);
      }),
    }),
  ),
  {
    id: "purchase-order-put-of-nothing-accepted-in-cancelled",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of a cancelled purchase order is accepted if its body is an empty object.",
    bend: putAlsoIn(({ status }, call) => status === "cancelled" && Object.keys(call.object()).length === 0),
  },
  {
    id: "purchase-order-put-accepted-once-cancelled",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of a purchase order that was cancelled by the status operation is accepted.",
    bend: onceCancelled((ids) => putAlsoIn(({ id }) => ids.has(id))),
  },
  {
    id: "purchase-order-refused-update-applied",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a purchase order outside of draft is refused and applied all the same.",
    bend: refusedKeeps(PUT, ORDER_STATUSES, editable),
  },
  {
    id: "purchase-order-refused-update-applied-in-receiving",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a receiving purchase order is refused and applied all the same.",
    bend: refusedKeeps(PUT, ["receiving"], editable),
  },
  {
    id: "purchase-order-refused-update-applied-in-received",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a received purchase order is refused and applied all the same.",
    bend: refusedKeeps(PUT, ["received"], editable),
  },
  {
    id: "purchase-order-refused-update-applied-in-cancelled",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a cancelled purchase order is refused and applied all the same.",
    bend: refusedKeeps(PUT, ["cancelled"], editable),
  },
  {
    id: "purchase-order-refused-update-keeps-note",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a closed purchase order is refused and its note_to_supplier is kept all the same.",
    bend: refusedKeeps(PUT, ["closed"], ({ note_to_supplier: note }) => ({ note_to_supplier: note ?? null })),
  },
  {
    id: "purchase-order-refused-update-keeps-products",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of an open purchase order is refused and its products are kept all the same.",
    bend: keepsSent("products", "open"),
  },
  {
    id: "purchase-order-refused-update-keeps-currency_code",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of an open purchase order is refused and its currency_code is kept all the same.",
    bend: keepsSent("currency_code", "open"),
  },
  {
    id: "purchase-order-refused-update-keeps-supplier_id",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of an open purchase order is refused and its supplier_id is kept all the same.",
    bend: keepsSent("supplier_id", "open"),
  },
  {
    id: "purchase-order-refused-update-drops-products",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a purchase order outside of draft is refused, and its products are gone.",
    bend: refusedKeeps(PUT, ORDER_STATUSES, () => ({ products: [] })),
  },
  {
    id: "purchase-order-refused-update-drops-products-of-the-only-one",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of the only closed purchase order is refused, and its products are gone.",
    bend: all(
      onlyOneIn("closed", "received"),
      refusedKeeps(PUT, ["closed"], () => ({ products: [] })),
    ),
  },
  {
    id: "purchase-order-refused-update-empties-note",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of an open purchase order is refused, and its note_to_supplier is empty.",
    bend: refusedKeeps(PUT, ["open"], () => ({ note_to_supplier: "" })),
  },
  ...(["receiving", "received", "cancelled", "closed"] as const).map(
    (status): Fault => ({
      id: `purchase-order-refused-update-keeps-warehouse_id-in-${status}`,
      rule: "purchase-orders.put-refused.unchanged",
      sentence: `PUT of a purchase order that is ${status} is refused and its warehouse_id is kept all the same.`,
      bend: keepsSent("warehouse_id", status),
    }),
  ),
];
