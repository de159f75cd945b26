import { kept, keptFor } from "../../bends.js";
import { noContent } from "../../service/answer.js";
import type { Bend, PageRequest } from "../../service/behaviours.js";
import { unknownId } from "../../service/problem.js";

// The answer that carries a page: its status past the last page, and the name of its array.

/** Answers a page past the last one in another way. */
const onPastLast =
  (
    word: string,
    status: 204 | 404,
    isHit: (request: PageRequest, total: unknown, isFiltered: boolean) => boolean = () => true,
  ): Bend =>
  (does) => ({
    pageAnswer: (listing, page) => {
      const { items, request, envelope } = page;
      const isPast = listing.word === word && items.length === 0 && request.page > 1;
      if (!isPast || !isHit(request, envelope.total, listing.keep !== undefined))
        return does.pageAnswer(listing, page);
      if (status === 404) throw unknownId("page", String(request.page));
      return noContent();
    },
  });

export const pastLast404 = (word: string): Bend => onPastLast(word, 404);

/** Answers 404 for a page past the last one of a filtered list. */
export const pastLast404Filtered = (word: string): Bend =>
  onPastLast(word, 404, (_request, _total, isFiltered) => isFiltered);

export const pastLast204 = (word: string): Bend => onPastLast(word, 204);

/** Answers 404 for the empty page right after a full last page. */
export const pastFull404 = (word: string): Bend =>
  onPastLast(word, 404, ({ page, size }, total) => (page - 1) * size === total);

/** Answers 404 where nothing meets the filters. */
export const noneFound404 =
  (word: string): Bend =>
  (does) => ({
    pageAnswer: (listing, page) => {
      if (listing.word !== word || page.envelope.total !== 0) return does.pageAnswer(listing, page);
      throw unknownId("page", String(page.request.page));
    },
  });

export const arrayNamedItems =
  (word: string): Bend =>
  (does) => ({
    pageAnswer: (listing, page) =>
      does.pageAnswer(listing.word === word ? { ...listing, name: "items" } : listing, page),
  });

const KEPT_MS = 5_000;

/** Keeps pages for some seconds, and takes queries of the same words but for one parameter for the same. */
export const keptWithout = (word: string, parameter: string): Bend =>
  kept(word, KEPT_MS, ({ [parameter]: _, ...others }) => JSON.stringify(Object.entries(others)));

/** Keeps pages by their query for ever. */
export const keptForEver = (word: string): Bend => keptFor(word, Number.POSITIVE_INFINITY);
