import { optionalText } from "../body.js";
import type { Address, JsonObject } from "../records.js";

/** An address of which nothing is known. */
export const NOWHERE: Address = {
  name: "",
  companyName: "",
  phone: "",
  email: "",
  line1: "",
  line2: "",
  city: "",
  state: "",
  postalCode: "",
  country: "US",
  residential: false,
};

/** Reads an address object; missing members stay as in `before`. Throws 400 on a wrong type. */
export function readAddress(body: JsonObject, before: Address = NOWHERE): Address {
  const text = (name: string, otherwise: string) => optionalText(body, name) ?? otherwise;
  const residential = optionalText(body, "address_residential_indicator");
  return {
    name: text("name", before.name),
    companyName: text("company_name", before.companyName),
    phone: text("phone", before.phone),
    email: text("email", before.email),
    line1: text("address_line1", before.line1),
    line2: text("address_line2", before.line2),
    city: text("city_locality", before.city),
    state: text("state_province", before.state),
    postalCode: text("postal_code", before.postalCode),
    country: text("country_code", before.country),
    residential: residential === undefined ? before.residential : residential === "yes",
  };
}
