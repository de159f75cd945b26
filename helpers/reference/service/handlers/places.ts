import { type Answer, ok } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";
import { objectIn, optionalText } from "../body.js";
import { unknownId } from "../problem.js";
import type { JsonObject } from "../records.js";
import { readAddress } from "../requests/address.js";
import { addressView } from "../views/address.js";

const POINTS = ["p-1001", "p-1002", "p-1003"] as const;

function validateAddress(call: Call): Answer {
  const body = call.object();
  const sent = readAddress(
    Array.isArray(body.addresses) ? objectIn({ first: body.addresses[0] }, "first") : body,
  );
  const complete = sent.line1 !== "" && (sent.postalCode !== "" || sent.city !== "");
  const address = addressView(sent);
  return ok([{ status: complete ? "verified" : "unverified", original_address: address, messages: [] }]);
}

const point = (id: string, carrier: string, country: string): JsonObject => ({
  service_point_id: id,
  carrier_code: carrier,
  country_code: country,
  name: `Counter ${id}`,
});

function listPoints(call: Call): Answer {
  const body = call.object();
  const country = optionalText(body, "country_code") ?? "US";
  const carriers = call.world.carriers.ordered();
  return ok({
    service_points: carriers.flatMap(({ code }) => POINTS.map((id) => point(id, code, country))),
  });
}

function getPoint(call: Call): Answer {
  const id = call.param("service_point_id");
  const code = call.param("carrier_code");
  if (!POINTS.some((known) => known === id)) throw unknownId("service_point_id", id);
  if (!call.world.carriers.ordered().some((carrier) => carrier.code === code)) {
    throw unknownId("carrier_code", code);
  }
  return ok(point(id, code, call.param("country_code")));
}

export const places: Handlers = {
  v2ListAccountSettings: () => ok({ settings: { default_label_layout: "4x6", timezone: "UTC" } }),
  v2ValidateAddress: validateAddress,
  v2ListServicePoints: listPoints,
  v2GetServicePoint: getPoint,
};
