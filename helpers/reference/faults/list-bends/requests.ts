import { OFFSET_LIMIT } from "../../../contract/lists.js";
import type { Bend, Call, Listing, PageRequest } from "../../service/behaviours.js";
import type { Kept } from "../../service/collection.js";
import { invalidValue } from "../../service/problem.js";
import { filtersIn } from "./queries.js";

// The page asked for, read in another way: other defaults for page, page_size and sorting, or a refusal.

/** Reads the query as if it said something else. */
export const readAs =
  (
    word: string,
    change: <T extends Kept>(query: Call["query"], listing: Listing<T>) => Call["query"],
  ): Bend =>
  (does) => ({
    readPage: (listing, query) =>
      does.readPage(listing, listing.word === word ? change(query, listing) : query),
  });

/** Uses another default. */
export const byDefault = (word: string, values: Readonly<Record<string, string>>): Bend =>
  readAs(word, (query) => ({ ...values, ...query }));

/** Uses another default if the list is filtered. */
export const byDefaultFiltered = (word: string, values: Readonly<Record<string, string>>): Bend =>
  readAs(word, (query, { keep }) => (keep ? { ...values, ...query } : query));

/** Uses another default if a parameter is given. */
export const byDefaultWith = (
  word: string,
  parameter: string,
  values: Readonly<Record<string, string>>,
): Bend => readAs(word, (query) => (query[parameter] === undefined ? query : { ...values, ...query }));

/** Uses another default if two filters or more are given. */
export const byDefaultWithTwoFilters = (word: string, values: Readonly<Record<string, string>>): Bend =>
  readAs(word, (query) => (filtersIn(query) > 1 ? { ...values, ...query } : query));

/** Uses another default behind the first page. */
export const byDefaultBehindFirst = (word: string, values: Readonly<Record<string, string>>): Bend =>
  readAs(word, (query) => (Number(query.page ?? 1) > 1 ? { ...values, ...query } : query));

/** Uses other values if page_size is given without page. */
export const byDefaultWithoutPage = (word: string, values: Readonly<Record<string, string>>): Bend =>
  readAs(word, (query) =>
    query.page === undefined && query.page_size !== undefined ? { ...query, ...values } : query,
  );

/** Uses another default if no parameter is given. */
export const byDefaultAlone = (word: string, values: Readonly<Record<string, string>>): Bend =>
  readAs(word, (query) => (Object.keys(query).length === 0 ? values : query));

/** Refuses matching pages. */
export const refusePage =
  (
    word: string,
    name: string,
    fits: (request: PageRequest, query: Call["query"]) => boolean,
    why: string,
  ): Bend =>
  (does) => ({
    readPage: (listing, query) => {
      const request = does.readPage(listing, query);
      if (listing.word === word && fits(request, query)) throw invalidValue(name, String(query[name]), why);
      return request;
    },
  });

/** Refuses pages beyond the offset that only shipments limit. */
export const farPageRefused = (word: string, fits: (query: Call["query"]) => boolean = () => true): Bend =>
  refusePage(
    word,
    "page",
    ({ page, size }, query) => page * size > OFFSET_LIMIT && fits(query),
    "There are no such pages.",
  );

export const modifiedRefused = (word: string, fits: (query: Call["query"]) => boolean = () => true): Bend =>
  refusePage(
    word,
    "sort_by",
    ({ key }, query) => key === "modified" && fits(query),
    "This list is sorted by created_at only.",
  );

export const modifiedIgnored = (
  word: string,
  fits: (query: Call["query"], isFiltered: boolean) => boolean = () => true,
): Bend =>
  readAs(word, (query, { keep }) =>
    fits(query, keep !== undefined) ? { ...query, sort_by: "created_at" } : query,
  );
