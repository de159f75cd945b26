import type { Schemas } from "../../../contract/generated/types.js";
import type { Address } from "../records.js";

/** Address object of the section "Address object". */
export function addressView(address: Address): Schemas["shared/address"] {
  return {
    name: address.name,
    company_name: address.companyName,
    phone: address.phone,
    email: address.email,
    address_line1: address.line1,
    address_line2: address.line2,
    city_locality: address.city,
    state_province: address.state,
    postal_code: address.postalCode,
    country_code: address.country,
    address_residential_indicator: address.residential ? "yes" : "no",
  };
}
