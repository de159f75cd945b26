import { isObject } from "../../helpers/contract/json.js";

/** Fewer items on a page may be in order by chance. */
const FEWEST = 4;

/** The order of a page's items: by created_at or, without that, by ids; null if it shows nothing. */
export function pageOrder(items: readonly unknown[]): string | null {
  if (items.length < FEWEST) return null;
  const times = items.map((item) => (isObject(item) ? Date.parse(String(item.created_at)) : Number.NaN));
  if (!times.some(Number.isNaN)) {
    if (times.every((time) => time === times[0])) return null;
    if (isSorted(times, 1)) return "oldest first";
    return isSorted(times, -1) ? "newest first" : "not by created_at";
  }
  const ids = items.map(numberOf);
  if (ids.some(Number.isNaN)) return null;
  if (isSorted(ids, 1)) return "rising ids";
  return isSorted(ids, -1) ? "falling ids" : null;
}

function isSorted(values: readonly number[], direction: 1 | -1): boolean {
  return values.every((value, at) => at === 0 || direction * (value - (values[at - 1] ?? value)) >= 0);
}

/** The number in an item's first id. */
function numberOf(item: unknown): number {
  const [, id] = (isObject(item) ? Object.entries(item) : []).find(([name]) => name.endsWith("_id")) ?? [];
  return Number(/\d+$/.exec(String(id))?.[0] ?? Number.NaN);
}
