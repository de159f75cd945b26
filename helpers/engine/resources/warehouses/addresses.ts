/** The documented text members of an address. */
export const ADDRESS_MEMBERS = [
  "name",
  "company_name",
  "phone",
  "email",
  "address_line1",
  "address_line2",
  "city_locality",
  "state_province",
  "postal_code",
  "country_code",
] as const;

/** The member that says whether an address is somebody's home. */
export const INDICATOR = "address_residential_indicator";
