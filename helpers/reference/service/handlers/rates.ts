import { type Answer, multi, ok } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";
import { optionalObject, optionalText, stringsIn } from "../body.js";
import { addPlain, getPlain, type PlainFamily } from "../plain-handlers.js";
import { invalidValue, valueRequired } from "../problem.js";
import type { Carrier, JsonObject, Service, Shipment } from "../records.js";
import { draftShipment, unitIn } from "../requests/shipment.js";
import { ounces, totalOunces } from "../weight.js";

const family: PlainFamily = { kind: "rates", idName: "rate_id", listName: "rates" };

/** One price for each service on the route, by weight only. @param weight in ounces */
function rateFields(carrier: Carrier, service: Service, weight: number): JsonObject {
  const amount = Math.round((4 + weight * 0.11 + service.code.length * 0.2) * 100) / 100;
  return {
    carrier_id: carrier.id,
    carrier_code: carrier.code,
    service_code: service.code,
    shipping_amount: { currency: "usd", amount },
    insurance_amount: { currency: "usd", amount: 0 },
    delivery_days: 1 + (service.code.length % 6),
  };
}

function quotes({ world }: Call, weight: number, abroad: boolean): readonly JsonObject[] {
  return world.carriers
    .ordered()
    .flatMap((carrier) =>
      carrier.services
        .filter((service) => (abroad ? service.international : service.domestic))
        .map((service) => rateFields(carrier, service, weight)),
    );
}

function rateShipment(call: Call, shipment: Shipment): readonly JsonObject[] {
  const abroad = shipment.shipTo.country !== shipment.shipFrom.country;
  return quotes(call, totalOunces(shipment.parcels), abroad).map((fields) =>
    addPlain(call, family, { ...fields, shipment_id: shipment.id }),
  );
}

/** Accepts `{shipment_id}` or `{shipment: {...}}`; a new shipment is stored, so that its rates can be bought. */
function createRates(call: Call): Answer {
  const body = call.object();
  const id = optionalText(body, "shipment_id");
  const fields = optionalObject(body, "shipment");
  if (id === undefined && !fields) throw valueRequired("shipment");
  const shipment =
    id === undefined
      ? call.world.shipments.add(draftShipment(call, fields ?? {}))
      : call.world.shipments.get(id);
  if (!shipment) throw invalidValue("shipment_id", String(id), "There is no such shipment.");
  return ok({
    shipment_id: shipment.id,
    rate_response: { status: "completed", rates: rateShipment(call, shipment) },
  });
}

function createBulk(call: Call): Answer {
  const ids = stringsIn(call.object(), "shipment_ids");
  if (ids.length === 0) throw valueRequired("shipment_ids");
  const results = ids.map((id) => {
    const shipment = call.world.shipments.get(id);
    return shipment
      ? { shipment_id: id, status: 200, rates: rateShipment(call, shipment) }
      : { shipment_id: id, status: 404, rates: [] };
  });
  return results.every(({ status }) => status === 200) ? ok({ results }) : multi({ results });
}

/** Estimates are prices without a shipment, which cannot be bought. */
function estimate(call: Call): Answer {
  const body = call.object();
  const { value = 16, ...weight } = optionalObject(body, "weight") ?? {};
  const ounce = typeof value === "number" ? ounces(value, unitIn(weight, "ounce")) : 16;
  const from = optionalText(body, "from_country_code") ?? "US";
  const to = optionalText(body, "to_country_code") ?? "US";
  return ok({ rates: quotes(call, ounce, from !== to) });
}

function listForShipment(call: Call): Answer {
  const shipment = call.find(call.world.shipments, "shipment_id");
  return ok({ shipment_id: shipment.id, rates: rateShipment(call, shipment) });
}

export const rates: Handlers = {
  v2CreateRates: createRates,
  v2CreateBulkRates: createBulk,
  v2EstimateRates: estimate,
  v2GetRate: getPlain(family),
  v2ListShipmentRates: listForShipment,
};
