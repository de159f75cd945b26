import type { Bend, Call, PageRequest } from "../../service/behaviours.js";
import type { JsonObject } from "../../service/records.js";
import { filtersIn } from "./queries.js";

// What a page says of the list besides its items: total, pages, page and links as members of the envelope.

interface Counted {
  readonly call: Call;
  readonly request: PageRequest;
  /** Of the whole list. */
  readonly all: number;
}

export const totals =
  (word: string, change: (total: number, counted: Counted) => number): Bend =>
  (does) => ({
    total: (listing, request, matching) => {
      const total = does.total(listing, request, matching);
      const { call, from } = listing;
      return listing.word === word ? change(total, { call, request, all: from.size }) : total;
    },
  });

export const totalOneMore = (word: string): Bend =>
  totals(word, (total, { call }) => (filtersIn(call.query) === 0 ? total + 1 : total));

export const totalOneMoreWithTwoFilters = (word: string): Bend =>
  totals(word, (total, { call }) => (filtersIn(call.query) >= 2 ? total + 1 : total));

export const totalOneLessOnLast = (word: string): Bend =>
  totals(word, (total, { request: { page, size } }) =>
    page > 1 && page === Math.ceil(total / size) ? total - 1 : total,
  );

export const totalOfLastPage = (word: string): Bend =>
  totals(word, (total, { request: { page, size } }) => {
    const before = (page - 1) * size;
    return before < total && total <= before + size ? total - before : total;
  });

export const totalOneMoreOnSmallPages = (word: string): Bend =>
  totals(word, (total, { call: { query }, request: { size } }) =>
    filtersIn(query) === 0 && size <= 10 ? total + 1 : total,
  );

export const totalIgnoresFilter = (word: string): Bend => totals(word, (_, { all }) => all);

export const totalOfPage = (word: string): Bend =>
  totals(word, (total, { request: { page, size } }) =>
    Math.max(0, Math.min(size, total - (page - 1) * size)),
  );

export const totalOfPageWithoutParameters = (word: string): Bend =>
  totals(word, (total, { call: { query }, request: { size } }) =>
    Object.keys(query).length === 0 ? Math.min(total, size) : total,
  );

export const totalOfPagePastLast = (word: string): Bend =>
  totals(word, (total, { request: { page, size } }) => ((page - 1) * size < total ? total : 0));

/** Counts one more than a page holds that was asked for without parameters, unless it is empty. */
export const totalOneMoreWithoutParameters = (word: string): Bend =>
  totals(word, (total, { call: { query } }) =>
    Object.keys(query).length === 0 && total > 0 ? total + 1 : total,
  );

/** Counts pages of another size where page_size is left out. */
export const pagesOfWithoutSize =
  (word: string, size: number, fits: (total: number) => boolean = () => true): Bend =>
  (does) => ({
    pages: (listing, request, total) =>
      listing.word === word && listing.call.query.page_size === undefined && fits(total)
        ? Math.max(1, Math.ceil(total / size))
        : does.pages(listing, request, total),
  });

export const pageCounts =
  (word: string, change: (pages: number, total: number, size: number) => number): Bend =>
  (does) => ({
    pages: (listing, request, total) => {
      const pages = does.pages(listing, request, total);
      return listing.word === word ? change(pages, total, request.size) : pages;
    },
  });

export const pagesRoundedDown = (word: string): Bend =>
  pageCounts(word, (_, total, size) => Math.max(1, Math.floor(total / size)));

export const pagesOneMoreWhenExact = (word: string): Bend =>
  pageCounts(word, (_, total, size) => Math.floor(total / size) + 1);

const enveloped =
  (word: string, change: (envelope: JsonObject, request: PageRequest) => JsonObject): Bend =>
  (does) => ({
    envelope: (listing, request, matching) => {
      const envelope = does.envelope(listing, request, matching);
      return listing.word === word ? change(envelope, request) : envelope;
    },
  });

export const envelopeMissing = (word: string): Bend => enveloped(word, () => ({}));

export const totalText = (word: string): Bend =>
  enveloped(word, (all) => ({ ...all, total: String(all.total) }));

export const linksNull = (word: string): Bend => enveloped(word, (all) => ({ ...all, links: null }));

export const pageAlways1 = (word: string): Bend => enveloped(word, (all) => ({ ...all, page: 1 }));

export const page1FromPage3 = (word: string): Bend =>
  enveloped(word, (all, { page }) => (page > 2 ? { ...all, page: 1 } : all));

export const pageOneLessOnLast = (word: string): Bend =>
  enveloped(word, (all, { page }) => (page > 1 && page === all.pages ? { ...all, page: page - 1 } : all));

export const page0WithoutPage =
  (word: string): Bend =>
  (does) => ({
    envelope: (listing, request, matching) => {
      const envelope = does.envelope(listing, request, matching);
      return listing.word === word && listing.call.query.page === undefined
        ? { ...envelope, page: 0 }
        : envelope;
    },
  });
