import type { Schemas } from "../../../contract/generated/types.js";
import type { Call, ShipmentForm } from "../behaviours.js";
import type { JsonObject, Parcel, Shipment } from "../records.js";
import { totalOunces } from "../weight.js";
import { addressView } from "./address.js";
import { timestamp } from "./time.js";

/** How each form spells the unit key of weight and dimensions. */
const UNIT_KEY: Readonly<Record<ShipmentForm, string>> = { list: "units", "by-id": "unit" };

/** Shipment (v1), in the form of the list or of the by-id answer. */
export function shipmentView(_call: Call, shipment: Shipment, form: ShipmentForm): JsonObject {
  return {
    shipment_id: shipment.id,
    carrier_id: shipment.carrierId,
    ...(shipment.serviceCode === "" ? {} : { service_code: shipment.serviceCode }),
    external_shipment_id: shipment.externalId,
    ship_date: timestamp(shipment.shipDate),
    created_at: timestamp(shipment.created),
    modified_at: timestamp(shipment.modified),
    shipment_status: shipment.status,
    ship_to: addressView(shipment.shipTo),
    ship_from: addressView(shipment.shipFrom),
    warehouse_id: shipment.warehouseId,
    return_to: addressView(shipment.returnTo),
    confirmation: shipment.confirmation,
    advanced_options: shipment.options,
    insurance_provider: shipment.insuranceProvider,
    tags: shipment.tags.map((name) => ({ name })),
    total_weight: { value: totalWeight(shipment.parcels), [UNIT_KEY[form]]: "ounce" },
    packages: shipment.parcels.map((parcel) => parcelView(parcel, form)),
  } satisfies Schemas["v1/shipment-in-any-form"];
}

function parcelView(parcel: Parcel, form: ShipmentForm): JsonObject {
  const unit = UNIT_KEY[form];
  const [reference1 = null, reference2 = null, reference3 = null] = parcel.references;
  return {
    ...(form === "by-id" ? { package_code: parcel.packageCode } : {}),
    weight: { value: parcel.weight, [unit]: parcel.weightUnit },
    dimensions: {
      [unit]: parcel.lengthUnit,
      length: parcel.length,
      width: parcel.width,
      height: parcel.height,
    },
    insured_value: parcel.insured,
    ...(form === "by-id" ? { label_messages: { reference1, reference2, reference3 } } : {}),
  };
}

function totalWeight(parcels: readonly Parcel[]): number {
  return Math.round(totalOunces(parcels) * 100) / 100;
}
