import { OFFSET_LIMIT } from "../../../contract/lists.js";
import type { Bend, Call, Listing, PageRequest } from "../../service/behaviours.js";
import type { Kept } from "../../service/collection.js";
import { invalidValue } from "../../service/problem.js";

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

type Values = Readonly<Record<string, string>>;
type Fits = (query: Call["query"], isFiltered: boolean) => boolean;

const always: Fits = () => true;

/** Uses other defaults for matching queries. */
export const byDefault = (word: string, values: Values, fits = always): Bend =>
  readAs(word, (query, { keep }) => (fits(query, keep !== undefined) ? { ...values, ...query } : query));

/** Overrules what matching queries say. */
export const overruled = (word: string, values: Values, fits = always): Bend =>
  readAs(word, (query, { keep }) => (fits(query, keep !== undefined) ? { ...query, ...values } : query));

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

export const modifiedIgnored = (word: string, fits?: Fits): Bend =>
  overruled(word, { sort_by: "created_at" }, fits);
