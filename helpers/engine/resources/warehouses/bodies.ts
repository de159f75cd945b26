import { isObject } from "../../../contract/json.js";
import type { Restoration } from "../../../target/ledger/ledger.js";
import { notAsBefore } from "../../../wire/put-back.js";
import type { Raw } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { type Members, membersOf, returnIndicator, type SeenWarehouse } from "./record.js";

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

/** Body of a warehouse update. */
export interface WarehouseBody {
  readonly warehouse_id: string;
  readonly name: string;
  readonly origin_address: Raw;
  readonly return_address: Raw;
}

/** A body with the shown values in the documented form: the return address has no indicator. */
export function bodyOf(id: string, { name, origin, returns }: Members): WarehouseBody | null {
  if (name === null || origin === null || returns === null) return null;
  const indicator = origin.address_residential_indicator;
  return {
    warehouse_id: id,
    name,
    origin_address: {
      ...texts(origin),
      ...(indicator === "yes" || indicator === "no" ? { address_residential_indicator: indicator } : {}),
    },
    return_address: texts(returns),
  };
}

/** The documented text members that an address shows. */
export function texts(address: Raw): Raw {
  const members = ADDRESS_MEMBERS.flatMap((member) =>
    typeof address[member] === "string" ? [[member, address[member]] as const] : [],
  );
  return Object.fromEntries(members);
}

/**
 * A body with a new name, people and streets; place and country stay deliverable. Adds no member that the address
 * lacks, because there is no way to remove it again.
 */
export function changed(body: WarehouseBody): WarehouseBody {
  const anew = (address: Raw, what: string): Raw => {
    const values = {
      name: `Plimsoll ${what}`,
      company_name: `Plimsoll ${what} works`,
      phone: what === "origin" ? "555-010-0111" : "555-010-0122",
      address_line1: what === "origin" ? "11 Plimsoll Quay" : "22 Plimsoll Quay",
      address_line2: what === "origin" ? "Gate 11" : "Gate 22",
      // At the same host, which certainly takes mail.
      email: /.@/.test(String(address.email)) ? `plimsoll.${address.email}` : address.email,
    };
    return { ...address, ...Object.fromEntries(Object.entries(values).filter(([name]) => name in address)) };
  };
  return {
    ...body,
    name: "Plimsoll & Sons load line, Ærø 貨物 quay, north end",
    origin_address: anew(body.origin_address, "origin"),
    return_address: anew(body.return_address, "return"),
  };
}

/**
 * The body under a new name, with addresses of other warehouses, which are certainly valid. Keeps its own address if no
 * other has all its members.
 */
export function borrowed(body: WarehouseBody, others: readonly Raw[]): WarehouseBody {
  const shown = others.map(membersOf);
  const from = (own: Raw, theirs: readonly (Raw | null)[]): Raw => {
    const fits = (other: Raw | null) =>
      other !== null && Object.keys(own).every((member) => typeof other[member] === "string");
    const other = theirs.findLast(fits);
    return other == null
      ? own
      : Object.fromEntries(Object.keys(own).map((member) => [member, other[member]]));
  };
  return {
    ...body,
    name: "Plimsoll load line",
    origin_address: from(
      body.origin_address,
      shown.map(({ origin }) => origin),
    ),
    return_address: from(
      body.return_address,
      shown.map(({ returns }) => returns),
    ),
  };
}

/**
 * The changed body again under the same name, with its addresses in other places that certainly exist: those of other
 * warehouses; or, in the same country, those of shipments and of each other. An address keeps its place if no other has
 * the same members.
 * @param others records of other warehouses
 * @param known addresses of shipments
 */
export function moved(body: WarehouseBody, others: readonly Raw[], known: readonly Raw[]): WarehouseBody {
  const shown = others.map(membersOf);
  const nearby = (address: Raw) =>
    [body.origin_address, body.return_address, ...known].filter(
      ({ country_code }) => country_code === address.country_code,
    );
  const origin = placed(body.origin_address, [
    ...shown.map(({ origin: each }) => each).filter(isObject),
    ...nearby(body.origin_address),
  ]);
  // In a place of its own, so that the two addresses cannot be mistaken for each other.
  const returns = placed(
    body.return_address,
    [...shown.map(({ returns: each }) => each).filter(isObject), ...nearby(body.return_address)],
    origin,
  );
  const { [INDICATOR]: indicator } = origin;
  return {
    ...again(body),
    origin_address: {
      ...origin,
      ...(indicator === undefined ? {} : { [INDICATOR]: indicator === "yes" ? "no" : "yes" }),
      address_line1: "33 Plimsoll Quay",
    },
    return_address: { ...returns, address_line1: "44 Plimsoll Quay" },
  };
}

/** The changed body again under the same name, with other streets in the same places. */
export function again(body: WarehouseBody): WarehouseBody {
  return {
    ...body,
    origin_address: { ...body.origin_address, address_line1: "33 Plimsoll Quay" },
    return_address: { ...body.return_address, address_line1: "44 Plimsoll Quay" },
  };
}

/** The members that say where an address is. They are copied together, or the address would not exist. */
const PLACE = ["city_locality", "state_province", "postal_code", "country_code"] as const;

/** The address, moved to the place of the one in `others` that differs most from it and from `beside`. */
function placed(address: Raw, others: readonly Raw[], beside: Raw = {}): Raw {
  const has = (one: Raw, member: string) => typeof one[member] === "string" && one[member] !== "";
  const alike = others.filter((other) =>
    PLACE.every((member) => has(other, member) === has(address, member)),
  );
  const apart = (other: Raw) =>
    PLACE.filter((member) => other[member] !== address[member]).length +
    (other.city_locality === beside.city_locality ? 0 : PLACE.length);
  const [place] = alike.toSorted((left, right) => apart(right) - apart(left));
  if (place === undefined) return address;
  return {
    ...address,
    ...Object.fromEntries(
      PLACE.flatMap((member) => (has(address, member) ? [[member, place[member]] as const] : [])),
    ),
  };
}

/**
 * How to restore a warehouse: by the documented body, with the indicator if there was one; if that does not work, by
 * the exact addresses that were shown. Null if nobody knows what it was.
 */
export function restorationOf(id: string, original: SeenWarehouse | null): Restoration | null {
  const body = original === null ? null : bodyOf(id, original);
  if (original === null || body === null) return null;
  const indicator = returnIndicator(original);
  const withIndicator = { ...body.return_address, address_residential_indicator: indicator };
  const { origin_address, return_address } = original.record;
  return {
    operation: "v1UpdateWarehouse",
    path: { warehouse_id: id },
    bodies: [
      indicator === null ? body : { ...body, return_address: withIndicator },
      { ...body, origin_address, return_address },
    ],
    reading: "v2GetWarehouse",
    former: { name: body.name, origin_address, return_address },
  };
}

/** Whether a warehouse shows again what it showed before the run changed it. */
export function isRestored({ former }: Restoration, shown: SeenWarehouse | null): boolean {
  return shown !== null && notAsBefore(former, shown.record).length === 0;
}

/** What the ledger is told before the first request leaves. */
export function intentOf(t: Check, id: string) {
  return { target: t.settings.url, operation: "v1UpdateWarehouse", mark: id } as const;
}
