import { completeFilter, meetsFilter } from "../../oracles/filters.js";
import type { Finding } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import type { Sieve } from "./filtering.js";
import { exchangesOf, type Walked } from "./pages.js";
import type { Reading } from "./reading.js";

/**
 * Judges what a filter returned: only items that meet it, on every page, and every known item that does.
 *
 * Items that are missing although the same filter on one wide page returns them were lost between pages: that
 * is a matter of slices and partition, not of the filter.
 */
export async function judgeSifted(
  t: Check,
  reading: Reading,
  { query, filter }: Sieve,
  walk: Walked,
): Promise<readonly Finding[]> {
  // One page shows surplus with less than the whole walk does.
  const odd = walk.pages.flatMap((page) =>
    meetsFilter({ rule: t.rule, exchanges: [page.exchange], filter, items: page.items }),
  );
  if (odd.length > 0) return odd.slice(0, 1);
  const { items: known } = await reading.stretch(t);
  const missing = completeFilter({
    rule: t.rule,
    exchanges: exchangesOf(walk),
    filter,
    items: walk.items,
    known,
  });
  if (missing.length === 0 || !mayBeCut(walk)) return missing;
  const { dir } = await reading.known(t);
  const sort = { sort_dir: dir, sort_by: "created_at" };
  const wide = await reading.sift(t, { query, filter }, { pages: 1, sort, wide: true });
  if (wide.kind === "refused") return missing;
  return completeFilter({ rule: t.rule, exchanges: exchangesOf(wide), filter, items: wide.items, known });
}

/** Whether items can have been lost between pages: not where one page came that was not full. */
function mayBeCut({ pages: [first, ...rest] }: Walked): boolean {
  if (first === undefined || rest.length > 0) return true;
  const size = new URL(first.exchange.request.url).searchParams.get("page_size");
  return first.items.length >= Number(size);
}
