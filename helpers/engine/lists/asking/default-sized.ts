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
  together,
  valuesOf,
  withoutNewest,
} from "./sieves.js";

/** A page of a filtered list, asked for without page_size. */
interface DefaultSized {
  readonly query: ListQuery;
  readonly sieve: Sieve;
  readonly page: number;
}

/**
 * A page behind the first, oldest first, under filters that more than 25 items meet, both bounds among them if possible;
 * preferably a full one that is not one of the last two. Null if there is none.
 */
export function defaultSized(t: Check, list: ListDeclaration, items: readonly Item[]): DefaultSized | null {
  const single = [manyUnderFilter(t, list, items), almostAll(items), withoutNewest(items)].filter(
    (sieve) => sieve !== null,
  );
  const sieve = [together(single), ...single].find((each) => dueUnder(items, each) > DEFAULT_PAGE_SIZE);
  if (single.length === 0 || sieve === undefined) return null;
  const later = laterPage(dueUnder(items, sieve));
  const page = later > 2 ? later - 1 : later;
  return { query: { sort_dir: "asc", sort_by: "created_at", ...sieve.query, page }, sieve, page };
}

/** A filter that more than 25 items meet, but not all; null if there is none. */
function manyUnderFilter(t: Check, list: ListDeclaration, items: readonly Item[]): Sieve | null {
  for (const parameter of rotated(shownParameters(list), t.settings.seed)) {
    const value = valuesOf(list, items, parameter).findLast(
      ([, having]) => having > DEFAULT_PAGE_SIZE && having < items.length,
    );
    if (value !== undefined) return sieveOf(list, parameter, value[0]);
  }
  return null;
}

/** How many items may be missing from a filtered list, through another breach, without making a full page short. */
const SLACK = 5;

/** A page behind the first, full at the default size where the list is long enough. */
export function laterPage(held: number): number {
  return Math.max(2, Math.min(400, Math.floor((held - SLACK) / DEFAULT_PAGE_SIZE)));
}
