import type { Call } from "../behaviours.js";
import type { JsonObject, Warehouse } from "../records.js";
import { timestamp } from "./time.js";

/** Warehouse: the members that its update accepts, and more. */
export const warehouseView = (_call: Call, warehouse: Warehouse): JsonObject => ({
  warehouse_id: warehouse.id,
  is_default: warehouse.isDefault,
  name: warehouse.name,
  created_at: timestamp(warehouse.created),
  origin_address: warehouse.origin,
  return_address: warehouse.returns,
});
