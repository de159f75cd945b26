import { allOf, completeFilter, type Filter, meetsFilter } from "../../oracles/filters.js";
import { finding } from "../../oracles/finding.js";
import type { SortDir } from "../../oracles/slices.js";
import { byWindow } from "../../oracles/window-filter.js";
import { type Dated, oldestFirst } from "../../wire/dated.js";
import type { Item, ListName } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import {
  compareInstants,
  type Instant,
  MILLISECOND,
  parseInstant,
  SECOND,
  shiftedBound,
} from "../../wire/instant.js";
import { count } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import type { Known } from "./known.js";
import {
  exchangesOf,
  idsOf,
  type ListQuery,
  type Refused,
  refusal,
  type Walked,
  walkPages,
} from "./pages.js";

/** A filter as it is asked for and as it is judged. */
export interface Sieve {
  readonly query: ListQuery;
  readonly filter: Filter;
}

export type SortKey = "created_at" | "modified_at";

/** How a filtered list is sorted: where not given, as the list is known and by created_at. */
export interface Sorting {
  readonly dir?: SortDir;
  readonly by?: SortKey;
}

/** What a refusal of the filter means: a breach, or a reason not to judge since another rule does. */
export type OnRefusal = "breach" | "inconclusive";

/** Pages of a filtered walk over a list that is known in part. */
const SAMPLED_PAGES = 6;

/** Walks the list under a filter, in the direction that loses nothing. */
export function walkFiltered(
  t: Check,
  list: ListName,
  known: Known,
  query: ListQuery,
): Promise<Walked | Refused> {
  const plan = { size: known.size, dir: known.dir, by: "created_at", within: known } as const;
  // Of a list that is known in part a longer walk shows little more, and holds thousands of items.
  const sampled = !known.whole && t.settings.effort === "thorough";
  return walkPages(t, list, query, sampled ? { ...plan, most: SAMPLED_PAGES } : plan);
}

/** Judges that a filter returns exactly the known items that meet it, and nothing else. */
export async function judgeFilter(
  t: Check,
  list: ListName,
  known: Known,
  { query, filter }: Sieve,
  onRefusal: OnRefusal,
): Promise<readonly Finding[]> {
  return judgeWalk(t, known, filter, await walkFiltered(t, list, known, query), onRefusal);
}

/** Walks the list under a filter in two pages, from the end at which a filter that is lost on page 2 shows. */
export function walkCut(
  t: Check,
  list: ListName,
  known: Known,
  sieve: Sieve,
  { dir = known.dir, by = "created_at" }: Sorting = {},
): Promise<Walked | Refused> {
  const cut = cutQuery(known, sieve, dir, by);
  if (cut === null) return walkFiltered(t, list, known, sieve.query);
  return walkPages(t, list, sieve.query, { size: cut.page_size, dir, by, within: known });
}

/** What `walkCut` asks for, the page apart; null where the filter gives no two pages that are surely due. */
export function cutQuery(
  { items, whole, size }: Known,
  { query, filter }: Sieve,
  sort_dir: SortDir,
  sort_by: SortKey = "created_at",
): (ListQuery & { readonly page_size: number }) | null {
  const due = items.filter((item) => filter.meets(item.raw) !== false).length;
  if (!whole || due < 2) return null;
  // With room for one more on the last page, items that are not due show there.
  const page_size = Math.min(size, Math.floor(due / 2) + 1);
  return { ...query, sort_dir, sort_by, page_size };
}

/**
 * As `judgeFilter`, in two pages. What is lost between pages where the unfiltered list, cut alike, loses items
 * too is a matter of the slices.
 */
export async function judgeCut(
  t: Check,
  list: ListName,
  known: Known,
  sieve: Sieve,
  onRefusal: OnRefusal,
  { dir = known.dir, by = "created_at" }: Sorting = {},
): Promise<readonly Finding[]> {
  const walk = await walkCut(t, list, known, sieve, { dir, by });
  // Whether a list may be sorted by modified_at at all is judged elsewhere.
  if (walk.kind === "refused" && by === "modified_at")
    return judgeCut(t, list, known, sieve, onRefusal, { dir });
  const findings = judgeWalk(t, known, sieve.filter, walk, onRefusal);
  if (walk.kind === "refused" || findings.length === 0) return findings;
  const odd = walk.pages.flatMap((page) =>
    meetsFilter({ rule: t.rule, exchanges: [page.exchange], filter: sieve.filter, items: page.items }),
  );
  if (odd.length > 0) return odd.slice(0, 1);
  const size = Number(new URL(walk.pages[0]?.exchange.request.url ?? "").searchParams.get("page_size"));
  const most = Math.ceil(known.items.length / size);
  const plain = await walkPages(t, list, {}, { size, dir, by, most, within: known });
  if (plain.kind === "refused" || new Set(idsOf(plain)).size < known.items.length)
    return judgeFilter(t, list, known, sieve, onRefusal);
  return findings;
}

/** Judges a filtered walk that was made already. */
export function judgeWalk(
  t: Check,
  known: Known,
  filter: Filter,
  walk: Walked | Refused,
  onRefusal: OnRefusal,
): readonly Finding[] {
  if (walk.kind === "refused") {
    if (onRefusal === "breach") return [refusal(t, walk, `the items with ${filter.words}`)];
    return t.inconclusive(
      `${filter.words} was refused with ${walk.exchange.answer.status}; see content.date-params.date-time`,
    );
  }
  const blame = { rule: t.rule, exchanges: exchangesOf(walk) };
  return completeFilter({ ...blame, filter, items: walk.items, known: reached(known, walk) });
}

/**
 * Judges total on the pages of a filtered walk against the items delivered. Where items are missing that is the
 * breach of the filter: a total that counts the known items which meet the filter is right.
 */
export function judgeTotal(t: Check, known: Known, filter: Filter, walk: Walked): readonly Finding[] {
  // What should not have come is the breach of the filter; its total goes with it.
  if (!walk.whole || walk.items.some((item) => filter.meets(item.raw) === false)) return [];
  const delivered = new Set(idsOf(walk)).size;
  const meeting = known.items.filter((item) => filter.meets(item.raw) === true).length;
  return walk.pages
    .filter(({ total }) => total !== null && total !== delivered && !(known.whole && total === meeting))
    .map((page) =>
      finding(
        { rule: t.rule, exchanges: [page.exchange] },
        {
          documented: `total counts the ${count(delivered, "item")} with ${filter.words}`,
          received: `total ${page.total}`,
          pointer: "/total",
        },
      ),
    );
}

/**
 * Judges several filters at once. Where one of them alone goes wrong already, that is the breach of another rule. What no
 * item meets may be refused.
 * @throws Inconclusive in that case
 */
export async function judgeTogether(
  t: Check,
  list: ListName,
  known: Known,
  sieves: readonly Sieve[],
  pages: 1 | 2 = 1,
): Promise<readonly Finding[]> {
  const judge = pages === 2 ? judgeCut : judgeFilter;
  const all = together(sieves);
  if (known.whole && known.items.every(({ raw }) => all.filter.meets(raw) === false)) {
    const walk = await walkFiltered(t, list, known, all.query);
    if (walk.kind === "refused") return [];
  }
  const findings = await judge(t, list, known, all, "inconclusive");
  if (findings.length === 0) return findings;
  for (const sieve of sieves) {
    const alone = await judgeFilter(t, list, known, sieve, "inconclusive");
    if (alone.length > 0)
      t.inconclusive(
        `${sieve.filter.words} alone returns other items than are due; see the rule of that filter`,
      );
  }
  return findings;
}

/** All of several filters in one request. */
export function together(sieves: readonly Sieve[]): Sieve {
  return {
    query: Object.assign({}, ...sieves.map((sieve) => sieve.query)),
    filter: allOf(sieves.map((sieve) => sieve.filter)),
  };
}

/** A date window as a sieve; the bounds are sent as `Instant.text` has them. */
export function windowSieve(
  member: "created_at" | "modified_at",
  window: { start?: Instant; end?: Instant },
): Sieve {
  const { start, end } = window;
  const query = {
    // Bounds that are not asked for are left out, so that sieves can be put together.
    ...(start === undefined ? {} : { [`${member}_start`]: start.text }),
    ...(end === undefined ? {} : { [`${member}_end`]: end.text }),
  };
  return { query, filter: byWindow(member, window) };
}

/**
 * Bounds that split the items: one between each two neighbours of different time where a second or a
 * millisecond fits between them, in whole seconds where possible. Oldest first.
 */
export function boundsBetween(dated: readonly Dated[]): readonly Instant[] {
  const ordered = oldestFirst(dated);
  return ordered.flatMap(({ at }, index) => {
    const next = ordered[index + 1];
    return next === undefined ? [] : (middle(at, next.at) ?? []);
  });
}

/** Distance from an item at which it is surely on its side of a bound, whatever digits it does not print. */
const CLOSE = 2n * SECOND;

/** For each gap between neighbours that has room for it: bounds close behind the one and close before the other. */
export function boundsBeside(
  dated: readonly Dated[],
): readonly { readonly behind: Instant; readonly before: Instant }[] {
  const ordered = oldestFirst(dated);
  return ordered.flatMap(({ at }, index) => {
    const next = ordered[index + 1];
    if (next === undefined || next.at.epochNs - at.epochNs < 3n * CLOSE) return [];
    const behind = parseInstant(shiftedBound(at, CLOSE));
    const before = parseInstant(shiftedBound(next.at, -CLOSE));
    return behind === null || before === null ? [] : [{ behind, before }];
  });
}

/** Items that a walk must have come by: all when it is whole, otherwise those older than its newest. */
function reached(known: Known, walk: Walked): readonly Item[] {
  if (walk.whole) return known.items;
  if (known.dir === "desc") return [];
  const newest = walk.items
    .flatMap((item) => item.createdAt ?? [])
    .toSorted(compareInstants)
    .at(-1);
  return newest === undefined
    ? []
    : known.items.filter(({ createdAt }) => createdAt !== null && compareInstants(createdAt, newest) < 0);
}

function middle(left: Instant, right: Instant): Instant | null {
  const half = (right.epochNs - left.epochNs) / 2n;
  for (const unit of [SECOND, MILLISECOND]) {
    const bound = ((left.epochNs + half) / unit) * unit;
    if (bound - left.epochNs >= unit && right.epochNs - bound >= unit) {
      return parseInstant(shiftedBound(left, bound - left.epochNs));
    }
  }
  return null;
}
