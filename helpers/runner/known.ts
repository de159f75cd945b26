import type { Finding } from "../contract/exchange.js";
import type { Item, ListName, Page } from "../oracles/decode.js";
import { compareInstants, type Instant } from "../oracles/instant.js";
import type { SortDir } from "../oracles/slices.js";
import type { Check } from "./check.js";
import { accepted, keepPages, walkPages } from "./pages.js";
import { shared } from "./shared.js";
import { judgeSteady } from "./steady.js";

/** A list as far as it is known, each item once. */
export interface Known {
  readonly items: readonly Item[];
  /** True when `items` is the whole list. */
  readonly whole: boolean;
  readonly total: number;
  /** Page size that the target really used. */
  readonly size: number;
  /**
   * Direction in which a walk over this target's pages loses nothing: ask filtered lists in it. While it is asc,
   * `items` of a list that is not known whole are its oldest.
   */
  readonly dir: SortDir;
}

/** Pages of a walk that is made anew, by effort: as many as the census reads. */
const FRESH_PAGES = { quick: 4, standard: 20, thorough: 400 } as const;

/**
 * The page size of the walks that checks share: it cuts the list in three, and leaves room on the last page
 * where that can be helped.
 */
export function sharedSize(total: number, served: number): number {
  return Math.max(1, Math.min(served, Math.floor(total / 3) + 1));
}

const settled = {
  shipments: shared((t) => settle(t, "shipments")),
  labels: shared((t) => settle(t, "labels")),
  reports: shared((t) => settle(t, "reports")),
} as const satisfies Record<ListName, (t: Check) => Promise<Known>>;

/**
 * The items of a list, read once a run. Where the walk under asc loses or doubles items the one under desc is
 * taken, so that a broken slice is not blamed on every rule that needs to know the list.
 * @throws Inconclusive when neither walk can be relied on
 */
export function knownItems(t: Check, list: ListName): Promise<Known> {
  return settled[list](t);
}

/**
 * Judges a relation against the known items of a list that other people may be changing: the first judgement
 * takes what the run knows, later ones read the list anew. See `judgeSteady`.
 */
export async function judgeKnown(
  t: Check,
  list: ListName,
  judge: (known: Known) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const before = await knownItems(t, list);
  let known = before;
  let fresh = false;
  return judgeSteady(
    async () => {
      if (fresh) known = await readAnew(t, list, before);
      fresh = true;
      return judge(known);
    },
    () => t.census.fingerprint(list, t.rule),
    await t.census.knownFingerprint(list),
  );
}

/**
 * As `judgeKnown`, for the many values of one property: once a breach is confirmed, the smaller values that
 * are tried for the report are judged by what is known.
 */
export function knownJudge(t: Check, list: ListName) {
  let confirmed = false;
  return async (judge: (known: Known) => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
    if (confirmed) return judge(await knownItems(t, list));
    const findings = await judgeKnown(t, list, judge);
    confirmed = findings.length > 0;
    return findings;
  };
}

async function settle(t: Check, list: ListName): Promise<Known> {
  const census = await t.census.list(list);
  const { pageSize: size, total, whole } = census;
  needsTotals(t, list, census.pages);
  const asc = known(census.pages, { whole, size, dir: "asc", total });
  const sort = { page_size: size, sort_dir: "asc", sort_by: "created_at" };
  const pages = census.pages.map((page, at) => [{ ...sort, page: at + 1 }, page] as const);
  // Of a list that is not known whole the pages must at least follow each other in time.
  if (isPartition(census.pages, whole)) {
    const reliable: Known = whole || ascends(census.pages) ? asc : { ...asc, dir: "desc" };
    keepPages(reliable, list, pages);
    return reliable;
  }
  const walk = accepted(
    t,
    await walkPages(
      t,
      list,
      {},
      { size, dir: "desc", by: "created_at", most: FRESH_PAGES[t.settings.effort] },
    ),
  );
  const desc = known(walk.pages, { whole: walk.whole, size, dir: "desc", total });
  if (isPartition(walk.pages, walk.whole)) return desc;
  // Both collect the same items once each: then it is the total that is wrong, which is judged elsewhere.
  if (whole && walk.whole && sameOnce(census.pages, walk.pages)) return asc;
  return t.inconclusive(
    `walks over the ${list} lose or double items, so what the list holds is unknown; see ${list}.partition and paging.total`,
  );
}

/**
 * How far a list goes is told by its totals: where one cannot be read, relations over the list are not judged.
 * @throws Inconclusive then
 */
export function needsTotals(t: Check, list: ListName, pages: readonly Page[]): void {
  if (pages.every(({ total }) => total !== null)) return;
  t.inconclusive(
    `the total of the ${list} cannot be read, so how many there are is unknown; see paging.field.total`,
  );
}

/** The list read once more, as far as `before` was read. */
export async function readAnew(t: Check, list: ListName, { size, dir }: Known): Promise<Known> {
  const most = FRESH_PAGES[t.settings.effort];
  const walk = accepted(t, await walkPages(t, list, {}, { size, dir, by: "created_at", most }));
  needsTotals(t, list, walk.pages);
  const total = walk.pages.at(-1)?.total ?? walk.items.length;
  return known(walk.pages, { whole: walk.whole, size, dir, total });
}

function known(pages: readonly Page[], rest: Omit<Known, "items">): Known {
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item]));
  return { items: [...items.values()], ...rest };
}

/** Nothing twice, and a whole walk holds as many items as its last page counts. */
function isPartition(pages: readonly Page[], whole: boolean): boolean {
  const ids = pages.flatMap((page) => page.items.map((item) => item.id));
  const total = pages.at(-1)?.total ?? ids.length;
  return new Set(ids).size === ids.length && (!whole || ids.length === total);
}

/** No page holds an item that is older than one of an earlier page. */
function ascends(pages: readonly Page[]): boolean {
  let newest: Instant | null = null;
  for (const { items } of pages) {
    const times = items.flatMap((item) => item.createdAt ?? []).toSorted(compareInstants);
    const [oldest] = times;
    if (oldest !== undefined && newest !== null && compareInstants(oldest, newest) < 0) return false;
    newest = times.at(-1) ?? newest;
  }
  return true;
}

function sameOnce(left: readonly Page[], right: readonly Page[]): boolean {
  const [a, b] = [left, right].map((pages) =>
    pages.flatMap((page) => page.items.map((item) => item.id)).sort(),
  );
  return a !== undefined && new Set(a).size === a.length && JSON.stringify(a) === JSON.stringify(b);
}
