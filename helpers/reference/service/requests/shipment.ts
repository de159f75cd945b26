import { isObject } from "../../../contract/json.js";
import type { Call } from "../behaviours.js";
import { objectIn, objectsIn, optionalObject, optionalText } from "../body.js";
import { newRecord } from "../collection.js";
import { readDate } from "../filters.js";
import { checkForm } from "../form.js";
import { invalidValue } from "../problem.js";
import type { JsonObject, Money, Parcel, Shipment } from "../records.js";
import { NO_OPTIONS } from "../seed/shipments.js";
import { shipmentView } from "../views/shipment.js";
import { readAddress } from "./address.js";

/** Makes a pending shipment from a request without storing it. Throws 400 on a value that no shipment can show. */
export function draftShipment(call: Call, body: JsonObject): Shipment {
  return showable(call, readShipment(call, body));
}

/** A shipment that is to be. Throws 400 if it could not be shown as the contract says. */
export function showable(call: Call, shipment: Shipment): Shipment {
  checkForm("v1/shipment", shipmentView(call, shipment, "by-id"));
  return shipment;
}

/** A pending shipment with the members that are given. Throws 400 on a wrong type. */
export function readShipment(call: Call, body: JsonObject): Shipment {
  const now = call.now();
  const shipDate = optionalText(body, "ship_date");
  const warehouseId = optionalText(body, "warehouse_id");
  const shipFrom = readAddress(optionalObject(body, "ship_from") ?? {});
  const returnTo = optionalObject(body, "return_to");
  const carrierId = optionalText(body, "carrier_id") ?? "";
  if (carrierId !== "" && !call.world.carriers.get(carrierId)) {
    throw invalidValue("carrier_id", carrierId, "There is no such carrier.");
  }
  if (warehouseId !== undefined && !call.world.warehouses.get(warehouseId)) {
    throw invalidValue("warehouse_id", warehouseId, "There is no such warehouse.");
  }
  const id = call.ids.next("shipment");
  return {
    ...newRecord(id, now),
    status: "pending",
    carrierId,
    serviceCode: optionalText(body, "service_code") ?? "",
    externalId: optionalText(body, "external_shipment_id") ?? `order-${id}`,
    shipDate: shipDate === undefined ? now : readDate("ship_date", shipDate),
    shipTo: readAddress(optionalObject(body, "ship_to") ?? {}),
    shipFrom,
    returnTo: returnTo ? readAddress(returnTo) : shipFrom,
    warehouseId: warehouseId ?? null,
    confirmation: optionalText(body, "confirmation") ?? "none",
    options: { ...NO_OPTIONS, ...optionalObject(body, "advanced_options") },
    insuranceProvider: optionalText(body, "insurance_provider") ?? "",
    tags: objectsIn(body, "tags").flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
    batchId: "",
    userId: null,
    parcels: objectsIn(body, "packages").map(readParcel),
  };
}

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
