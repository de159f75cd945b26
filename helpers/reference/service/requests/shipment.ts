import { isObject } from "../../../contract/json.js";
import type { Call } from "../behaviours.js";
import { objectIn, objectsIn, optionalObject, optionalText } from "../body.js";
import { newRecord } from "../collection.js";
import { readDate } from "../filters.js";
import { checkForm } from "../form.js";
import { invalidValue } from "../problem.js";
import type { Address, JsonObject, Money, Parcel, Shipment } from "../records.js";
import { NO_OPTIONS } from "../seed/shipments.js";
import { shipmentView } from "../views/shipment.js";
import { NOWHERE, readAddress } from "./address.js";

/** Makes a pending shipment from a request without storing it. Throws 400 on a value that no shipment can show. */
export function draftShipment(call: Call, body: JsonObject): Shipment {
  return showable(call, readShipment(call, body));
}

/** A shipment that is to be. Throws 400 if it could not be shown as the contract says. */
export function showable(call: Call, shipment: Shipment): Shipment {
  checkForm("v1/shipment", shipmentView(call, shipment, "by-id"));
  return shipment;
}

/** A shipment with the members that are given; others stay as in `before`. Throws 400 on a wrong type. */
export function readShipment(call: Call, body: JsonObject, before?: Shipment): Shipment {
  const carrierId = optionalText(body, "carrier_id") ?? "";
  const warehouseId = optionalText(body, "warehouse_id");
  if (carrierId !== "" && !call.world.carriers.get(carrierId)) {
    throw invalidValue("carrier_id", carrierId, "There is no such carrier.");
  }
  if (warehouseId !== undefined && !call.world.warehouses.get(warehouseId)) {
    throw invalidValue("warehouse_id", warehouseId, "There is no such warehouse.");
  }
  const { shipTo, shipFrom, returnTo, ...kept } = before ?? newShipment(call);
  const text = (name: string, otherwise: string) => optionalText(body, name) ?? otherwise;
  const address = (name: string, otherwise: Address) =>
    readAddress(optionalObject(body, name) ?? {}, otherwise);
  const from = address("ship_from", shipFrom);
  const shipDate = optionalText(body, "ship_date");
  return {
    ...kept,
    carrierId: text("carrier_id", kept.carrierId),
    serviceCode: text("service_code", kept.serviceCode),
    externalId: text("external_shipment_id", kept.externalId),
    shipDate: shipDate === undefined ? kept.shipDate : readDate("ship_date", shipDate),
    shipTo: address("ship_to", shipTo),
    shipFrom: from,
    // A new shipment comes back to where it was sent from.
    returnTo: body.return_to === undefined && !before ? from : address("return_to", returnTo),
    warehouseId: warehouseId ?? kept.warehouseId,
    confirmation: text("confirmation", kept.confirmation),
    options: { ...kept.options, ...optionalObject(body, "advanced_options") },
    insuranceProvider: text("insurance_provider", kept.insuranceProvider),
    tags: Array.isArray(body.tags) ? tagNames(body) : kept.tags,
    parcels: Array.isArray(body.packages) ? objectsIn(body, "packages").map(readParcel) : kept.parcels,
  };
}

/** A pending shipment of which nothing is known yet. */
function newShipment(call: Call): Shipment {
  const now = call.now();
  const id = call.ids.next("shipment");
  return {
    ...newRecord(id, now),
    status: "pending",
    carrierId: "",
    serviceCode: "",
    externalId: `order-${id}`,
    shipDate: now,
    shipTo: NOWHERE,
    shipFrom: NOWHERE,
    returnTo: NOWHERE,
    warehouseId: null,
    confirmation: "none",
    options: NO_OPTIONS,
    insuranceProvider: "",
    tags: [],
    batchId: "",
    userId: null,
    parcels: [],
  };
}

const tagNames = (body: JsonObject): string[] =>
  objectsIn(body, "tags").flatMap(({ name }) => (typeof name === "string" ? [name] : []));

function readParcel(body: JsonObject): Parcel {
  const weight = objectIn(body, "weight");
  const dimensions = objectIn(body, "dimensions");
  const messages = objectIn(body, "label_messages");
  return {
    packageCode: optionalText(body, "package_code") ?? "package",
    weight: numberIn(weight, "value"),
    weightUnit: unitIn(weight, "ounce"),
    length: numberIn(dimensions, "length"),
    width: numberIn(dimensions, "width"),
    height: numberIn(dimensions, "height"),
    lengthUnit: unitIn(dimensions, "inch"),
    insured: readMoney(body.insured_value),
    references: ["reference1", "reference2", "reference3"].map(
      (name) => optionalText(messages, name) ?? null,
    ),
  };
}

function numberIn(from: JsonObject, name: string): number {
  const value = from[name] ?? 0;
  if (typeof value === "number") return value;
  throw invalidValue(name, JSON.stringify(value), `${name} must be a number.`);
}

/** The unit of a weight or of dimensions, under either key. */
export const unitIn = (from: JsonObject, otherwise: string): string =>
  optionalText(from, "unit") ?? optionalText(from, "units") ?? otherwise;

/** Reads a money object; anything else counts as zero dollars. */
export function readMoney(value: unknown): Money {
  const { currency, amount } = isObject(value) ? value : {};
  return {
    currency: typeof currency === "string" ? currency : "usd",
    amount: typeof amount === "number" ? amount : 0,
  };
}
