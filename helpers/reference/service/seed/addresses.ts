import type { Random } from "../random.js";
import type { Address } from "../records.js";
import { names, type Place } from "./names.js";

/** One address at a place; company addresses are not residential. */
function makeAddress(random: Random, place: Place, business: boolean): Address {
  const name = random.pick(names.people);
  return {
    name,
    companyName: business ? random.pick(names.companies) : "",
    phone: `555-01${String(random.int(0, 99)).padStart(2, "0")}`,
    email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, ".")}@example.com`,
    line1: `${random.int(1, 4999)} ${random.pick(names.streets)}`,
    line2: random.chance(0.2) ? `Unit ${random.int(1, 60)}` : "",
    city: place.city,
    state: place.state,
    postalCode: place.postalCode,
    country: place.country,
    residential: !business,
  };
}

/** Addresses that shipments share, which saves time. */
export interface AddressBook {
  readonly home: readonly Address[];
  readonly abroad: readonly Address[];
  readonly business: readonly Address[];
}

export function makeAddressBook(random: Random): AddressBook {
  const many = (count: number, make: () => Address) => Array.from({ length: count }, make);
  return {
    home: many(120, () => makeAddress(random, random.pick(names.places), random.chance(0.3))),
    abroad: many(24, () => makeAddress(random, random.pick(names.abroad), random.chance(0.3))),
    business: many(12, () => makeAddress(random, random.pick(names.places), true)),
  };
}
