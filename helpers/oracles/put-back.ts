import { type Change, changes } from "./purchase-orders.js";
import { isObject, type Raw } from "./raw.js";
import { objectsIn } from "./search.js";

/**
 * How a resource differs from what it was: each member of `former` against the record in a body. Of several
 * objects the one with most of these members is the record, of two alike the outer one.
 */
export function notAsBefore(former: Raw, body: unknown): readonly Change[] {
  const names = Object.keys(former);
  const shared = (record: Raw) => names.filter((name) => record[name] !== undefined).length;
  const [record = {}] = objectsIn(body).toSorted((left, right) => shared(right) - shared(left));
  return names.flatMap((name) => changes(present(former[name]), present(record[name]), `/${name}`));
}

/** Without members that are null: a service may show an empty one as null or not at all. */
function present(value: unknown): unknown {
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
