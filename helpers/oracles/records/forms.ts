import { schemaById } from "../../contract/compile.js";
import { isTimestamp } from "../../contract/formats.js";
import { escapeStep, isObject } from "../../contract/json.js";
import { validate } from "../../contract/validator.js";
import { emptiedIn } from "../../wire/emptied.js";
import { compareInstants, type Instant, longest, parseInstant } from "../../wire/instant.js";
import { plural, renderValue } from "../../wire/message.js";
import { onlyNamedIn } from "../../wire/named-members.js";
import type { Raw } from "../../wire/raw.js";
import type { Claim } from "../finding.js";

/** Members that only one form has, or that the identity rule judges. */
const ASIDE = new Set(["shipment_id", "shipment_status", "created_at", "package_code", "label_messages"]);
/** Members that are times. */
const TIMES = new Set(["/created_at", "/modified_at", "/ship_date"]);
/** Spellings of one member: the list says `units`, the by-id form `unit`. */
const UNIT_KEYS = ["units", "unit"] as const;
/** Members of a shipment that the contract names, without those of the identity rule. */
const MEMBERS = [
  "carrier_id",
  "service_code",
  "external_shipment_id",
  "ship_date",
  "modified_at",
  "ship_to",
  "ship_from",
  "warehouse_id",
  "return_to",
  "confirmation",
  "advanced_options",
  "insurance_provider",
  "tags",
  "total_weight",
  "packages",
] as const;

/** A shipment in its two forms. */
interface Forms {
  readonly listed: Raw;
  readonly byId: Raw;
}

/** So many shipments are hardly all modified by others at once. */
const MANY = 4;

/**
 * Whether modified_at shows which of some shipments were modified between the two readings: where it differs for every
 * one, the forms rather print different times.
 */
export function showsChanges(pairs: readonly Forms[]): boolean {
  return pairs.length < MANY || pairs.some(({ listed, byId }) => !wasModified(listed, byId));
}

/**
 * shipment_id and created_at never change, so both forms show the same; shipment_status is compared unless modified_at
 * shows a change in between. The schemas judge members that one form lacks.
 */
export function identityDifferences(listed: Raw, byId: Raw, changesShow = true): Claim[] {
  const fixed = ["shipment_id", "created_at"];
  const names = changesShow && wasModified(listed, byId) ? fixed : [...fixed, "shipment_status"];
  const differences = names.flatMap((name) => compare(listed[name], byId[name], `/${name}`));
  return [...differences, ...roundedUp(listed.created_at, byId.created_at)].slice(0, 1);
}

/**
 * Members of a shipment that a change of others emptied, by two readings in the same form.
 * @param changed those that the change concerns
 */
export function emptiedBeside(changed: readonly string[], before: Raw, after: Raw): readonly string[] {
  return emptiedIn(
    MEMBERS.filter((name) => !changed.includes(name)),
    before,
    after,
  );
}

/** From this many digits on, rounding is below what a service times by. */
const FINE = 3;

/** A time may be printed with fewer digits in one form, cut off: rounded up it is a later time. */
function roundedUp(listed: unknown, byId: unknown): Claim[] {
  const [left, right] = [parseInstant(listed), parseInstant(byId)];
  if (left === null || right === null || left.hasZone !== right.hasZone) return [];
  const [coarse, fine] = left.hiddenNs > right.hiddenNs ? [left, right] : [right, left];
  if (
    coarse.hiddenNs === fine.hiddenNs ||
    coarse.fractionDigits >= FINE ||
    compareInstants(coarse, fine) <= 0
  )
    return [];
  const documented = `created_at ${left.text}, as in the list, or cut off to fewer digits`;
  return [{ documented, received: renderValue(byId), pointer: "/created_at" }];
}

/**
 * All else that the contract names is equal in both forms, apart from the unit spelling and by-id members. If
 * modified_at differs, only that is reported: the caller must rule out a change in between.
 */
export function formDifferences(listed: Raw, byId: Raw): Claim[] {
  if (wasModified(listed, byId)) return compare(listed.modified_at, byId.modified_at, "/modified_at");
  const named = onlyNamedIn(schemaById("v1/shipment-in-list"));
  const differences = MEMBERS.flatMap((name) => compare(named(listed)[name], byId[name], `/${name}`));
  if (differences.length === 0) return [];
  const wrong = misformed(listed, byId);
  return differences.filter(({ pointer = "" }) => !wrong.has(unspelled(pointer))).slice(0, 1);
}

/** Members that one of the forms shows as the contract does not: those have rules of their own. */
function misformed(listed: Raw, byId: Raw): ReadonlySet<string> {
  const { breaches } = validate("v1/shipment-in-list", listed);
  const places = [...breaches, ...validate("v1/shipment", byId).breaches];
  return new Set(places.map(({ pointer }) => unspelled(pointer)));
}

/** The pointer with one spelling of the unit key. */
function unspelled(pointer: string): string {
  return pointer.replace(/\/units$/, "/unit");
}

/** Whether two printed times can be the same moment, at the precision of the coarser one; one may lack its zone. */
function sameTime(left: Instant, right: Instant): boolean {
  if (left.hasZone !== right.hasZone) return true;
  const difference = left.epochNs - right.epochNs;
  if (left.hiddenNs === right.hiddenNs) return difference === 0n;
  const unit = longest(left.hiddenNs, right.hiddenNs);
  return difference < unit && -difference < unit;
}

function wasModified(listed: Raw, byId: Raw): boolean {
  const [left, right] = [parseInstant(listed.modified_at), parseInstant(byId.modified_at)];
  return left !== null && right !== null && !sameTime(left, right);
}

/**
 * Differences in members that both sides have; `pointer` leads into the by-id form. A service that was chosen is present
 * in either form.
 */
function compare(listed: unknown, byId: unknown, pointer: string): Claim[] {
  if (isNone(listed) && isNone(byId)) return [];
  if ((listed === undefined || byId === undefined) && pointer !== "/service_code") return [];
  if (Array.isArray(listed) && Array.isArray(byId)) return compareArrays(listed, byId, pointer);
  if (isObject(listed) && isObject(byId)) {
    return Object.keys(listed).flatMap((name) => {
      if (ASIDE.has(name)) return [];
      const twin = isUnitKey(name) ? UNIT_KEYS.find((key) => key in byId) : name;
      return twin === undefined ? [] : compare(listed[name], byId[twin], `${pointer}/${escapeStep(twin)}`);
    });
  }
  if (listed === byId || (TIMES.has(pointer) && mayBeOneTime(listed, byId))) return [];
  return [{ documented: `${renderValue(listed)}, as in the list`, received: renderValue(byId), pointer }];
}

function compareArrays(listed: readonly unknown[], byId: readonly unknown[], pointer: string): Claim[] {
  const [left, right] = [ordered(listed), ordered(byId)];
  if (left.length !== right.length) {
    return [{ documented: `${entries(left)}, as in the list`, received: entries(right), pointer }];
  }
  return left.flatMap((entry, at) => compare(entry, right[at], `${pointer}/${at}`));
}

function entries({ length }: readonly unknown[]): string {
  return plural(length, "entry", "entries");
}

/** Named entries (tags) are a set, without order. */
function ordered(entries: readonly unknown[]): readonly unknown[] {
  const name = (entry: unknown): string | null =>
    isObject(entry) && typeof entry.name === "string" ? entry.name : null;
  if (entries.some((entry) => name(entry) === null)) return entries;
  return entries.toSorted((left, right) => ((name(left) ?? "") < (name(right) ?? "") ? -1 : 1));
}

function isUnitKey(name: string): boolean {
  return UNIT_KEYS.some((key) => key === name);
}

/** Absent, null and empty say alike that there is none. */
function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** ISO 8601 writes a time in more forms than are read here. */
function mayBeOneTime(left: unknown, right: unknown): boolean {
  const [a, b] = [parseInstant(left), parseInstant(right)];
  return a === null || b === null ? isTime(left) && isTime(right) : sameTime(a, b);
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && isTimestamp(value);
}
