import { sizeCuttingTie } from "../../oracles/ties.js";
import type { Walked } from "../../target/walk.js";
import { datedBy } from "../../wire/dated.js";
import type { Item, Page } from "../../wire/decode.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { possiblyMeeting, surelyMeeting } from "./asked-filters.js";
import { idsOf, type ListQuery, type Refused } from "./pages.js";
import type { Reading } from "./reading.js";
import type { Try } from "./tries.js";

/**
 * Walks the list as a try says; `filters` restrict it to what is known. A list known in part is always walked from the
 * known end, because a walk from elsewhere may stop before it reaches anything known.
 */
export function walkTry(
  t: Check,
  reading: Reading,
  { sieve, pages, sort }: Try,
  filters: ListQuery = {},
): Promise<Walked | Refused> {
  const { items, whole, dir } = reading;
  const held = surelyMeeting(items, sieve.filter).length;
  const size = cutSize(reading, { sieve, pages, sort });
  // If a list is known only in part, a longer walk adds little.
  const sampled = whole ? {} : { most: t.budget("lists.walk.sampled-pages") };
  const sorted = whole ? sort : { sort_dir: dir, sort_by: "created_at" };
  return reading.walk(t, { ...filters, ...sieve.query, ...sorted }, { size, held, ...sampled });
}

/**
 * Page 1 of a filtered list that is cut in two, and all items due under the filter. Null if the pages hold anything
 * else: the filter's own rule judges that.
 */
export async function firstOfCut(
  t: Check,
  reading: Reading,
  one: Try,
): Promise<{ readonly page: Page; readonly due: readonly Item[] } | null> {
  const walk = await ifReadable(walkTry(t, reading, one));
  const due = surelyMeeting(reading.items, one.sieve.filter);
  if (walk?.kind !== "walk") return null;
  const [page] = walk.pages;
  const came = new Set(idsOf(walk));
  const isDue = came.size === due.length && due.every(({ id }) => came.has(id));
  return page !== undefined && isDue ? { page, due } : null;
}

/** The page size for a try: if possible the page boundary is a tie, which both pages must order alike. */
export function cutSize(
  { items, whole, size }: Pick<Reading, "items" | "whole" | "size">,
  { sieve, pages, sort }: Try,
): number {
  const possible = possiblyMeeting(items, sieve.filter);
  const due = possible.length;
  if (pages === 1 || !whole || due < 2) return size;
  // Leave room for one more item on the last page, where extra items show.
  const half = Math.floor(due / 2) + 1;
  const { sort_dir: dir = "desc", sort_by } = sort;
  const dated = datedBy(possible, sort_by) ?? [];
  const sizes = Array.from({ length: Math.min(due - 1, size) - half + 1 }, (_, at) => half + at);
  return Math.min(size, sizeCuttingTie(dated, dir, sizes) ?? half);
}
