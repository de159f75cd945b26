import type { Bend, Call, ShipmentForm } from "./service/behaviours.js";
import type { Batch, JsonObject, Label, PurchaseOrder, Shipment } from "./service/records.js";

// Bends of how records are shown.

export const batchShows =
  (change: (view: JsonObject, batch: Batch, call: Call) => JsonObject): Bend =>
  (does) => ({ batchView: (call, batch) => change(does.batchView(call, batch), batch, call) });

export const labelShows =
  (change: (view: JsonObject, label: Label, call: Call) => JsonObject): Bend =>
  (does) => ({ labelView: (call, label) => change(does.labelView(call, label), label, call) });

export const orderShows =
  (change: (view: JsonObject, order: PurchaseOrder, call: Call) => JsonObject): Bend =>
  (does) => ({
    purchaseOrderView: (call, order) => change(does.purchaseOrderView(call, order), order, call),
  });

export const shipmentShows =
  (change: (view: JsonObject, shipment: Shipment, form: ShipmentForm, call: Call) => JsonObject): Bend =>
  (does) => ({
    shipmentView: (call, shipment, form) =>
      change(does.shipmentView(call, shipment, form), shipment, form, call),
  });
