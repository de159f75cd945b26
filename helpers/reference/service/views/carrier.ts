import type { Schemas } from "../../../contract/generated/types.js";
import type { Call } from "../behaviours.js";
import type { Carrier, CarrierOption, JsonObject } from "../records.js";

/** Carrier service (v1 item of `services`). */
export function servicesView(carrier: Carrier): readonly Schemas["v1/carrier-service"][] {
  return carrier.services.map((service) => ({
    carrier_id: carrier.id,
    carrier_code: carrier.code,
    service_code: service.code,
    name: service.name,
    domestic: service.domestic,
    international: service.international,
    is_multi_package_supported: service.multiPackage,
  }));
}

/** Carrier advanced option (v1 item of `options`). */
export const carrierOptionView = ({ name, defaultValue, description }: CarrierOption): JsonObject =>
  ({ name, default_value: defaultValue, description }) satisfies Schemas["v1/carrier-option"];

export const optionsView = ({ does }: Call, { options }: Carrier): readonly JsonObject[] =>
  options.map((option) => does.carrierOptionView(option));

export function packagesView(carrier: Carrier): readonly JsonObject[] {
  return carrier.packages.map((code) => ({
    package_code: code,
    name: code.replaceAll("_", " "),
    carrier_id: carrier.id,
  }));
}

export function carrierView(call: Call, carrier: Carrier): JsonObject {
  return {
    carrier_id: carrier.id,
    carrier_code: carrier.code,
    account_number: carrier.accountNumber,
    nickname: carrier.name,
    friendly_name: carrier.name,
    balance: carrier.balance,
    services: servicesView(carrier),
    packages: packagesView(carrier),
    options: optionsView(call, carrier),
  };
}
