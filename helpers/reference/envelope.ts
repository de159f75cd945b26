import type { Call } from "./call.js";
import type { Kept } from "./collection.js";
import type { PageRequest } from "./page-request.js";
import type { ListSpec } from "./paging.js";
import type { JsonObject } from "./records.js";

/** Where a store stops counting that has been told to be quick. */
const CAP = 100;
const PAGING = new Set(["page", "page_size", "sort_dir", "sort_by", "after"]);

/** The members that describe a page. Section "Conventions". */
export function envelope<T extends Kept>(
  call: Call,
  spec: ListSpec<T>,
  request: PageRequest,
  counted: number,
): JsonObject {
  const { faults } = call;
  const word = call.listWord(spec.name);
  if (faults.has(`${word}-envelope-missing`)) return {};
  const total = shownTotal(call, word, request, counted, spec.from.size);
  const pages = countPages(call, word, total, request.size);
  return {
    total: faults.has(`${word}-total-text`) ? String(total) : total,
    page: shownPage(call, word, request, pages),
    pages,
    links: faults.has(`${word}-links-null`) ? null : links(call, spec, request, pages),
  };
}

function shownTotal(
  { faults, query }: Call,
  word: string,
  { page, size }: PageRequest,
  total: number,
  all: number,
): number {
  const filters = Object.keys(query).filter((name) => !PAGING.has(name)).length;
  if (query.warehouse_id !== undefined && faults.has(`${word}-total-ignores-warehouse`)) return all;
  if (filters >= 2 && faults.has(`${word}-total-one-more-with-two-filters`)) return total + 1;
  if (filters === 0 && faults.has(`${word}-total-one-more`)) return total + 1;
  if (faults.has(`${word}-total-capped`)) return Math.min(total, CAP);
  const last = page > 1 && page === Math.ceil(total / size);
  return last && faults.has(`${word}-total-one-less-on-last`) ? total - 1 : total;
}

function countPages({ faults, lavish }: Call, word: string, total: number, size: number): number {
  if (size > 100 && faults.has(`${word}-huge-page-counts-in-hundreds`)) return Math.ceil(total / 100);
  if (faults.has(`${word}-pages-rounded-down`)) return Math.max(1, Math.floor(total / size));
  if (faults.has(`${word}-pages-one-more-when-exact`)) return Math.floor(total / size) + 1;
  return Math.max(lavish ? 0 : 1, Math.ceil(total / size));
}

function shownPage({ faults }: Call, word: string, { page }: PageRequest, pages: number): number {
  if (faults.has(`${word}-page-always-1`)) return 1;
  return page > 1 && page === pages && faults.has(`${word}-page-one-less-on-last`) ? page - 1 : page;
}

function links<T extends Kept>(
  call: Call,
  { name, filters }: ListSpec<T>,
  { page, size, direction, key }: PageRequest,
  pages: number,
): JsonObject {
  const { faults } = call;
  const word = call.listWord(name);
  const kept = faults.has(`${word}-links-drop-filters`) ? {} : { ...filters };
  for (const filter of Object.keys(kept)) {
    if (faults.has(`${word}-links-drop-${filter}`)) delete kept[filter];
  }
  if (kept.shipment_status !== undefined && faults.has(`${word}-links-any-beside-status`))
    kept.shipment_status = "any";
  const path = faults.has(`${word}-links-off-path`)
    ? call.incoming.path.replace(/^\/v\d/, "")
    : call.incoming.path;
  const plain = faults.has(`${word}-links-drop-page-size`);
  const query = new URLSearchParams({
    ...kept,
    ...(plain ? {} : { page_size: String(size) }),
    ...(faults.has(`${word}-links-drop-sort-dir`) ? {} : { sort_dir: direction }),
    sort_by: faults.has(`${word}-links-sort-by-created`) ? "created_at" : `${key}_at`,
  }).toString();
  const named = (to: number) => ({ href: call.href(`${path}?page=${to}&${query}`) });
  const link = (to: number) => (to < 1 || to > pages ? {} : named(to));
  return {
    first: faults.has(`${word}-first-link-page-0`) ? named(0) : link(firstTarget(call, word, page)),
    last: faults.has(`${word}-last-link-empty`) ? {} : link(lastTarget(call, word, page, pages)),
    prev: prevLink(call, word, page, pages, named) ?? link(Math.min(page - 1, pages)),
    next: nextLink(call, word, page, pages, named) ?? link(page + 1),
  };
}

const firstTarget = ({ faults }: Call, word: string, page: number): number =>
  faults.has(`${word}-first-link-current`) ? page : 1;

function lastTarget({ faults }: Call, word: string, page: number, pages: number): number {
  if (faults.has(`${word}-last-link-current`)) return page;
  return faults.has(`${word}-last-link-one-less`) ? Math.max(1, pages - 1) : pages;
}

type Named = (to: number) => { readonly href: string };

/** Null without a fault. */
function prevLink(
  { faults }: Call,
  word: string,
  page: number,
  pages: number,
  named: Named,
): JsonObject | null {
  if (page === 1) return faults.has(`${word}-prev-link-on-page-1`) ? named(1) : null;
  if (faults.has(`${word}-prev-link-is-first`)) return named(1);
  return page === pages && faults.has(`${word}-prev-link-empty-on-last`) ? {} : null;
}

/** Null without a fault. */
function nextLink(
  { faults }: Call,
  word: string,
  page: number,
  pages: number,
  named: Named,
): JsonObject | null {
  if (page >= pages) {
    if (page > pages) return null;
    if (faults.has(`${word}-next-link-past-last`)) return named(page + 1);
    return faults.has(`${word}-next-link-repeats-last`) ? named(page) : null;
  }
  if (faults.has(`${word}-next-link-skips-page`)) return named(page + 2);
  if (page === 2 && pages > 3 && faults.has(`${word}-page-2-next-link-skips-page`)) return named(4);
  if (page === pages - 1 && faults.has(`${word}-next-link-empty-before-last`)) return {};
  if (faults.has(`${word}-next-link-skips-item`)) return { href: `${named(page + 1).href}&after=1` };
  const sized = page > 1 && faults.has(`${word}-next-link-drops-page-size`);
  return sized ? { href: named(page + 1).href.replace(/&page_size=\d+/, "") } : null;
}
