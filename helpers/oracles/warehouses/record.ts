import { isObject } from "../../contract/json.js";
import { isEmpty } from "../../wire/put-back.js";
import type { Raw } from "../../wire/raw.js";
import { recordsWithId } from "../../wire/search.js";

/** The members that hold the addresses of a warehouse. */
export const ADDRESSES = ["origin_address", "return_address"] as const;
export type WhichAddress = (typeof ADDRESSES)[number];

/** The members of a warehouse that an update sets; null for those that a record does not show. */
export interface Members extends Readonly<Record<WhichAddress, Raw | null>> {
  readonly name: string | null;
}

/** The members that an update sends. */
export interface SentMembers extends Readonly<Record<WhichAddress, Raw>> {
  readonly name: string;
}

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

/** The members of a warehouse in a record of it. */
export function membersOf(record: Raw): Members {
  const { name, origin_address, return_address } = withAttributes(record);
  return {
    name: typeof name === "string" ? name : null,
    origin_address: isObject(origin_address) ? origin_address : null,
    return_address: isObject(return_address) ? return_address : null,
  };
}

/** A record with its members beside the id, also where JSON:API's `attributes` hold them. */
function withAttributes(record: Raw): Raw {
  return isObject(record.attributes) ? { ...record, ...record.attributes } : record;
}

/** The indicator of a warehouse's return address, if it has one. */
export function returnIndicator({ return_address }: Members): string | null {
  const indicator = return_address?.[INDICATOR];
  return typeof indicator === "string" ? indicator : null;
}

/** The documented text members that an address shows. */
export function texts(address: Raw): Raw {
  const members = ADDRESS_MEMBERS.flatMap((member) =>
    typeof address[member] === "string" ? [[member, address[member]] as const] : [],
  );
  return Object.fromEntries(members);
}

/** Names of what an address holds besides its documented members. */
export function furtherMembers(address: Raw): readonly string[] {
  const documented: readonly string[] = [...ADDRESS_MEMBERS, INDICATOR];
  return Object.keys(address).filter((name) => !documented.includes(name) && !isEmpty(address[name]));
}

/** The record of a warehouse in a body: the body itself, or the record inside its wrappers. */
export function recordIn(body: unknown, id: string): Raw | null {
  if (!isObject(body)) return null;
  if (body.warehouse_id === id || typeof body.name === "string") return body;
  const [named] = recordsWithId(body, "warehouse_id", id);
  const found = named ?? recordsWithId(body, "id", id).find(({ raw }) => isObject(raw.attributes));
  return found === undefined ? null : withAttributes(found.raw);
}
