import { isObject } from "../../contract/json.js";
import type { Item } from "../../wire/decode.js";
import { renderValue } from "../../wire/message.js";

/** Fewer missing items may well share a value by chance. */
const LEAST = 3;
/** Other items may have the value too, up to this share of the missing ones. */
const FEW = 0.1;

/**
 * A value that all missing items show and none or few of the others do, in words; empty if there is none. A join with
 * what these items lack leaves out just them.
 * @param came ids of those that are not missing
 */
export function sharedByMissing(items: readonly Item[], came: Iterable<string>): string {
  const ids = new Set(came);
  const missing = items.filter(({ id }) => !ids.has(id));
  const others = items.filter(({ id }) => ids.has(id));
  const [first, ...rest] = missing;
  if (first === undefined || missing.length < LEAST || others.length === 0) return "";
  const told = Object.entries(first.raw).flatMap(([member, value]) => {
    const shows = ({ raw }: Item) => raw[member] === value;
    const isTelling = !isObject(value) && !Array.isArray(value) && rest.every(shows);
    const held = isTelling ? others.filter(shows).length : Number.POSITIVE_INFINITY;
    return held <= FEW * missing.length ? [{ member, value, held }] : [];
  });
  const [most] = told.toSorted((one, other) => one.held - other.held);
  if (most === undefined) return "";
  const { member, value, held } = most;
  return `; each of these has ${member} ${renderValue(value)}, and ${held === 0 ? "none" : held} of the ${others.length} others`;
}
