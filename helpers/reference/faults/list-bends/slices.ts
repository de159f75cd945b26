import { memo } from "../../../contract/memo.js";
import type { Bend, Call, Listing, PageRequest } from "../../service/behaviours.js";
import type { Kept } from "../../service/collection.js";
import { filtersIn, gives, isWindow } from "./queries.js";

// The items on a page: another slice of the list, some too many or too few, or in another order.

/** Chooses the items as if another page had been asked for. */
export const asIf =
  (
    word: string,
    change: <T extends Kept>(request: PageRequest, listing: Listing<T>, matching: number) => PageRequest,
  ): Bend =>
  (does) => ({
    slice: (listing, items, request) =>
      does.slice(listing, items, listing.word === word ? change(request, listing, items.length) : request),
    order: (listing, items, request, matching) => {
      const asked = listing.word === word ? change(request, listing, matching) : request;
      return does.order(listing, items, asked, matching);
    },
  });

/** Returns the slice of the opposite direction. */
export const turnedSlice = (word: string, direction: PageRequest["direction"], size?: number): Bend =>
  asIf(word, (request) =>
    request.direction === direction && (size === undefined || request.size === size)
      ? turned(request)
      : request,
  );

export const turnedSliceFiltered = (word: string, direction: PageRequest["direction"]): Bend =>
  asIf(word, (request, { keep }) => (keep && request.direction === direction ? turned(request) : request));

/** Returns the slice of the opposite direction for windows with two bounds. */
export const turnedSliceInWindow = (word: string, direction: PageRequest["direction"]): Bend =>
  asIf(word, (request, { call: { query } }) =>
    request.direction === direction && isWindow(query) ? turned(request) : request,
  );

const turned = (request: PageRequest): PageRequest => ({
  ...request,
  direction: request.direction === "asc" ? "desc" : "asc",
});

export const defaultPage2 = (word: string): Bend =>
  asIf(word, (request, { call }) => (call.query.page === undefined ? { ...request, page: 2 } : request));

export const page1AsPage2 = (word: string): Bend =>
  asIf(word, (request, { call }) => (call.query.page === "1" ? { ...request, page: 2 } : request));

/** Counts the pages that are asked for from 0. */
export const pagesFrom0 = (word: string): Bend =>
  asIf(word, (request, { call }) =>
    call.query.page === undefined ? request : { ...request, page: request.page + 1 },
  );

export const pastLastRepeatsLast = (
  word: string,
  fits: (query: Call["query"]) => boolean = () => true,
): Bend =>
  asIf(word, (request, { call }, total) =>
    fits(call.query) ? { ...request, page: Math.min(request.page, lastPage(total, request)) } : request,
  );

/** Gives the whole list for any page if it fits on one with room to spare. */
export const pastLastGivesShort = (word: string): Bend =>
  asIf(word, (request, _listing, total) => (total < request.size ? { ...request, page: 1 } : request));

export const pageSizeIgnored = (word: string): Bend => asIf(word, (request) => ({ ...request, size: 25 }));

/** Gives every third item two rows, as a join with what it holds two of does, and counts the rows. */
export const joinedRows = (word: string): Bend => joinedRowsIf(word, () => true);

/** The same, but only under that filter. */
export const joinedRowsUnder = (word: string, filter: string): Bend => joinedRowsIf(word, gives(filter));

/** Loses an item between pages 3 and 4, so that all later pages start one later. */
export const lostBeforePage4 =
  (word: string): Bend =>
  (does) => ({
    slice: (listing, items, request) => {
      const { page, size, direction } = request;
      const before = 3 * size;
      const lost = direction === "asc" ? before : items.length - 1 - before;
      const held = listing.word === word && page > 3 ? items.filter((_, at) => at !== lost) : items;
      return does.slice(listing, held, request);
    },
  });

/** Drops every seventh item from the list by modification, as a join does with what was never modified. */
export const joinedByChange =
  (word: string): Bend =>
  (does) => ({
    matching: (listing, request) => {
      const items = does.matching(listing, request);
      return listing.word === word && request.key === "modified"
        ? items.filter((_, at) => at % 7 !== 3)
        : items;
    },
  });

/** Drops some items wherever the list is sorted in one direction, asked for or by default. */
export const lostUnder =
  (word: string, direction: PageRequest["direction"], loses: (id: string, call: Call) => boolean): Bend =>
  (does) => ({
    matching: (listing, request) => {
      const items = does.matching(listing, request);
      return listing.word === word && request.direction === direction
        ? items.filter(({ id }) => !loses(id, listing.call))
        : items;
    },
  });

/** Drops about every seventh item wherever the list is told how to sort, always the same ones. */
export const lostWhenSorted =
  (word: string): Bend =>
  (does) => ({
    matching: (listing, request) => {
      const items = does.matching(listing, request);
      return listing.word === word && listing.call.query.sort_by !== undefined
        ? items.filter(({ id }) => Number(id.replace(/\D/g, "")) % 7 !== 3)
        : items;
    },
  });

const joinedRowsIf =
  (word: string, isJoined: (query: Call["query"]) => boolean): Bend =>
  (does) => ({
    matching: (listing, request) => {
      const items = does.matching(listing, request);
      return listing.word === word && isJoined(listing.call.query)
        ? items.flatMap((item, at) => (at % 3 === 1 ? [item, item] : [item]))
        : items;
    },
  });

/** Slices the items in another order. */
export const ranked =
  (
    word: string,
    rank: <T extends Kept>(items: readonly T[], request: PageRequest, call: Call) => readonly T[],
  ): Bend =>
  (does) => ({
    slice: (listing, items, request) => {
      const ranked = listing.word === word ? rank(items, request, listing.call) : items;
      return does.slice(listing, ranked, request);
    },
  });

/** Shuffles the items for every slice. */
export const shuffled = (word: string): Bend =>
  ranked(word, (items, _, { shared: { random } }) =>
    items
      .map((item) => ({ item, at: random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item),
  );

/** For each slice by creation, the items created that many milliseconds ago or earlier start one later than before. */
export const rolling =
  (word: string, ago: number): Bend =>
  (does) => {
    let turns = 0;
    return ranked(word, (items, { key }, call) => {
      if (key === "modified") return items;
      turns += 1;
      const old = items.filter(({ created }) => created <= call.now() - ago);
      const at = turns % old.length;
      return [...old.slice(at), ...old.slice(0, at), ...items.slice(old.length)];
    })(does);
  };

export const defaultSortByIdTail = (word: string): Bend =>
  ranked(word, (items, _, { query: { sort_by } }) => (sort_by === undefined ? byIdTail(items) : items));

/** Items in the order of the last digits of their ids. */
export const byIdTail = <T extends Kept>(items: readonly T[]): readonly T[] =>
  items.toSorted((one, other) => (tail(one.id) < tail(other.id) ? -1 : 1));

/** Under modified_at, items keep the place of the time of modification that they had when they were first looked at. */
export const placedByFormerChange =
  (word: string): Bend =>
  (does) => {
    const former = new Map<string, number>();
    const at = ({ id, modified }: Kept) => memo(former, id, () => modified);
    return ranked(word, (items, { key }) =>
      key === "modified" ? items.toSorted((one, other) => at(one) - at(other)) : items,
    )(does);
  };

const tail = (id: string): string => [...id].reverse().join("");

/** Swaps two items at the border between the first two pages by creation. */
export const swappedBorder = (word: string, direction: PageRequest["direction"]): Bend =>
  ranked(word, (items, request) => {
    const { size, page, key } = request;
    if (request.direction !== direction || key === "modified" || page > 2 || size < 2) return items;
    const at = direction === "asc" ? size - 1 : items.length - size - 1;
    const pair = items.slice(at, at + 2);
    return at >= 0 && pair.length === 2 ? items.toSpliced(at, 2, ...pair.reverse()) : items;
  });

/** Matching pages start one item later. */
const startingLater =
  (word: string, fits: (request: PageRequest, query: Call["query"]) => boolean): Bend =>
  (does) => ({
    slice: (listing, items, request) => {
      if (listing.word !== word || !fits(request, listing.call.query))
        return does.slice(listing, items, request);
      return does.slice(listing, request.direction === "asc" ? items.slice(1) : items.slice(0, -1), request);
    },
  });

/** The next link leads to a page that starts one item later. */
export const skippedAfterNext = (word: string): Bend =>
  startingLater(word, (_, query) => query.after !== undefined);

/** Every page but the first starts one item later. */
export const skippedFromPage2 = (word: string): Bend => startingLater(word, ({ page }) => page > 1);

interface Sliced<T> {
  /** Of this page, oldest first; at least one. */
  readonly items: readonly T[];
  /** The last item of the previous page. */
  readonly previous: T;
  readonly request: PageRequest;
  readonly isLast: boolean;
  readonly query: Call["query"];
}

/** Changes the items of all pages after the first. */
const resliced =
  (word: string, change: <T>(sliced: Sliced<T>) => readonly T[]): Bend =>
  (does) => ({
    slice: (listing, all, request) => {
      const items = does.slice(listing, all, request);
      const { page, size, direction } = request;
      const previous = direction === "asc" ? all[(page - 1) * size - 1] : all[all.length - (page - 1) * size];
      if (listing.word !== word || !previous || items.length === 0) return items;
      const isLast = page === lastPage(all.length, request);
      return change({ items, previous, request, query: listing.call.query, isLast });
    },
  });

/** Matching pages repeat an item of the previous page in place of one of their own. */
export const repeatsItem = (word: string, fits: (request: PageRequest, isLast: boolean) => boolean): Bend =>
  resliced(word, (sliced) =>
    fits(sliced.request, sliced.isLast)
      ? withPrevious({ ...sliced, items: withoutFirst(sliced) })
      : sliced.items,
  );

/** Page 2 of a filtered list also holds an item of page 1, if it has room. */
export const overlapsFiltered = (word: string): Bend =>
  resliced(word, (sliced) => {
    const { items, request, query } = sliced;
    const hasRoom = items.length < request.size && query.page_size !== undefined;
    return filtersIn(query) > 0 && request.page === 2 && hasRoom ? withPrevious(sliced) : items;
  });

/** Matching pages also hold an item of the previous page. */
export const oneMore = (word: string, fits: (request: PageRequest, isLast: boolean) => boolean): Bend =>
  resliced(word, (sliced) => (fits(sliced.request, sliced.isLast) ? withPrevious(sliced) : sliced.items));

export const page2DoublesRow = (word: string): Bend =>
  resliced(word, (sliced) => {
    const some = withoutFirst(sliced);
    return sliced.request.page === 2 && some.length > 0 ? [...some, ...some.slice(0, 1)] : sliced.items;
  });

const withPrevious = <T>({ items, previous, request }: Sliced<T>): readonly T[] =>
  request.direction === "asc" ? [previous, ...items] : [...items, previous];

const withoutFirst = <T>({ items, request }: Sliced<T>): readonly T[] =>
  request.direction === "asc" ? items.slice(1) : items.slice(0, -1);

const lastPage = (total: number, { size }: PageRequest): number => Math.max(1, Math.ceil(total / size));

/** Changes the order in which items are shown, or which are shown. */
export const reordered =
  (
    word: string,
    change: <T extends Kept>(
      items: readonly T[],
      page: { readonly request: PageRequest; readonly query: Call["query"]; readonly matching: number },
    ) => readonly T[],
  ): Bend =>
  (does) => ({
    order: (listing, items, request, matching) => {
      const ordered = does.order(listing, items, request, matching);
      const page = { request, query: listing.call.query, matching };
      return listing.word === word ? change(ordered, page) : ordered;
    },
  });

/** Cuts pages off behind so many items, and counts them as if they were whole. */
export const cutOff = (word: string, most: number): Bend => reordered(word, (items) => items.slice(0, most));

/** Gives nothing on page 3, and counts as if it did. */
export const page3Empty = (word: string): Bend =>
  reordered(word, (items, { request }) => (request.page === 3 ? [] : items));

/** Drops an item from the last page of a filtered list. */
export const filteredLastLacksOne = (word: string): Bend =>
  reordered(word, (items, { request: { page, size }, query, matching }) =>
    filtersIn(query) > 0 && page > 1 && page * size >= matching ? items.slice(1) : items,
  );
