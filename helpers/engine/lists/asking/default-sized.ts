import type { SortKey } from "../../../contract/generated/types.js";
import { DEFAULT_PAGE_SIZE, type ListDeclaration } from "../../../contract/lists.js";
import type { Item } from "../../../wire/decode.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import type { ListQuery } from "./pages.js";
import {
  almostAll,
  dueUnder,
  type Sieve,
  shownParameters,
  sieveOf,
  surelyMeeting,
  together,
  valuesOf,
  withoutNewest,
} from "./sieves.js";
import { membersOf } from "./window-tries.js";

/** A page of a filtered list, asked for without page_size. */
interface DefaultSized {
  readonly query: ListQuery;
  readonly sieve: Sieve;
  readonly page: number;
  readonly by: SortKey;
}

/**
 * A page behind the first, oldest first by one of both times, under filters that more than 25 items meet, both bounds
 * among them if possible; preferably a full one that is not one of the last two. Null if there is none.
 */
export function defaultSized(t: Check, list: ListDeclaration, items: readonly Item[]): DefaultSized | null {
  const single = [manyUnderValues(t, list, items), almostAll(items), withoutNewest(items)].filter(
    (sieve) => sieve !== null,
  );
  const sieve = [together(single), ...single].find((each) => dueUnder(items, each) > DEFAULT_PAGE_SIZE);
  if (single.length === 0 || sieve === undefined) return null;
  const later = laterPage(dueUnder(items, sieve));
  const page = later > 2 ? later - 1 : later;
  // With each seed by the other time, and not all lists by the same one.
  const by = (t.settings.seed + membersOf(list).length) % 2 === 0 ? "created_at" : "modified_at";
  return { query: { sort_dir: "asc", sort_by: by, ...sieve.query, page }, sieve, page, by };
}

/** A value that more than 25 items have, but not all, and others while several pages are left; null if none. */
function manyUnderValues(t: Check, list: ListDeclaration, items: readonly Item[]): Sieve | null {
  let left = items;
  const taken: Sieve[] = [];
  for (const parameter of rotated(shownParameters(list), t.settings.seed)) {
    const most = valuesOf(list, left, parameter).findLast(([, having]) => having < items.length);
    // Links to the last page are told from those to the next one only where a few pages are left.
    const needed = taken.length === 0 ? DEFAULT_PAGE_SIZE : 3 * DEFAULT_PAGE_SIZE + SLACK;
    if (most === undefined || most[1] <= needed) continue;
    const sieve = sieveOf(list, parameter, most[0]);
    if (sieve === null) continue;
    taken.push(sieve);
    left = surelyMeeting(left, sieve.filter);
  }
  return taken.length === 0 ? null : together(taken);
}

/** Two values that more items have than a page of the default size holds; null if there are none. */
export function twoValues(list: ListDeclaration, items: readonly Item[], seed: number): Sieve | null {
  const most = (parameter: string, among: readonly Item[]) => {
    const value = valuesOf(list, among, parameter).at(-1)?.[0];
    return value === undefined ? null : sieveOf(list, parameter, value);
  };
  const parameters = rotated(shownParameters(list), seed);
  for (const [at, parameter] of parameters.entries()) {
    const first = most(parameter, items);
    if (first === null) continue;
    const left = surelyMeeting(items, first.filter);
    for (const further of parameters.slice(at + 1)) {
      const second = most(further, left);
      if (second !== null && dueUnder(left, second) > DEFAULT_PAGE_SIZE + SLACK)
        return together([first, second]);
    }
  }
  return null;
}

/** How many items may be missing from a filtered list, through another breach, without making a full page short. */
const SLACK = 5;

/** A page behind the first, full at the default size where the list is long enough. */
export function laterPage(held: number): number {
  return Math.max(2, Math.min(400, Math.floor((held - SLACK) / DEFAULT_PAGE_SIZE)));
}
