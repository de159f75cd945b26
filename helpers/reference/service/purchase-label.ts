import type { Call } from "./behaviours.js";
import { newRecord } from "./collection.js";
import { conflict, valueRequired } from "./problem.js";
import type { Label, Shipment } from "./records.js";
import type { Print } from "./requests/print.js";

type Choice = Pick<Shipment, "carrierId" | "serviceCode">;

/**
 * Buys a label for a shipment, which becomes `label_purchased`; a new one is stored. Throws 409 in a late status, 400 if
 * no carrier is connected.
 * @param choice carrier and service; by default those of the shipment
 */
export function purchaseLabel(
  call: Call,
  shipment: Shipment,
  print: Print,
  choice: Choice = shipment,
): Label {
  if (shipment.status === "label_purchased" || shipment.status === "cancelled") {
    throw conflict(`A shipment in ${shipment.status} cannot be labelled.`);
  }
  const { carrierId, serviceCode } = choice;
  const made = makeLabel(call, { ...shipment, carrierId, serviceCode }, print);
  const { shipments, labels } = call.world;
  if (!shipments.get(shipment.id)) shipments.add(shipment);
  const label = labels.add(made);
  shipment.status = "label_purchased";
  shipment.carrierId = label.carrierId;
  shipment.serviceCode = label.serviceCode;
  shipments.touch(shipment, label.created);
  return label;
}

/** Makes a completed label, no return label, without storing it. Throws 400 if no carrier is connected. */
export function makeLabel(call: Call, shipment: Shipment, print: Print): Label {
  const { world, ids, shared } = call;
  const carrier = world.carriers.get(shipment.carrierId) ?? world.carriers.ordered()[0];
  if (!carrier) throw valueRequired("carrier_id");
  return {
    ...newRecord(ids.next("label"), call.now()),
    status: "completed",
    shipmentId: shipment.id,
    shipDate: shipment.shipDate,
    cost: shared.random.amount(3, 60),
    insurance: 0,
    trackingNumber: `95${shared.random.int(100_000_000, 999_999_999)}`,
    isReturn: false,
    isInternational: shipment.shipTo.country !== shipment.shipFrom.country,
    voidedAt: null,
    batchId: shipment.batchId,
    warehouseId: shipment.warehouseId,
    carrierId: carrier.id,
    carrierCode: carrier.code,
    serviceCode: shipment.serviceCode || (carrier.services[0]?.code ?? ""),
    packageCode: shipment.parcels[0]?.packageCode ?? "package",
    ...print,
    trackingStatus: "unknown",
  };
}
