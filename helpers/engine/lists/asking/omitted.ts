import { DEFAULT_PAGE_SIZE } from "../../../contract/lists.js";
import { seedFor } from "../../../contract/seed-for.js";
import { boundOf } from "../../../oracles/lists/window-filter.js";
import type { Omittable } from "./pages.js";
import type { Try } from "./tries.js";

// A filter holds whatever else the request says. Where all that is due fits on one page, page, page_size and the sort
// order may be left out: the same items must come. Which of them, the run's seed decides.

/** How many items may come unexpected and still fit on a page of the default size. */
const SPARE = 5;

/** Values are asked for without sort parameters anyway (see `sortOf`); bounds are not. */
const SORTS_OF_VALUES: readonly (readonly Omittable[])[] = [[], ["sort_by"]];
const SORTS_OF_BOUNDS: readonly (readonly Omittable[])[] = [[], ["sort_by"], ["sort_dir", "sort_by"]];

/**
 * The parameters that a request for a filtered list leaves out: of each single page another choice, which in four seeds
 * in a row has been with and without page and page_size.
 * @param due how many items may meet the filter
 * @param size the size of the page
 */
export function omittedFrom(seed: number, one: Try, due: number, size: number): readonly Omittable[] {
  const { pages, sieve, inUtc = sieve } = one;
  if (pages > 1 || due >= size) return [];
  // A bound is asked for alike with an offset and in UTC.
  const draw = seedFor(seed, inUtc.filter.words) >>> 0;
  const fitsDefault = size >= DEFAULT_PAGE_SIZE && due + SPARE <= DEFAULT_PAGE_SIZE;
  return [
    ...(draw % 2 === 0 ? (["page"] as const) : []),
    ...(fitsDefault && (draw >>> 1) % 2 === 0 ? (["page_size"] as const) : []),
    ...omittedSort(one, draw >>> 2),
  ];
}

function omittedSort({ sieve, sort }: Try, draw: number): readonly Omittable[] {
  // Under modified_at a target may go wrong in ways of its own.
  if (sort.sort_by !== "created_at") return [];
  const isBound = Object.keys(sieve.query).every((name) => boundOf(name) !== null);
  const choices = isBound ? SORTS_OF_BOUNDS : SORTS_OF_VALUES;
  return choices[draw % choices.length] ?? [];
}
