import { type Change, changes, shows } from "./changes.js";
import { isObject, type Raw } from "./raw.js";
import { objectsIn } from "./search.js";

/**
 * How a resource differs from what it was: each member of `former` against the record in a body. Of several
 * objects the one with most of these members is the record, of two alike the outer one. A text that a service puts
 * into a form of its own is as it was: the same moment, the same phone number, other letter case or blanks.
 */
export function notAsBefore(former: Raw, body: unknown): readonly Change[] {
  const names = Object.keys(former);
  const shared = (record: Raw) => names.filter((name) => record[name] !== undefined).length;
  const [record = {}] = objectsIn(body).toSorted((left, right) => shared(right) - shared(left));
  return names
    .flatMap((name) => changes(present(former[name]), present(record[name]), `/${name}`))
    .filter((change) => !isSpelling(change));
}

/** Without members that are empty: a service may show such a one as null, as an empty text or not at all. */
function present(value: unknown): unknown {
  if (!isObject(value)) return value === "" ? null : (value ?? null);
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== ""));
}

/** Whether two texts say the same. */
function isSpelling({ pointer, before, after }: Change): boolean {
  if (typeof before !== "string" || typeof after !== "string") return false;
  const [left, right] = pointer.endsWith("phone") ? [digits(before), digits(after)] : [before, after];
  return shows(left.replace(/\s/g, ""), right.replace(/\s/g, ""));
}

function digits(phone: string): string {
  return phone.replace(/\D/g, "");
}
