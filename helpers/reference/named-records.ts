import type { Call } from "./service/behaviours.js";
import type { Batch, Label, PurchaseOrder, Shipment, Warehouse, Webhook } from "./service/records.js";

// The record that the path of a call names, if there is one.

export const namedBatch = (call: Call): Batch | undefined => call.world.batches.get(call.param("batch_id"));

export const namedLabel = (call: Call): Label | undefined => call.world.labels.get(call.param("label_id"));

export const namedOrder = (call: Call): PurchaseOrder | undefined =>
  call.world.purchaseOrders.get(call.param("purchase_order_id"));

export const namedShipment = (call: Call): Shipment | undefined =>
  call.world.shipments.get(call.param("shipment_id"));

export const namedWarehouse = (call: Call): Warehouse | undefined =>
  call.world.warehouses.get(call.param("warehouse_id"));

export const namedWebhook = (call: Call): Webhook | undefined =>
  call.world.webhooks.get(call.param("webhook_id"));
