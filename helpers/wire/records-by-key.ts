import { isObject } from "../contract/json.js";
import type { Raw } from "./raw.js";
import { isId, walk } from "./search.js";

const DEEPEST = 3;

/** A list written as an object that names each record by its id. */
interface RecordsByKey {
  /** JSON Pointer of the object, "" if it is the body itself. */
  readonly pointer: string;
  readonly items: readonly Raw[];
}

/**
 * Finds records that stand in an object under their ids, as in `{"17": {"webhook_id": "17"}}`, in a body whose shape the
 * contract leaves open. Every value must show its key as its id: an object that merely wraps a record is none. Null if
 * there is none.
 */
export function recordsByKey(body: unknown, idMember: string): RecordsByKey | null {
  for (const { value, pointer, depth, isInside } of walk(body)) {
    if (depth > DEEPEST) break;
    if (isInside || !isObject(value)) continue;
    const entries = Object.entries(value);
    const items = entries.flatMap(([key, each]) => (isUnder(key, each, idMember) ? [each] : []));
    if (items.length > 0 && items.length === entries.length) return { pointer, items };
  }
  return null;
}

function isUnder(key: string, value: unknown, idMember: string): value is Raw {
  if (!isObject(value)) return false;
  const id = value[idMember];
  return isId(id) && String(id) === key;
}
