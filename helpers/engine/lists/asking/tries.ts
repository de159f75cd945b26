import type { SortKey } from "../../../contract/generated/types.js";
import { DEFAULT_PAGE_SIZE, type ListDeclaration, type SortDir } from "../../../contract/lists.js";
import type { Edge } from "../../../oracles/lists/windows.js";
import { datedBy, oldestFirst } from "../../../wire/dated.js";
import type { Item } from "../../../wire/decode.js";
import { type Instant, MILLISECOND, SECOND, shifted } from "../../../wire/instant.js";
import { tagsOf } from "../../../wire/tags.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/rotated.js";
import { boundsAround, boundsBeside, boundsBetween, type Gap, inOffset } from "./bounds.js";
import { confusableFirst } from "./confusable.js";
import type { ListQuery, Omittable } from "./pages.js";
import {
  dueUnder,
  type Sieve,
  shownParameters,
  sieveOf,
  together,
  valuesOf,
  valuesShown,
  windowSieve,
} from "./sieves.js";

// Filtered lists to ask for, as values, derived from the declaration and from what items show. A `Filter` is a test of
// one item (helpers/oracles/lists/filters.ts); a `Sieve` is a filter together with the query that asks for it; a `Try`
// is one list to ask for: a sieve, and how the list is sorted and cut into pages. Checks that ask for the same try share
// its pages.

/** A filtered list to ask for: how it is sorted, and into how many pages the due items are cut. */
export interface Try {
  readonly sieve: Sieve;
  readonly pages: 1 | 2;
  readonly sort: { readonly sort_dir?: SortDir; readonly sort_by?: SortKey };
  /** Of a bound with an offset, the same moment in UTC. */
  readonly inUtc?: Sieve;
  /** What the request leaves out; if missing, the run's seed decides. See `omitted.ts`. */
  readonly omits?: readonly Omittable[];
}

/** Several filters in one request. */
export interface Combination extends Try {
  readonly parts: readonly Sieve[];
  /**
   * Whether a target may refuse them where no item meets all: it may know them to be impossible. False where nothing but
   * the items can tell that none does.
   */
  readonly mayBeRefused: boolean;
}

/** A filter on one page, sorted by default. */
export function plainTry(sieve: Sieve): Try {
  return { sieve, pages: 1, sort: {} };
}

/** Several filters as one list to ask for. */
export function combination(
  parts: readonly Sieve[],
  { pages = 1, sort = {}, mayBeRefused = true }: Partial<Omit<Combination, "parts" | "sieve">> = {},
): Combination {
  return { parts, sieve: together(parts), pages, sort, mayBeRefused };
}

/** The same list, its bound in UTC. */
export function inUtc({ sieve, pages, sort, inUtc = sieve }: Try): Try {
  return { sieve: inUtc, pages, sort };
}

/** Each filter and each bound on its own. */
export function singleTries(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  const values = shownParameters(list).flatMap((parameter) => valueTries(t, list, items, parameter));
  return [...values, ...windowTries(list, items)];
}

/** The two bounds of a window. */
export const EDGES = ["start", "end"] as const;

/** The times for which a list offers windows. */
export function membersOf({ windows }: ListDeclaration): readonly SortKey[] {
  return (["created_at", "modified_at"] as const).filter((member) => windows[member] !== undefined);
}

/**
 * How to sort the n-th value of a filter, so that filters are seen under both keys, both directions and the default.
 * Only the first uses modified_at: the order inside a page shows only by creation.
 */
export function sortOf(nth: number, sort_dir: SortDir): Try["sort"] {
  if (nth === 0) return { sort_dir: opposite(sort_dir), sort_by: "modified_at" };
  const dir = [undefined, opposite(sort_dir), sort_dir][(nth - 1) % 3];
  return dir === undefined ? {} : { sort_dir: dir, sort_by: "created_at" };
}

function opposite(dir: SortDir): SortDir {
  return dir === "asc" ? "desc" : "asc";
}

/**
 * The values to filter by: rare ones first, since extra items show best there; the most frequent value that not all
 * items have is cut in two pages. Only a value that some items have and others lack can show whether the filter works.
 * None if there is no such value.
 */
export function valueTries(
  t: Check,
  list: ListDeclaration,
  items: readonly Item[],
  parameter: string,
): readonly Try[] {
  const held = valuesOf(list, items, parameter);
  const telling = held.filter(([, having]) => having < items.length);
  if (telling.length === 0) return [];
  const most = telling.findLast(([, having]) => having > 1)?.[0];
  const match = list.filters[parameter];
  const values = telling.map(([value]) => value);
  // How exactly a tag is compared is left open.
  const rare = (match?.by === "tag" ? values : confusableFirst(values)).filter((value) => value !== most);
  const absent = (match?.values ?? []).filter((value) => held.every(([shown]) => shown !== value));
  const asked =
    match?.by === "tag"
      ? oddTagsFirst(items, rare)
      : [...ofEachState(list, items, parameter, rare), ...absent];
  const isShort = asked.length < t.budget("lists.values.all-up-to");
  const amount = isShort ? asked.length : t.budget("lists.values");
  // Under one filter, another one with each seed, `defaultSized` reads oldest first without page_size. Elsewhere desc is
  // the likelier default.
  const dir = rotated(shownParameters(list), t.settings.seed)[0] === parameter ? "desc" : "asc";
  // Where items show when they were modified, lists cut in two are sorted by that: only there the order shows.
  const isByChange = membersOf(list).includes("modified_at");
  const other = { sort_dir: dir, sort_by: isByChange ? "modified_at" : "created_at" } as const;
  const frequent = most === undefined ? null : sieveOf(list, parameter, most);
  const single = asked.slice(0, amount).flatMap((value, nth): readonly Try[] => {
    const sieve = sieveOf(list, parameter, value);
    if (sieve === null) return [];
    if (!t.affords("lists.sorts")) return [plainTry(sieve)];
    // The other direction, if no frequent value is asked for with it.
    const isLast = frequent === null && nth > 0 && nth === amount - 1;
    return [{ sieve, pages: 1, sort: isLast ? other : sortOf(nth, dir) }];
  });
  if (frequent === null || (single.length > 0 && !t.affords("lists.cut"))) return single;
  return [...single, { sieve: frequent, pages: 2, sort: other }];
}

/** First a tag that is not the first of some item, one that must be encoded in a URL, and one with a capital. */
function oddTagsFirst(items: readonly Item[], tags: readonly string[]): readonly string[] {
  const worn = items.map(({ raw }) => tagsOf(raw));
  const behind = tags.find((tag) => worn.some((names) => names.indexOf(tag) > 0));
  const encoded = tags.find((tag) => encodeURIComponent(tag) !== tag);
  const capital = tags.find((tag) => tag.toLowerCase() !== tag);
  return [...new Set([behind, encoded, capital, ...tags])].filter((tag) => tag !== undefined);
}

/** First one value from each state, the rarest state first: a filter may lose the items of one state. */
function ofEachState(
  list: ListDeclaration,
  items: readonly Item[],
  parameter: string,
  values: readonly string[],
): readonly string[] {
  const match = list.filters[parameter];
  const states = Object.values(list.filters).find((each) => each.by === "member" && each.values !== null);
  if (match?.by !== "member" || states?.by !== "member" || states === match) return values;
  const ofState = valuesShown(items, states.member).map(([state]) =>
    values.find((value) =>
      items.some(({ raw }) => raw[states.member] === state && raw[match.member] === value),
    ),
  );
  return [...new Set([...ofState, ...values])].filter((value) => value !== undefined);
}

/** The direction in which page 1 shows what the bound should leave out, if the bound is lost. */
const SHOWS_SURPLUS = { start: "asc", end: "desc" } as const satisfies Record<Edge, SortDir>;

/** Each bound of every window that the list offers. */
export function windowTries(list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  return membersOf(list).flatMap((member) => EDGES.flatMap((edge) => boundTries(items, member, edge)));
}

/**
 * The bounds that judge a date parameter: close to an item near the end of the list, where few items are due, with an
 * offset; and within the same second as an item.
 */
export function boundTries(items: readonly Item[], member: SortKey, edge: Edge): readonly Try[] {
  const dated = datedBy(items, member) ?? [];
  const of = (bound: Instant) => windowSieve(member, { [edge]: bound });
  const one = (bound: Instant, sort_by = member): Try => ({
    sieve: of(bound),
    pages: 1,
    sort: { sort_dir: opposite(SHOWS_SURPLUS[edge]), sort_by },
  });
  const beside = boundsBeside(dated);
  const near = edge === "start" ? beside.at(-1)?.behind : beside[0]?.before;
  const another = member === "created_at" ? "modified_at" : "created_at";
  const close =
    near === undefined ? [] : [{ ...one(near, another), sieve: of(inOffset(near, edge)), inUtc: of(near) }];
  const within = withinSecond(
    oldestFirst(dated).map(({ at }) => at),
    edge,
  );
  const tries = [...close, ...(within === undefined ? [] : [one(within)])];
  const between = boundsBetween(dated);
  const middle = between[Math.floor(between.length / 2)];
  return tries.length > 0 || middle === undefined ? tries : [one(middle)];
}

/** The bounds that judge a date parameter where all items have one time: beyond all of them none is due, else all. */
export function boundTriesAround(items: readonly Item[], member: SortKey, edge: Edge): readonly Try[] {
  const around = boundsAround(datedBy(items, member) ?? []);
  if (around === null) return [];
  const { behind, before } = around;
  const bounds = edge === "start" ? [behind, before] : [before, behind];
  return bounds.map((bound) => plainTry(windowSieve(member, { [edge]: bound })));
}

/** How many items near the end of a list are looked at. */
const NEAR = 20;

/**
 * The last millisecond of a second that certainly contains an item, near the end where few items are due; none if times
 * show no milliseconds.
 * @param times oldest first
 */
function withinSecond(times: readonly Instant[], edge: Edge): Instant | undefined {
  const near = edge === "start" ? times.slice(-NEAR).toReversed() : times.slice(0, NEAR);
  // An end truncated to its second leaves out only items after the beginning of that second.
  const least = edge === "start" ? 0n : 2n * MILLISECOND;
  const found = near.find(({ epochNs, fractionDigits }) => {
    const rest = epochNs % SECOND;
    return fractionDigits >= 3 && rest >= least && rest <= 900n * MILLISECOND;
  });
  return found && shifted(found, 999n * MILLISECOND - (found.epochNs % SECOND));
}

/** Where in the list the windows with both bounds are. */
const WINDOWS = [
  { sort_dir: "asc", from: 0.4, to: 0.8 },
  { sort_dir: "desc", from: 0.2, to: 0.6 },
] as const;

/**
 * Windows with both bounds in the middle of the list, in both directions, each cut in two pages: page 2 shows what a
 * lost bound should leave out. The bounds are close to an item inside, which comes even if they are rounded; but one
 * end is in the second of an item outside, if the list shows milliseconds. Of a list with two times each is sorted by
 * the other one too.
 */
export function bothBounds(list: ListDeclaration, items: readonly Item[]): readonly Combination[] {
  const members = membersOf(list);
  return members.flatMap((member) => {
    const dated = datedBy(items, member) ?? [];
    const gaps = boundsBeside(dated);
    const starts = gaps.length < 2 ? boundsBetween(dated) : gaps.map(({ before }) => before);
    const other = members.find((each) => each !== member) ?? member;
    return WINDOWS.flatMap(({ sort_dir, from, to }): readonly Combination[] => {
      const endOf = ({ behind, sameSecond }: Gap) => (sort_dir === "desc" ? (sameSecond ?? behind) : behind);
      const ends = gaps.length < 2 ? starts : gaps.map(endOf);
      const start = starts[Math.floor(from * starts.length)];
      const end = ends[Math.floor(to * ends.length)];
      if (start === undefined || end === undefined || start === end) return [];
      const parts = [windowSieve(member, { start }), windowSieve(member, { end })];
      return dueUnder(items, ...parts) < 2
        ? []
        : [
            combination(parts, {
              pages: 2,
              sort: { sort_dir, sort_by: sort_dir === "desc" ? member : other },
            }),
          ];
    });
  });
}

/** A page of a filtered list, asked for without page_size. */
interface DefaultSized {
  readonly query: ListQuery;
  readonly sieve: Sieve;
  readonly page: number;
}

/**
 * A page behind the first, oldest first, under filters that more than 25 items meet, both bounds among them if possible;
 * preferably a full one that is not one of the last two. Null if there is none.
 */
export function defaultSized(t: Check, list: ListDeclaration, items: readonly Item[]): DefaultSized | null {
  const single = [manyUnderFilter(t, list, items), almostAll(items), withoutNewest(items)].filter(
    (sieve) => sieve !== null,
  );
  const sieve = [together(single), ...single].find((each) => dueUnder(items, each) > DEFAULT_PAGE_SIZE);
  if (single.length === 0 || sieve === undefined) return null;
  const later = laterPage(dueUnder(items, sieve));
  const page = later > 2 ? later - 1 : later;
  return { query: { sort_dir: "asc", sort_by: "created_at", ...sieve.query, page }, sieve, page };
}

/** A filter that more than 25 items meet, but not all; null if there is none. */
function manyUnderFilter(t: Check, list: ListDeclaration, items: readonly Item[]): Sieve | null {
  for (const parameter of rotated(shownParameters(list), t.settings.seed)) {
    const value = valuesOf(list, items, parameter).findLast(
      ([, having]) => having > DEFAULT_PAGE_SIZE && having < items.length,
    );
    if (value !== undefined) return sieveOf(list, parameter, value[0]);
  }
  return null;
}

/**
 * A filter that only the oldest items fail, so that it shifts no page counted from the newest; null if there is none.
 */
export function almostAll(items: readonly Item[]): Sieve | null {
  const bounds = boundsBetween(datedBy(items) ?? []);
  const start = bounds[1] ?? bounds[0];
  return start === undefined ? null : windowSieve("created_at", { start });
}

/** A filter that only the newest items fail, so that it shifts every page counted from them; null if there is none. */
export function withoutNewest(items: readonly Item[]): Sieve | null {
  const end = boundsBetween(datedBy(items) ?? []).at(-1);
  return end === undefined ? null : windowSieve("created_at", { end });
}

/** How many items may be missing from a filtered list, through another breach, without making a full page short. */
const SLACK = 5;

/** A page behind the first, full at the default size where the list is long enough. */
export function laterPage(held: number): number {
  return Math.max(2, Math.min(400, Math.floor((held - SLACK) / DEFAULT_PAGE_SIZE)));
}
