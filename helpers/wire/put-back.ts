import { hasMembers, isObject } from "../contract/json.js";
import { type Change, changes, shows } from "./changes.js";
import type { Raw } from "./raw.js";
import { objectsIn } from "./search.js";

/**
 * How a resource differs from its former state: each member of `former` compared with the record in a body. Of several
 * objects, the record is the one with most of these members, and the outer one in a tie; what it lacks, the object around
 * it may hold. A text counts as unchanged if the service only normalized it: the same moment, the same phone number,
 * other case or blanks.
 */
export function notAsBefore(former: Raw, body: unknown): readonly Change[] {
  const names = Object.keys(former);
  const shared = (record: Raw) => names.filter((name) => record[name] !== undefined).length;
  const objects = objectsIn(body);
  const [inner = {}] = objects.toSorted((left, right) => shared(right) - shared(left));
  const record = { ...objects.find((each) => Object.values(each).includes(inner)), ...inner };
  return names
    .flatMap((name) => changes(present(former[name]), present(record[name]), `/${name}`))
    .filter((change) => !isSpelling(change));
}

/** Whether a value is nothing to lose: a service may show it as null, as an empty text or list, or not at all. */
export function isEmpty(value: unknown): boolean {
  return value == null || value === "" || (hasMembers(value) && Object.keys(value).length === 0);
}

/** The value without empty members. */
function present(value: unknown): unknown {
  if (isEmpty(value)) return null;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => !isEmpty(member)));
}

/** Whether two texts mean the same. */
function isSpelling({ pointer, before, after }: Change): boolean {
  if (typeof before !== "string" || typeof after !== "string") return false;
  const [left, right] = pointer.endsWith("phone") ? [digits(before), digits(after)] : [before, after];
  return shows(left.replace(/\s/g, ""), right.replace(/\s/g, ""));
}

function digits(phone: string): string {
  return phone.replace(/\D/g, "");
}
