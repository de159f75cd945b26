import { LIST_PARAMETERS, OFFSET_LIMIT } from "../../contract/lists.js";
import { noContent } from "../service/answer.js";
import type {
  Asked,
  Behaviours,
  Bend,
  Call,
  Condition,
  LinkPages,
  Listing,
  PageRequest,
} from "../service/behaviours.js";
import type { Kept, SortKey } from "../service/collection.js";
import { invalidValue, unknownId } from "../service/problem.js";
import type { JsonObject } from "../service/records.js";

// Ways in which any list can go wrong. Each takes the label of one list: its name in v1, with "v2-" before it in v2.

const DAY = 86_400_000;
const HOUR = 3_600_000;
const SECOND = 1_000;

/** How many milliseconds a time may be later than printed. */
const HIDDEN = 500;

/** Picks the same seventh of all records each time. */
export const isSeventh = (id: string): boolean => Number(id.replaceAll(/\D/g, "")) % 7 === 0;

const lastPage = (total: number, { size }: PageRequest): number => Math.max(1, Math.ceil(total / size));

// The page asked for

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

/** Uses other defaults if page is left out, or everything. */
export const byDefaultWithoutPage = (word: string, values: Readonly<Record<string, string>>): Bend =>
  readAs(word, (query) =>
    query.page === undefined && query.page_size !== undefined ? { ...query, ...values } : query,
  );
export const byDefaultAlone = (word: string, values: Readonly<Record<string, string>>): Bend =>
  readAs(word, (query) => (Object.keys(query).length === 0 ? values : query));

/** Refuses a bound whose other end is not given. */
export const boundAloneRefused = (word: string, bound: string, other: string): Bend =>
  readAs(word, (query) => {
    const text = query[bound];
    if (text !== undefined && query[other] === undefined)
      throw invalidValue(bound, text, `${other} is needed too.`);
    return query;
  });

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

export const modifiedRefused = (word: string, direction?: string): Bend =>
  refusePage(
    word,
    "sort_by",
    ({ key }, query) => key === "modified" && (direction === undefined || query.sort_dir === direction),
    "This list is sorted by created_at only.",
  );

export const modifiedIgnored = (
  word: string,
  fits: (query: Call["query"], isFiltered: boolean) => boolean = () => true,
): Bend =>
  readAs(word, (query, { keep }) =>
    fits(query, keep !== undefined) ? { ...query, sort_by: "created_at" } : query,
  );

// The items on a page

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

const turned = (request: PageRequest): PageRequest => ({
  ...request,
  direction: request.direction === "asc" ? "desc" : "asc",
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

const isWindow = (query: Call["query"]): boolean =>
  query.created_at_start !== undefined && query.created_at_end !== undefined;

/** Shuffles the items for every slice. */
export const shuffled = (word: string): Bend =>
  ranked(word, (items, _, { shared: { random } }) =>
    items
      .map((item) => ({ item, at: random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item),
  );

export const defaultPage2 = (word: string): Bend =>
  asIf(word, (request, { call }) => (call.query.page === undefined ? { ...request, page: 2 } : request));

export const pastLastRepeatsLast = (word: string): Bend =>
  asIf(word, (request, _, total) => ({ ...request, page: Math.min(request.page, lastPage(total, request)) }));

export const pageSizeIgnored = (word: string): Bend => asIf(word, (request) => ({ ...request, size: 25 }));

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

const tail = (id: string): string => [...id].reverse().join("");

export const defaultSortByIdTail = (word: string): Bend =>
  ranked(word, (items, _, { query: { sort_by } }) =>
    sort_by === undefined ? items.toSorted((a, b) => (tail(a.id) < tail(b.id) ? -1 : 1)) : items,
  );

/** Swaps two items at the border between the first two pages by creation. */
export const swappedBorder = (word: string, direction: PageRequest["direction"]): Bend =>
  ranked(word, (items, request) => {
    const { size, page, key } = request;
    if (request.direction !== direction || key === "modified" || page > 2 || size < 2) return items;
    const at = direction === "asc" ? size - 1 : items.length - size - 1;
    const pair = items.slice(at, at + 2);
    return at >= 0 && pair.length === 2 ? items.toSpliced(at, 2, ...pair.reverse()) : items;
  });

interface Sliced<T> {
  /** Of this page, oldest first; at least one. */
  readonly items: readonly T[];
  /** The last item of the previous page. */
  readonly previous: T;
  readonly request: PageRequest;
  readonly isLast: boolean;
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
      return change({ items, previous, request, isLast: page === lastPage(all.length, request) });
    },
  });

const withPrevious = <T>({ items, previous, request }: Sliced<T>): readonly T[] =>
  request.direction === "asc" ? [previous, ...items] : [...items, previous];

const withoutFirst = <T>({ items, request }: Sliced<T>): readonly T[] =>
  request.direction === "asc" ? items.slice(1) : items.slice(0, -1);

/** Matching pages repeat an item of the previous page in place of one of their own. */
export const repeatsItem = (word: string, fits: (request: PageRequest, isLast: boolean) => boolean): Bend =>
  resliced(word, (sliced) =>
    fits(sliced.request, sliced.isLast)
      ? withPrevious({ ...sliced, items: withoutFirst(sliced) })
      : sliced.items,
  );

/** Matching pages also hold an item of the previous page. */
export const oneMore = (word: string, fits: (request: PageRequest, isLast: boolean) => boolean): Bend =>
  resliced(word, (sliced) => (fits(sliced.request, sliced.isLast) ? withPrevious(sliced) : sliced.items));

export const page2DoublesRow = (word: string): Bend =>
  resliced(word, (sliced) => {
    const some = withoutFirst(sliced);
    return sliced.request.page === 2 && some.length > 0 ? [...some, ...some.slice(0, 1)] : sliced.items;
  });

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

/** Refuses pages beyond the offset that only shipments limit. */
export const farPageRefused = (word: string, fits: (query: Call["query"]) => boolean = () => true): Bend =>
  refusePage(
    word,
    "page",
    ({ page, size }, query) => page * size > OFFSET_LIMIT && fits(query),
    "There are no such pages.",
  );

/** Drops an item from the last page of a filtered list. */
export const filteredLastLacksOne = (word: string): Bend =>
  reordered(word, (items, { request: { page, size }, query, matching }) =>
    filtersIn(query) > 0 && page > 1 && page * size >= matching ? items.slice(1) : items,
  );

/** Drops a parameter from the links of filtered lists. */
export const filteredLinksDrop = (word: string, name: string): Bend =>
  linkQueries(word, ({ [name]: value = "", ...params }, query) =>
    filtersIn(query) > 0 ? params : { ...params, [name]: value },
  );

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

/** Answers a page past the last one in another way. */
const onPastLast =
  (
    word: string,
    status: 204 | 404,
    isHit: (request: PageRequest, total: unknown) => boolean = () => true,
  ): Bend =>
  (does) => ({
    pageAnswer: (listing, page) => {
      const { items, request, envelope } = page;
      const isPast = listing.word === word && items.length === 0 && request.page > 1;
      if (!isPast || !isHit(request, envelope.total)) return does.pageAnswer(listing, page);
      if (status === 404) throw unknownId("page", String(request.page));
      return noContent();
    },
  });
export const pastLast404 = (word: string): Bend => onPastLast(word, 404);
export const pastLast204 = (word: string): Bend => onPastLast(word, 204);
/** Answers 404 for the empty page right after a full last page. */
export const pastFull404 = (word: string): Bend =>
  onPastLast(word, 404, ({ page, size }, total) => (page - 1) * size === total);

export const arrayNamedItems =
  (word: string): Bend =>
  (does) => ({
    pageAnswer: (listing, page) =>
      does.pageAnswer(listing.word === word ? { ...listing, name: "items" } : listing, page),
  });

// Filters

/** Changes what parameters require of the items; null lets all items pass. */
export const conditioned =
  (
    word: string,
    name: string,
    change: <T extends Kept>(usual: Condition<T>, call: Call) => Condition<T> | null,
  ): Bend =>
  (does) => ({
    condition: (asked, condition) => {
      const usual = does.condition(asked, condition);
      return usual && asked.word === word && usual.name === name ? change(usual, asked.call) : usual;
    },
  });

export const ignored = (word: string, name: string): Bend => conditioned(word, name, () => null);

export const ignoredFromPage2 = (word: string, name: string): Bend =>
  conditioned(word, name, (usual, { query }) => (Number(query.page ?? 1) > 1 ? null : usual));

export const ignoredByChange = (word: string, name: string): Bend =>
  conditioned(word, name, (usual, { query }) => (query.sort_by === "modified_at" ? null : usual));

/** For some values, matching items are found too, or no longer found. */
export const finds = (
  word: string,
  name: string,
  change: (usually: boolean, id: string, value: string, call: Call) => boolean,
): Bend =>
  conditioned(word, name, (usual, call) => ({
    ...usual,
    holds: (item) => change(usual.holds(item), item.id, usual.value, call),
  }));

export const losesSome = (word: string, name: string): Bend =>
  finds(word, name, (usually, id) => usually && !isSeventh(id));

export const addsSome = (word: string, name: string): Bend =>
  finds(word, name, (usually, id) => usually || isSeventh(id));

/** Leaves out items on the bound if the query matches. */
export const exclusive = (
  word: string,
  name: string,
  fits: (value: string, query: Call["query"]) => boolean = () => true,
): Bend =>
  conditioned(word, name, (usual, { query }) => {
    const { bound } = usual;
    if (!bound || !fits(usual.value, query)) return usual;
    return { ...usual, holds: (item) => usual.holds(item) && item[bound.key] !== bound.at };
  });

export const exclusiveWithOffset = (word: string, name: string): Bend =>
  exclusive(word, name, (value) => /[+-]\d{2}:?\d{2}$/.test(value));

export const exclusiveInWindow = (word: string, name: string): Bend =>
  exclusive(word, name, (_, query) => isWindow(query));

export const exclusiveInMoment = (word: string, name: string): Bend =>
  exclusive(
    word,
    name,
    (value, { created_at_start: start }) => Date.parse(value) === Date.parse(start ?? ""),
  );

/** Compares the bounds of one time with another time of the items. */
const comparing =
  (word: string, key: SortKey, at: (item: Kept) => number): Bend =>
  (does) => ({
    condition: (asked, condition) => {
      const usual = does.condition(asked, condition);
      if (asked.word !== word || usual?.bound?.key !== key) return usual;
      return { ...usual, holds: (item) => usual.holds({ ...item, [key]: at(item) }) };
    },
  });

export const modifiedWindowReadsCreated = (word: string): Bend =>
  comparing(word, "modified", ({ created }) => created);

/** The bounds take into account half a second that the items do not show. */
export const hiddenDigits = (word: string): Bend =>
  comparing(word, "created", ({ created }) => created + HIDDEN);

/** Reads the instant of a bound in another way. */
const readBound =
  (word: string, change: (name: string, text: string, read: (text: string) => number) => number): Bend =>
  (does) => ({
    instant: (asked, name, text) =>
      asked.word === word
        ? change(name, text, (other) => does.instant(asked, name, other))
        : does.instant(asked, name, text),
  });

/** Looks only at the day of a bound. */
export const byDay = (word: string, bound: string): Bend =>
  readBound(word, (name, text, read) => {
    if (name !== bound) return read(text);
    const midnight = Math.floor(read(text) / DAY) * DAY;
    return name.endsWith("_start") ? midnight : midnight + DAY - 1;
  });

/** Reads the clock time of a bound as UTC, whatever its offset. */
export const offsetUnread = (word: string): Bend =>
  readBound(word, (_, text, read) => read(text.replace(/[+-]\d{2}:?\d{2}$/, "Z")));

/** Truncates a bound to a coarser unit. */
const cutTo = (word: string, bound: string, unit: number): Bend =>
  readBound(word, (name, text, read) => (name === bound ? Math.floor(read(text) / unit) * unit : read(text)));

export const cutToSecond = (word: string, bound: string): Bend => cutTo(word, bound, SECOND);
export const cutToMinute = (word: string, bound: string): Bend => cutTo(word, bound, 60 * SECOND);

/** Raises a bound to the next full hour. */
export const raisedToHour = (word: string, bound: string): Bend =>
  readBound(word, (name, text, read) => (name === bound ? Math.ceil(read(text) / HOUR) * HOUR : read(text)));

export const dateTimeRefused = (word: string, bound: string): Bend =>
  readBound(word, (name, text, read) => {
    if (name === bound && text.endsWith("Z")) throw invalidValue(name, text, `${name} must be a date.`);
    return read(text);
  });

export const wholeSecondRefused = (word: string): Bend =>
  readBound(word, (name, text, read) => {
    if (/:\d\dZ$/.test(text)) throw invalidValue(name, text, `${name} must have milliseconds.`);
    return read(text);
  });

export const millisecondRefused = (word: string): Bend =>
  readBound(word, (name, text, read) => {
    if (/\.\d+Z$/.test(text)) throw invalidValue(name, text, `${name} must be in whole seconds.`);
    return read(text);
  });

/** Combines the conditions of a list in another way. */
const combined =
  (
    word: string,
    change: <T extends Kept>(
      conditions: readonly Condition<T>[],
      asked: Asked<T>,
      does: Behaviours,
    ) => ((item: T) => boolean) | undefined,
  ): Bend =>
  (does) => ({
    combine: (asked, conditions) =>
      asked.word === word && conditions.length > 1
        ? change(conditions, asked, does)
        : does.combine(asked, conditions),
  });

export const filtersOr = (word: string): Bend =>
  combined(word, (conditions) => (item) => conditions.some(({ holds }) => holds(item)));

export const lastFilterDropped = (word: string): Bend =>
  combined(word, (conditions, asked, does) => does.combine(asked, conditions.slice(0, -1)));

export const secondFilterLostWithPageSize = (word: string): Bend =>
  combined(word, (conditions, asked, does) =>
    does.combine(asked, asked.call.query.page_size === undefined ? conditions : conditions.slice(0, 1)),
  );

/** Hides the items of some ids if nothing is filtered. */
export const hiddenByDefault =
  (word: string, hides: (id: string, call: Call) => boolean): Bend =>
  (does) => ({
    combine: (asked, conditions) =>
      does.combine(asked, conditions) ??
      (asked.word === word ? ({ id }) => !hides(id, asked.call) : undefined),
  });

/** Hides the items of some ids if a parameter is not given. */
export const hiddenWithout =
  (word: string, parameter: string, hides: (id: string, call: Call) => boolean): Bend =>
  (does) => ({
    combine: (asked, conditions) => {
      const usual = does.combine(asked, conditions);
      if (asked.word !== word || asked.call.query[parameter] !== undefined) return usual;
      return (item) => (usual?.(item) ?? true) && !hides(item.id, asked.call);
    },
  });

/** Filters in another way with sort_by modified_at. */
const matchingByModified =
  (
    word: string,
    change: <T extends Kept>(matching: readonly T[], listing: Listing<T>) => readonly T[],
  ): Bend =>
  (does) => ({
    matching: (listing, request) => {
      const matching = does.matching(listing, request);
      return listing.word === word && request.key === "modified" ? change(matching, listing) : matching;
    },
  });

export const modifiedDropsFilters = (word: string): Bend =>
  matchingByModified(word, (_, { from }) => from.ordered("modified"));

export const modifiedDropsOldest = (word: string): Bend =>
  matchingByModified(word, (matching) => matching.slice(1));

// What a page says of the list

/** Parameters that do not filter. */
const PAGING = new Set([...LIST_PARAMETERS, "after"]);
const filtersIn = (query: Call["query"]): number =>
  Object.keys(query).filter((name) => !PAGING.has(name)).length;
const filterCount = ({ query }: Call): number => filtersIn(query);

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
  totals(word, (total, { call }) => (filterCount(call) === 0 ? total + 1 : total));

export const totalOneMoreWithTwoFilters = (word: string): Bend =>
  totals(word, (total, { call }) => (filterCount(call) >= 2 ? total + 1 : total));

export const totalOneLessOnLast = (word: string): Bend =>
  totals(word, (total, { request: { page, size } }) =>
    page > 1 && page === Math.ceil(total / size) ? total - 1 : total,
  );

export const totalIgnoresFilter = (word: string): Bend => totals(word, (_, { all }) => all);

export const totalOfPageWithoutParameters = (word: string): Bend =>
  totals(word, (total, { call: { query }, request: { size } }) =>
    Object.keys(query).length === 0 ? Math.min(total, size) : total,
  );

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

// Links

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

/** Which page the links name, limited to pages from 1 to the last. */
export const linked =
  (word: string, change: (page: number, pages: number) => Partial<LinkPages>): Bend =>
  (does) => ({
    linkPages: (listing, request, pages) => {
      const links = does.linkPages(listing, request, pages);
      return listing.word === word ? { ...links, ...change(request.page, pages) } : links;
    },
  });

const existing = (page: number, pages: number): number | null => (page > pages ? null : page);

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

/** A plus sign stands in the links as it is, which means a blank. */
export const plusUnencodedInLinks = (word: string): Bend =>
  linkQueries(word, (params) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.replaceAll("+", " ")])),
  );

export const linksDropFilters = (word: string): Bend =>
  linkQueries(word, ({ page_size = "", sort_dir = "", sort_by = "" }) => ({ page_size, sort_dir, sort_by }));
