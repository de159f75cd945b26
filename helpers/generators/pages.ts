import fc from "fast-check";

/** A page of a list by number and size. */
export interface PageQuery {
  readonly page: number;
  readonly page_size: number;
}

/**
 * Pages that exist in a list of `total` items. Sizes stay at or below `largest`, so that no target has to make
 * them smaller. Shrinks towards page 1 of size 1.
 * @param total number of items, at least 1
 * @param largest largest page size drawn
 * @defaultValue `largest` 25, the size that every list of the contract serves
 */
export function pagesWithin(total: number, largest = 25): fc.Arbitrary<PageQuery> {
  return fc.integer({ min: 1, max: Math.min(largest, Math.max(1, total)) }).chain((page_size) =>
    fc.record({
      page: fc.integer({ min: 1, max: Math.max(1, Math.ceil(total / page_size)) }),
      page_size: fc.constant(page_size),
    }),
  );
}
