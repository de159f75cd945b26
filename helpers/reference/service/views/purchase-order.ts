import type { Call } from "../behaviours.js";
import type { JsonObject, PurchaseOrder } from "../records.js";
import { timestamp } from "./time.js";

/** Purchase order; its fields are the client's own. */
export const purchaseOrderView = (_call: Call, order: PurchaseOrder): JsonObject => ({
  purchase_order_id: order.id,
  status: order.status,
  ...order.fields,
  created_at: timestamp(order.created),
  modified_at: timestamp(order.modified),
});
