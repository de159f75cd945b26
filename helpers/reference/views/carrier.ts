import type { Faults } from "../faults.js";
import type { Carrier, JsonObject } from "../records.js";

/** Carrier service (v1 item of `services`). */
export function servicesView(carrier: Carrier): readonly JsonObject[] {
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
export function optionsView(carrier: Carrier, faults: Faults): readonly JsonObject[] {
  return carrier.options.map(({ name, defaultValue, description }) => ({
    name,
    default_value: defaultValue === "" && faults.has("carrier-option-default-null") ? null : defaultValue,
    description,
  }));
}

export function packagesView(carrier: Carrier): readonly JsonObject[] {
  return carrier.packages.map((code) => ({
    package_code: code,
    name: code.replaceAll("_", " "),
    carrier_id: carrier.id,
  }));
}

export function carrierView(carrier: Carrier, faults: Faults): JsonObject {
  return {
    carrier_id: carrier.id,
    carrier_code: carrier.code,
    account_number: carrier.accountNumber,
    nickname: carrier.name,
    friendly_name: carrier.name,
    balance: carrier.balance,
    services: servicesView(carrier),
    packages: packagesView(carrier),
    options: optionsView(carrier, faults),
  };
}
