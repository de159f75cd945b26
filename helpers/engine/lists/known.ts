import type { SortDir } from "../../oracles/slices.js";
import { pagesKnown, Uncounted } from "../../target/census.js";
import type { Item, ListName, Page } from "../../wire/decode.js";
import { compareInstants, type Instant } from "../../wire/instant.js";
import { type Check, type Given, given } from "../check/check.js";
import { accepted, keepPages, type ListQuery, type Walked, walkPages } from "./pages.js";

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
  /** What to ask for so that the list holds just `items`: nothing for all of it, a bound for its oldest part. */
  readonly filters: ListQuery;
}

/** Walks in each direction, beside the census, before it counts as broken rather than disturbed. */
const AGAIN = 2;

/**
 * The page size of the walks that checks share: it cuts the list in three, and leaves room on the last page
 * where that can be helped.
 */
export function sharedSize(total: number, served: number): number {
  return Math.max(1, Math.min(served, Math.floor(total / 3) + 1));
}

const settled = {
  shipments: given((t) => settle(t, "shipments")),
  labels: given((t) => settle(t, "labels")),
  reports: given((t) => settle(t, "reports")),
} as const satisfies Record<ListName, Given<Known>>;

/**
 * The items of a list, read once a run. Where the walk under asc loses or doubles items the one under desc is
 * taken, so that a broken slice is not blamed on every rule that needs to know the list.
 * @throws Inconclusive when neither walk can be relied on
 */
export function knownItems(t: Check, list: ListName): Promise<Known> {
  return t.given(settled[list]);
}

async function settle(t: Check, list: ListName): Promise<Known> {
  const census = await t.census.list(list);
  const { pageSize: size, total, whole } = census;
  needsTotals(list, census.pages);
  const asc = known(census.pages, { whole, size, dir: "asc", total });
  const pages = census.pages.map((page) => [queryOf(page), page] as const);
  const held = census.pages.flatMap((page) => page.items).length;
  // What is beyond the total was found by its items; that it is not counted is judged elsewhere.
  if (whole && held > total && isOnce(census.pages) && ascends(census.pages)) {
    const more: Known = { ...asc, total: held };
    keepPages(more, list, pages);
    return more;
  }
  // Of a list that is not known whole the pages must at least follow each other in time.
  if (isPartition(census.pages, whole)) {
    const reliable: Known = whole || ascends(census.pages) ? asc : { ...asc, dir: "desc" };
    keepPages(reliable, list, pages);
    return reliable;
  }
  for (let again = 0; again < AGAIN; again += 1) {
    const desc = await walkOnce(t, list, size, "desc");
    if (isPartition(desc.pages, desc.whole))
      return known(desc.pages, { whole: desc.whole, size, dir: "desc", total });
    // Both collect the same items once each: then it is the total that is wrong, which is judged elsewhere. Where both
    // find nothing, the pages may as well be.
    if (held > 0 && whole && desc.whole && sameOnce(census.pages, desc.pages)) return asc;
    // The list may have changed between two pages.
    const anew = await walkOnce(t, list, size, "asc");
    if (whole && anew.whole && isPartition(anew.pages, true))
      return known(anew.pages, { whole, size, dir: "asc", total: anew.items.length });
    if (sameEntries(census.pages, anew.pages)) break;
  }
  if (held === 0)
    t.inconclusive(
      `page 1 of the ${list} shows no items of ${total}, so what the list holds is unknown; see paging.total.matches-items`,
    );
  return t.inconclusive(
    `walks over the ${list} lose or double items, so what the list holds is unknown; see ${list}.partition and paging.total.matches-items`,
  );
}

/**
 * How far a list goes is told by its totals: where one cannot be read, relations over the list are not judged.
 * @throws Uncounted then
 */
export function needsTotals(list: ListName, pages: readonly Page[]): void {
  if (pages.every(({ total }) => total !== null)) return;
  throw new Uncounted(
    `the total of the ${list} cannot be read, so how many there are is unknown; see paging.field.total`,
  );
}

/** The list read once more, in pages of the same size and in the same direction. */
export async function readAnew(
  t: Check,
  list: ListName,
  { size, dir }: Pick<Known, "size" | "dir">,
): Promise<Known> {
  const walk = await walkOnce(t, list, size, dir);
  needsTotals(list, walk.pages);
  const shown = walk.pages.at(-1)?.total ?? walk.items.length;
  const total = walk.whole && isOnce(walk.pages) ? Math.max(shown, walk.items.length) : shown;
  return known(walk.pages, { whole: walk.whole, size, dir, total });
}

/** What a page of the census was asked for by; the size that came may be smaller. */
/** What a page was asked for by. */
export function queryOf({ exchange }: Page): ListQuery {
  return Object.fromEntries(new URL(exchange.request.url).searchParams);
}

async function walkOnce(t: Check, list: ListName, size: number, dir: SortDir): Promise<Walked> {
  const most = pagesKnown(t.settings.effort, size);
  return accepted(t, await walkPages(t, list, {}, { size, dir, by: "created_at", most }));
}

function known(pages: readonly Page[], rest: Omit<Known, "items" | "filters">): Known {
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item]));
  return { items: [...items.values()], filters: {}, ...rest };
}

function isOnce(pages: readonly Page[]): boolean {
  const ids = pages.flatMap((page) => page.items.map((item) => item.id));
  return new Set(ids).size === ids.length;
}

/** Nothing twice, and a whole walk holds as many items as its last page counts. */
function isPartition(pages: readonly Page[], whole: boolean): boolean {
  const ids = pages.flatMap((page) => page.items.map((item) => item.id));
  const total = pages.at(-1)?.total ?? ids.length;
  return isOnce(pages) && (!whole || ids.length === total);
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
  return isOnce(left) && sameEntries(left, right);
}

function sameEntries(left: readonly Page[], right: readonly Page[]): boolean {
  const [one, other] = [left, right].map((pages) =>
    pages.flatMap((page) => page.items.map((item) => item.id)).sort(),
  );
  return JSON.stringify(one) === JSON.stringify(other);
}
