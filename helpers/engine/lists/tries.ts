import type { SortKey } from "../../contract/generated/types.js";
import type { ListDeclaration, SortDir } from "../../contract/lists.js";
import { type Sieve, together } from "./asked-filters.js";

// Filtered lists to ask for, as values.

/** A filtered list to ask for: how it is sorted, and into how many pages the due items are cut. */
export interface Try {
  readonly sieve: Sieve;
  readonly pages: 1 | 2;
  readonly sort: { readonly sort_dir?: SortDir; readonly sort_by?: SortKey };
}

/** Several filters in one request. */
export interface Combination extends Try {
  readonly parts: readonly Sieve[];
  /** True if nothing meets all of them: a target may refuse what it knows to be impossible. */
  readonly mayBeRefused?: boolean;
}

/** A bound in a special form, and the same moment in UTC. */
export interface BoundTry extends Try {
  readonly inUtc: Try;
}

/** Several filters as one list to ask for. */
export function combination(
  parts: readonly Sieve[],
  pages: 1 | 2 = 1,
  sort: Try["sort"] = {},
  mayBeRefused = false,
): Combination {
  return { parts, sieve: together(parts), pages, sort, mayBeRefused };
}

/** The two bounds of a window. */
export const EDGES = ["start", "end"] as const;

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

/** The times for which a list offers windows. */
export function membersOf({ windows }: ListDeclaration): readonly SortKey[] {
  return (["created_at", "modified_at"] as const).filter((member) => windows[member] !== undefined);
}
