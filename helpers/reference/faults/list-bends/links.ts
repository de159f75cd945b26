import type { Bend, Call, LinkPages } from "../../service/behaviours.js";
import { filtersIn } from "./queries.js";

// Links of a page that lead to another page, lose parameters, or are written in another way.

/** Which page the links name, limited to pages from 1 to the last. */
export const linked =
  (word: string, change: (page: number, pages: number) => Partial<LinkPages>): Bend =>
  (does) => ({
    linkPages: (listing, request, pages) => {
      const links = does.linkPages(listing, request, pages);
      return listing.word === word ? { ...links, ...change(request.page, pages) } : links;
    },
  });

export const firstLinkCurrent = (word: string): Bend =>
  linked(word, (page, pages) => ({ first: existing(page, pages) }));

export const lastLinkCurrent = (word: string): Bend =>
  linked(word, (page, pages) => ({ last: existing(page, pages) }));

export const lastLinkOneLess = (word: string): Bend =>
  linked(word, (_, pages) => ({ last: existing(Math.max(1, pages - 1), pages) }));

export const prevLinkOnPage1 = (word: string): Bend =>
  linked(word, (page) => (page === 1 ? { prev: 1 } : {}));

export const prevLinkSkipsPage = (word: string): Bend =>
  linked(word, (page) => (page > 2 ? { prev: page - 2 } : {}));

export const nextLinkRepeatsLast = (word: string): Bend =>
  linked(word, (page, pages) => (page === pages ? { next: page } : {}));

const existing = (page: number, pages: number): number | null => (page > pages ? null : page);

/** Without page, there is no next link. */
export const nextLinkNeedsPage =
  (word: string): Bend =>
  (does) => ({
    linkPages: (listing, request, pages) => {
      const links = does.linkPages(listing, request, pages);
      return listing.word === word && listing.call.query.page === undefined
        ? { ...links, next: null }
        : links;
    },
  });

/** What the links say apart from the page. */
export const linkQueries =
  (
    word: string,
    change: (params: Record<string, string>, query: Call["query"]) => Record<string, string>,
  ): Bend =>
  (does) => ({
    linkQuery: (listing, request) => {
      const params = does.linkQuery(listing, request);
      return listing.word === word ? change(params, listing.call.query) : params;
    },
  });

export const linksDrop = (word: string, name: string): Bend =>
  linkQueries(word, ({ [name]: _, ...params }) => params);

export const linksDropFilters = (word: string): Bend =>
  linkQueries(word, ({ page_size = "", sort_dir = "", sort_by = "" }) => ({ page_size, sort_dir, sort_by }));

/** Drops a parameter from the links of filtered lists. */
export const filteredLinksDrop = (word: string, name: string): Bend =>
  linkQueries(word, ({ [name]: value = "", ...params }, query) =>
    filtersIn(query) > 0 ? params : { ...params, [name]: value },
  );

/** Drops a parameter from the links of lists of two filters or more. */
export const linksOfTwoFiltersDrop = (word: string, name: string): Bend =>
  linkQueries(word, ({ [name]: value = "", ...params }, query) =>
    filtersIn(query) > 1 ? params : { ...params, [name]: value },
  );

/** A plus sign stands in the links as it is, which means a blank. */
export const plusUnencodedInLinks = (word: string): Bend =>
  linkQueries(word, (params) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.replaceAll("+", " ")])),
  );

/** Reads a plus sign as it stands, though links write blanks as one. */
export const plusReadAsSuch: Bend = (does) => ({
  readQuery: (search) => does.readQuery(search.replaceAll("+", "%2B")),
});

/** Links that do not exist say so instead of being empty. */
export const linksSayNone =
  (word: string): Bend =>
  (does) => ({
    links: (listing, request, pages) => {
      const links = does.links(listing, request, pages);
      if (listing.word !== word) return links;
      const said = Object.entries(links).map(([name, link]) => [name, link.href ? link : { rel: "none" }]);
      return { ...links, ...Object.fromEntries(said) };
    },
  });
