import { DEFAULT_PAGE_SIZE, type ListDeclaration } from "../../contract/lists.js";
import { datedBy } from "../../wire/dated.js";
import type { Item } from "../../wire/decode.js";
import type { Check } from "../check/check.js";
import {
  dueUnder,
  type Sieve,
  shownParameters,
  sieveOf,
  together,
  valuesOf,
  windowSieve,
} from "./asked-filters.js";
import { boundsBetween } from "./bounds.js";
import type { ListQuery } from "./pages.js";
import type { Try } from "./tries.js";
import { valueTries } from "./value-tries.js";
import { windowTries } from "./window-tries.js";

// Which filtered lists to ask for, derived from the declaration and the values that items show. Checks that ask for the
// same lists share the pages.

/** Each filter and each bound on its own. */
export function singleTries(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  const values = shownParameters(list).flatMap((parameter) => valueTries(t, list, items, parameter));
  return [...values, ...windowTries(list, items)];
}

/** A page of a filtered list, asked for without page_size. */
interface DefaultSized {
  readonly query: ListQuery;
  readonly sieve: Sieve;
  readonly page: number;
}

/**
 * A full page, oldest first, under filters that more than 25 items meet, a bound among them if possible; preferably not
 * one of the last two pages. Null if none is full.
 */
export function defaultSized({
  list,
  items,
  filters,
}: {
  readonly list: ListDeclaration;
  readonly items: readonly Item[];
  readonly filters: ListQuery;
}): DefaultSized | null {
  const single = [manyUnderFilter(list, items), almostAll(items)].filter((sieve) => sieve !== null);
  const sieve = [together(single), ...single].find((each) => dueUnder(items, each) > DEFAULT_PAGE_SIZE);
  if (single.length === 0 || sieve === undefined) return null;
  const held = dueUnder(items, sieve);
  const page = Math.max(1, fullPage(held) - 1);
  return {
    query: { ...filters, sort_dir: "asc", sort_by: "created_at", ...sieve.query, page },
    sieve,
    page,
  };
}

/** A filter that more than 25 items meet, but not all; null if there is none. */
function manyUnderFilter(list: ListDeclaration, items: readonly Item[]): Sieve | null {
  for (const parameter of shownParameters(list)) {
    const [value] =
      valuesOf(list, items, parameter).findLast(
        ([, having]) => having > DEFAULT_PAGE_SIZE && having < items.length,
      ) ?? [];
    if (value !== undefined) return sieveOf(list, parameter, value);
  }
  return null;
}

/**
 * A filter that only the oldest items fail, so that it shifts no page counted from the newest; null if there is none.
 */
export function almostAll(items: readonly Item[]): Sieve | null {
  const bounds = boundsBetween(datedBy(items) ?? []);
  const start = bounds[1] ?? bounds[0];
  return start === undefined ? null : windowSieve("created_at", { start });
}

/** How many items may be missing from a filtered list, through another breach, without making a full page short. */
const SLACK = 5;

/** A page in the middle of such a list that is full at the default size. */
export function fullPage(held: number): number {
  return Math.max(1, Math.min(400, Math.floor((held - SLACK) / DEFAULT_PAGE_SIZE)));
}
