import { datedBy } from "../../wire/dated.js";
import type { ListName } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { cutQuery, type Sieve, type SortKey, walkCut } from "./filtering.js";
import type { Known } from "./known.js";
import { idsOf } from "./pages.js";
import { judgePage, type Slicing } from "./slicing.js";
import { judgeKnown, WHICH_AND_WHEN, WHICH_ITEMS } from "./watching.js";
import { FROM, trialsOf } from "./windowing.js";

/**
 * Judges the set on page 1 of a list under a date bound, of the two pages that the check of that bound reads too, by
 * the rank law among what meets the bound. Where the two pages do not hold just that, the breach is the filter's.
 */
export async function judgeFilteredSlice(t: Check, list: ListName, { dir, by }: Slicing): Promise<void> {
  if (t.settings.effort === "quick") return;
  const edge = FROM.start === dir ? "start" : "end";
  const trials = await ifReadable(trialsOf(t, list, { member: by, edge }));
  const trial = trials?.find(({ pages }) => pages === 2);
  if (trial === undefined) return;
  const judge = (known: Known) => judgeFirst(t, list, known, trial.sieve, { dir, by });
  t.find(await judgeKnown(t, list, judge, by === "created_at" ? WHICH_ITEMS : WHICH_AND_WHEN));
}

async function judgeFirst(
  t: Check,
  list: ListName,
  known: Known,
  sieve: Sieve,
  { dir, by }: { readonly dir: Slicing["dir"]; readonly by: SortKey },
): Promise<readonly Finding[]> {
  const size = cutQuery(known, sieve, dir, by)?.page_size;
  const dated = datedBy(
    known.items.filter(({ raw }) => sieve.filter.meets(raw) === true),
    by,
  );
  if (size === undefined || dated === null) return [];
  const walk = await ifReadable(walkCut(t, list, known, sieve, { dir, by }));
  if (walk?.kind !== "walk") return [];
  const [page] = walk.pages;
  const came = new Set(idsOf(walk));
  if (page === undefined || came.size !== dated.length || !dated.every(({ id }) => came.has(id))) return [];
  t.saw("pages");
  return judgePage(t, page, { page: 1, size, dir }, dated);
}
