import type { LinkPages, Links, Listing, PageRequest } from "./behaviours.js";
import type { Kept } from "./collection.js";
import { shownFilters } from "./filters.js";
import type { JsonObject } from "./records.js";

/** The members that describe a page. Section "Conventions". */
export function envelope<T extends Kept>(
  listing: Listing<T>,
  request: PageRequest,
  matching: number,
): JsonObject {
  const { does } = listing.call;
  const total = does.total(listing, request, matching);
  const pages = does.pages(listing, request, total);
  return { total, page: request.page, pages, links: does.links(listing, request, pages) };
}

export const total = <T extends Kept>(
  _listing: Listing<T>,
  _request: PageRequest,
  matching: number,
): number => matching;

export const pages = <T extends Kept>(_listing: Listing<T>, { size }: PageRequest, total: number): number =>
  Math.max(1, Math.ceil(total / size));

export function linkPages<T extends Kept>(
  _listing: Listing<T>,
  { page }: PageRequest,
  pages: number,
): LinkPages {
  const existing = (to: number) => (to < 1 || to > pages ? null : to);
  return {
    first: existing(1),
    last: existing(pages),
    prev: existing(Math.min(page - 1, pages)),
    next: existing(page + 1),
  };
}

export const linkQuery = <T extends Kept>(
  listing: Listing<T>,
  { size, direction, sortBy }: PageRequest,
): Record<string, string> => ({
  ...shownFilters(listing),
  page_size: String(size),
  sort_dir: direction,
  sort_by: sortBy,
});

export function links<T extends Kept>(listing: Listing<T>, request: PageRequest, pages: number): Links {
  const { call } = listing;
  const { first, last, prev, next } = call.does.linkPages(listing, request, pages);
  const query = new URLSearchParams(call.does.linkQuery(listing, request)).toString();
  const link = (to: number | null) =>
    to === null ? {} : { href: call.href(`${call.incoming.path}?page=${to}&${query}`) };
  return { first: link(first), last: link(last), prev: link(prev), next: link(next) };
}
