import { isObject } from "../../../contract/json.js";
import type { MemberName } from "../../../oracles/warehouses/likeness.js";
import {
  ADDRESSES,
  furtherMembers,
  INDICATOR,
  type Members,
  membersOf,
  returnIndicator,
  type SentMembers,
  texts,
  type WhichAddress,
} from "../../../oracles/warehouses/record.js";
import type { Restoration } from "../../../target/ledger/ledger.js";
import { isEmpty, notAsBefore } from "../../../wire/put-back.js";
import type { Raw } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import type { SeenWarehouse } from "./record.js";

export interface WarehouseBody extends SentMembers {
  readonly warehouse_id: string;
}

/** A body with the shown values in the documented form: the return address has no indicator. */
export function bodyOf(id: string, { name, origin_address, return_address }: Members): WarehouseBody | null {
  if (name === null || origin_address === null || return_address === null) return null;
  const { [INDICATOR]: indicator } = origin_address;
  return {
    warehouse_id: id,
    name,
    origin_address: {
      ...texts(origin_address),
      ...(indicator === "yes" || indicator === "no" ? { [INDICATOR]: indicator } : {}),
    },
    return_address: texts(return_address),
  };
}

/** Other people and streets for each address. */
const ANEW = {
  origin_address: {
    name: "Plimsoll origin",
    company_name: "Plimsoll origin works",
    phone: "555-010-0111",
    address_line1: "11 Plimsoll Quay",
    address_line2: "Gate 11",
  },
  return_address: {
    name: "Plimsoll return",
    company_name: "Plimsoll return works",
    phone: "555-010-0122",
    address_line1: "22 Plimsoll Quay",
    address_line2: "Gate 22",
  },
} as const;

/**
 * A body with a new name, people and streets; place and country stay deliverable. Adds no member that the address
 * lacks, because there is no way to remove it again.
 */
export function changed(body: WarehouseBody): WarehouseBody {
  const anew = (which: WhichAddress): Raw => {
    const address = body[which];
    // At the same host, which certainly takes mail.
    const email = /.@/.test(String(address.email)) ? `plimsoll.${address.email}` : address.email;
    const values = Object.entries({ ...ANEW[which], email });
    return { ...address, ...Object.fromEntries(values.filter(([member]) => member in address)) };
  };
  return {
    ...body,
    name: "Plimsoll & Sons load line, Ærø 貨物 quay, north end",
    origin_address: anew("origin_address"),
    return_address: anew("return_address"),
  };
}

/** A name that any service takes. */
export const PLAIN_NAME = "Plimsoll load line";

/**
 * The body under a plain name, with addresses of other warehouses, which are certainly valid; rather in two streets, so
 * that the addresses cannot be mistaken for each other.
 * @param spent streets that are rather left out
 */
export function borrowed(
  body: WarehouseBody,
  others: readonly Raw[],
  spent: readonly unknown[] = [],
): WarehouseBody {
  const origin_address = borrowedAddress(body.origin_address, others, "origin_address", spent);
  const beside = [...spent, origin_address.address_line1];
  const return_address = borrowedAddress(body.return_address, others, "return_address", beside);
  return { ...body, name: PLAIN_NAME, origin_address, return_address };
}

/** An address of another warehouse; the address itself if no other has all its members. */
export function borrowedAddress(
  address: Raw,
  others: readonly Raw[],
  which: WhichAddress,
  spent: readonly unknown[],
): Raw {
  const members = Object.keys(address);
  const fitting = others
    .map((each) => membersOf(each)[which] ?? {})
    .filter((other) => members.every((member) => typeof other[member] === "string"));
  const other = fitting.findLast((each) => !spent.includes(each.address_line1)) ?? fitting.at(-1) ?? address;
  return Object.fromEntries(members.map((member) => [member, other[member]]));
}

/** The streets of both addresses. */
export function streetsOf({ origin_address, return_address }: WarehouseBody): readonly unknown[] {
  return [origin_address.address_line1, return_address.address_line1];
}

/**
 * The changed body again under the same name, with its addresses in other places that certainly exist: those of other
 * warehouses; or, in the same country, those of shipments and of each other. An address keeps its place if no other has
 * the same members.
 * @param others records of other warehouses
 * @param known addresses of shipments
 */
export function moved(body: WarehouseBody, others: readonly Raw[], known: readonly Raw[]): WarehouseBody {
  const places = (which: WhichAddress): readonly Raw[] => {
    const nearby = [body.origin_address, body.return_address, ...known].filter(
      ({ country_code }) => country_code === body[which].country_code,
    );
    return [...others.map((record) => membersOf(record)[which]).filter(isObject), ...nearby];
  };
  const origin = placed(body.origin_address, places("origin_address"));
  const { [INDICATOR]: indicator } = origin;
  return again({
    ...body,
    origin_address: {
      ...origin,
      ...(indicator === undefined ? {} : { [INDICATOR]: indicator === "yes" ? "no" : "yes" }),
    },
    // Rather in a place of its own, so that the two addresses cannot be mistaken for each other.
    return_address: placed(body.return_address, places("return_address"), origin),
  });
}

/** The changed body again under the same name, with other streets in the same places. */
export function again(body: WarehouseBody): WarehouseBody {
  return {
    ...body,
    origin_address: { ...body.origin_address, address_line1: "33 Plimsoll Quay" },
    return_address: { ...body.return_address, address_line1: "44 Plimsoll Quay" },
  };
}

/** The body with another value of one member: another name, or another street in the same place. */
export function changedAlone(body: WarehouseBody, member: MemberName): WarehouseBody {
  if (member === "name") return { ...body, name: "Plimsoll quay, south end" };
  const address_line1 = member === "origin_address" ? "55 Plimsoll Quay" : "66 Plimsoll Quay";
  return { ...body, [member]: { ...body[member], address_line1 } };
}

/**
 * The body without second lines of its addresses, as empty texts, where the warehouse had one before; null if it had
 * none. A line that was empty before becomes so again when the warehouse is put back.
 * @param before the warehouse before its first update
 */
export function withoutLine2(body: WarehouseBody, before: WarehouseBody): WarehouseBody | null {
  const had = (which: WhichAddress) => !isEmpty(before[which].address_line2);
  if (!ADDRESSES.some(had)) return null;
  const without = (which: WhichAddress): Raw => ({
    ...body[which],
    ...(had(which) ? { address_line2: "" } : {}),
  });
  return { ...body, origin_address: without("origin_address"), return_address: without("return_address") };
}

/** The body whose addresses leave out the optional second line; null if none has one. */
export function leavingOutLine2(body: WarehouseBody): WarehouseBody | null {
  if (ADDRESSES.every((which) => isEmpty(body[which].address_line2))) return null;
  const { address_line2: _, ...origin_address } = body.origin_address;
  const { address_line2: __, ...return_address } = body.return_address;
  return { ...body, origin_address, return_address };
}

/** The body with each address in the place of the other. */
export function exchanged(body: WarehouseBody): WarehouseBody {
  const { origin_address, return_address } = body;
  return { ...body, origin_address: return_address, return_address: origin_address };
}

/** The members that say where an address is. They are copied together, or the address would not exist. */
const PLACE = ["city_locality", "state_province", "postal_code", "country_code"] as const;

/** What a city of its own counts: less than a move to another country, which changes every member. */
const OWN_CITY = 2;

/** The address, moved to the place of the one in `others` that differs most from it, and rather not beside another one. */
function placed(address: Raw, others: readonly Raw[], beside: Raw = {}): Raw {
  const has = (one: Raw, member: string) => typeof one[member] === "string" && one[member] !== "";
  const alike = others.filter((other) =>
    PLACE.every((member) => has(other, member) === has(address, member)),
  );
  const apart = (other: Raw) =>
    PLACE.filter((member) => other[member] !== address[member]).length +
    (other.city_locality === beside.city_locality ? 0 : OWN_CITY);
  const [place] = alike.toSorted((left, right) => apart(right) - apart(left));
  if (place === undefined) return address;
  return {
    ...address,
    ...Object.fromEntries(
      PLACE.flatMap((member) => (has(address, member) ? [[member, place[member]] as const] : [])),
    ),
  };
}

/** What the addresses of a warehouse hold besides the documented members: an update without it may lose it. */
export function furtherOf(shown: Members): readonly string[] {
  return [...new Set(ADDRESSES.flatMap((which) => furtherMembers(shown[which] ?? {})))];
}

/** What an address holds, as it was shown. */
function filled(address: Raw | null): Raw {
  return Object.fromEntries(Object.entries(address ?? {}).filter(([, value]) => value !== null));
}

/**
 * How to restore a warehouse: by all that its addresses held, if that is more than the documented members; by the
 * documented body, with the indicator if there was one; if that does not work, by the exact addresses that were shown.
 * Null if nobody knows what it was.
 */
export function restorationOf(
  id: string,
  original: Omit<SeenWarehouse, "exchange"> | null,
): Restoration | null {
  const body = original === null ? null : bodyOf(id, original);
  if (original === null || body === null) return null;
  const indicator = returnIndicator(original);
  const withIndicator = { ...body.return_address, [INDICATOR]: indicator };
  const { origin_address, return_address } = original.record;
  const whole = {
    ...body,
    origin_address: filled(original.origin_address),
    return_address: filled(original.return_address),
  };
  return {
    operation: "v1UpdateWarehouse",
    path: { warehouse_id: id },
    bodies: [
      ...(furtherOf(original).length === 0 ? [] : [whole]),
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
