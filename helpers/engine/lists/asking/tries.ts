import type { SortKey } from "../../../contract/generated/types.js";
import type { SortDir } from "../../../contract/lists.js";
import type { Omittable } from "./pages.js";
import { type Sieve, together } from "./sieves.js";

// Filtered lists to ask for, as values, derived from the declaration and from what items show. A `Filter` is a test of
// one item (helpers/oracles/lists/filters.ts); a `Sieve` is a filter together with the query that asks for it; a `Try`
// is one list to ask for: a sieve, and how the list is sorted and cut into pages. Checks that ask for the same try share
// its pages.

/** A filtered list to ask for: how it is sorted, and into how many pages the due items are cut. */
export interface Try {
  readonly sieve: Sieve;
  readonly pages: 1 | 2 | 3;
  readonly sort: { readonly sort_dir?: SortDir; readonly sort_by?: SortKey };
  /** Of a bound with an offset, the same moment in UTC. */
  readonly inUtc?: Sieve;
  /** What the request leaves out; if missing, the run's seed decides. See `omitted.ts`. */
  readonly omits?: readonly Omittable[];
}

/** Several filters in one request. */
export interface Combination extends Try {
  readonly parts: readonly Sieve[];
  /**
   * Whether a target may refuse them: where no item meets all, as it may know them to be impossible, unless nothing but
   * the items can tell that none does; and where they reach beyond what there can be.
   */
  readonly mayBeRefused: "never" | "where none is due" | "always";
}

/** A filter on one page, sorted by default. */
export function plainTry(sieve: Sieve): Try {
  return { sieve, pages: 1, sort: {} };
}

/** Several filters as one list to ask for. */
export function combination(
  parts: readonly Sieve[],
  {
    pages = 1,
    sort = {},
    mayBeRefused = "where none is due",
    ...rest
  }: Partial<Omit<Combination, "parts" | "sieve">> = {},
): Combination {
  return { ...rest, parts, sieve: together(parts), pages, sort, mayBeRefused };
}

/** The try with its bound in UTC. */
export function inUtc({ sieve, pages, sort, inUtc = sieve }: Try): Try {
  return { sieve: inUtc, pages, sort };
}

/**
 * How to sort the n-th value of a filter, so that filters are seen under both keys, both directions and the default.
 * Only the first uses modified_at: the order inside a page shows only by creation.
 */
export function sortOf(nth: number, sort_dir: SortDir): Try["sort"] {
  if (nth === 0) return { sort_dir: opposite(sort_dir), sort_by: "modified_at" };
  const dir = [undefined, opposite(sort_dir), sort_dir][(nth - 1) % 3];
  return dir === undefined ? {} : { sort_dir: dir, sort_by: "created_at" };
}

/** The other direction. */
export function opposite(dir: SortDir): SortDir {
  return dir === "asc" ? "desc" : "asc";
}
