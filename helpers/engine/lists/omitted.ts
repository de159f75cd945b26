import { DEFAULT_PAGE_SIZE } from "../../contract/lists.js";
import { seedFor } from "../check/seed.js";
import type { ListQuery } from "./pages.js";
import type { Try } from "./tries.js";

// A filter holds whatever else the request says. Where all that is due fits on one page, page, page_size and the sort
// order may be left out: the same items must come. Which of them, the run's seed decides.

export type Omittable = "page" | "page_size" | "sort_dir" | "sort_by";

/** How many items may come unexpected and still fit on a page of the default size. */
const SPARE = 5;

const SORTS = [[], ["sort_by"], ["sort_dir"], ["sort_dir", "sort_by"]] as const satisfies Omittable[][];

/**
 * The parameters that a request for a filtered list leaves out: of each single page another choice, which in four seeds
 * in a row has been with and without page and page_size.
 * @param due how many items may meet the filter
 * @param size the size of the page
 */
export function omittedFrom(
  seed: number,
  { pages, sort, sieve }: Try,
  due: number,
  size: number,
): readonly Omittable[] {
  if (pages > 1 || due >= size) return [];
  const draw = seedFor(seed, sieve.filter.words) >>> 0;
  // Under modified_at a target may go wrong in ways of its own.
  const sorts = sort.sort_by === "modified_at" ? [] : (SORTS[(draw >>> 2) % SORTS.length] ?? []);
  const fitsDefault = size >= DEFAULT_PAGE_SIZE && due + SPARE <= DEFAULT_PAGE_SIZE;
  return [
    ...(draw % 2 === 0 ? (["page"] as const) : []),
    ...(fitsDefault && (draw >>> 1) % 2 === 0 ? (["page_size"] as const) : []),
    ...sorts.filter((name) => name in sort),
  ];
}

/** A query without some of its parameters. */
export function without(query: ListQuery, names: readonly Omittable[]): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.some((each) => each === name)));
}
