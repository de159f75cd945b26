import type { ListDeclaration, SortDir, SortKey } from "../../contract/lists.js";
import { tagsOf } from "../../oracles/shipments.js";
import type { Edge } from "../../oracles/windows.js";
import { type Dated, datedBy, oldestFirst } from "../../wire/dated.js";
import type { Item } from "../../wire/decode.js";
import { type Instant, MILLISECOND, parseInstant, SECOND, shiftedBound } from "../../wire/instant.js";
import type { Check } from "../check/check.js";
import {
  dueUnder,
  type Sieve,
  shownParameters,
  sieveOf,
  together,
  valuesOf,
  valuesShown,
  windowSieve,
} from "./asked-filters.js";
import { boundsBeside, boundsBetween } from "./bounds.js";
import { coveringSets, type SieveOf } from "./covering-sets.js";
import { inOffset } from "./offsets.js";

// Which filtered lists are looked at, made from the declaration and the values that items show. Checks that ask for the
// same ones share the pages.

/** A filtered list to ask for: how it is sorted, and into how many pages what is due is cut. */
export interface Try {
  readonly sieve: Sieve;
  readonly pages: 1 | 2;
  readonly sort: { readonly sort_dir?: SortDir; readonly sort_by?: SortKey };
}

/** Several filters in one request. */
export interface Combination extends Try {
  readonly parts: readonly Sieve[];
  /** True where nothing meets all of them: a target may refuse what it knows to be impossible. */
  readonly mayBeRefused?: boolean;
}

/** A bound that is asked for in a form of its own, and the same moment in UTC. */
export interface BoundTry extends Try {
  readonly inUtc: Try;
}

const EDGES = ["start", "end"] as const;
/** Direction in which the first page under a bound that is lost shows what the bound should leave out. */
const SHOWS_SURPLUS = { start: "asc", end: "desc" } as const satisfies Record<Edge, SortDir>;

/**
 * How the n-th value of a filter is sorted, so that filters are seen under both keys, both directions and by default.
 * Under modified_at only the first: the order inside a page shows by creation alone.
 */
function sortOf(nth: number, sort_dir: SortDir): Try["sort"] {
  if (nth === 0) return { sort_dir: opposite(sort_dir), sort_by: "modified_at" };
  const dir = [undefined, opposite(sort_dir), sort_dir][(nth - 1) % 3];
  return dir === undefined ? {} : { sort_dir: dir, sort_by: "created_at" };
}

function opposite(dir: SortDir): SortDir {
  return dir === "asc" ? "desc" : "asc";
}

/**
 * Rare values first, since they show surplus best; the most frequent one that not all items have is cut in two pages. Only
 * what some items have and others have not can tell whether the filter works. None where no value does.
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
  const rare = telling.map(([value]) => value).filter((value) => value !== most);
  const match = list.filters[parameter];
  const named = match?.by === "member" ? (match.values ?? []) : [];
  const absent = named.filter((value) => held.every(([shown]) => shown !== value));
  const asked =
    match?.by === "tag"
      ? oddTagsFirst(items, rare)
      : [...ofEachState(list, items, parameter, rare), ...absent];
  const inPlaceOfCut = most === undefined && t.affords("lists.cut") ? CUT_PAGES : 0;
  const isShort = asked.length < t.budget("lists.values.all-up-to");
  const amount = isShort ? asked.length : t.budget("lists.values") + inPlaceOfCut;
  const dir = shownParameters(list).indexOf(parameter) % 2 === 0 ? "desc" : "asc";
  const single = asked.slice(0, amount).flatMap((value, nth): readonly Try[] => {
    const sieve = sieveOf(list, parameter, value);
    return sieve === null
      ? []
      : [{ sieve, pages: 1, sort: t.affords("lists.sorts") ? sortOf(nth, dir) : {} }];
  });
  const frequent = most === undefined ? null : sieveOf(list, parameter, most);
  if (frequent === null || (single.length > 0 && !t.affords("lists.cut"))) return single;
  return [...single, { sieve: frequent, pages: 2, sort: { sort_dir: dir, sort_by: "created_at" } }];
}

/** Pages that a try which is cut takes; where no value is held by two items as many more values are tried. */
const CUT_PAGES = 2;

/** First a tag that stands behind another one on some item, and one that has to be encoded in an address. */
function oddTagsFirst(items: readonly Item[], tags: readonly string[]): readonly string[] {
  const worn = items.map(tagsOf);
  const behind = tags.find((tag) => worn.some((names) => names.indexOf(tag) > 0));
  const encoded = tags.find((tag) => encodeURIComponent(tag) !== tag);
  return [...new Set([behind, encoded, ...tags])].filter((tag) => tag !== undefined);
}

/** First a value held by an item in each state, the rarest state first: a filter may lose the items of one. */
function ofEachState(
  list: ListDeclaration,
  items: readonly Item[],
  parameter: string,
  values: readonly string[],
): readonly string[] {
  const match = list.filters[parameter];
  const states = Object.values(list.filters).find(
    (each) => each.by === "member" && each.values !== undefined,
  );
  if (match?.by !== "member" || states?.by !== "member" || states === match) return values;
  const ofState = valuesShown(items, states.member).map(([state]) =>
    values.find((value) =>
      items.some(({ raw }) => raw[states.member] === state && raw[match.member] === value),
    ),
  );
  return [...new Set([...ofState, ...values])].filter((value) => value !== undefined);
}

/**
 * The bounds by which a date parameter is judged: close to an item near the end of the list, where little is due, with an
 * offset; and in the same second as an item.
 */
export function boundTries(items: readonly Item[], member: SortKey, edge: Edge): readonly (Try | BoundTry)[] {
  const dated = datedBy(items, member) ?? [];
  const beside = boundsBeside(dated);
  const near = edge === "start" ? beside.at(-1)?.behind : beside[0]?.before;
  const between = boundsBetween(dated);
  const single = (bound: Instant | undefined, sort_by: SortKey): readonly Try[] =>
    bound === undefined
      ? []
      : [
          {
            sieve: windowSieve(member, { [edge]: bound }),
            pages: 1,
            sort: { sort_dir: opposite(SHOWS_SURPLUS[edge]), sort_by },
          },
        ];
  const close = single(near, member === "created_at" ? "modified_at" : "created_at").flatMap(
    (inUtc): readonly BoundTry[] =>
      near === undefined
        ? []
        : [{ ...inUtc, sieve: windowSieve(member, { [edge]: inOffset(near, edge) }), inUtc }],
  );
  const rest = single(withinSecond(dated, edge), member);
  const tries = [...close, ...rest];
  return tries.length > 0 ? tries : single(between[Math.floor(between.length / 2)], member);
}

/** The last millisecond of a second in which an item surely lies, near the end where little is due; none where times show no milliseconds. */
function withinSecond(dated: readonly Dated[], edge: Edge): Instant | undefined {
  const ordered = oldestFirst(dated);
  const near = edge === "start" ? ordered.slice(-NEAR).toReversed() : ordered.slice(0, NEAR);
  // An end that is cut to its second leaves out only what lies behind the second's beginning.
  const least = edge === "start" ? 0n : 2n * MILLISECOND;
  const found = near.find(({ at }) => {
    const rest = at.epochNs % SECOND;
    return at.fractionDigits >= 3 && rest >= least && rest <= 900n * MILLISECOND;
  });
  if (found === undefined) return undefined;
  const rest = found.at.epochNs % SECOND;
  return parseInstant(shiftedBound(found.at, 999n * MILLISECOND - rest)) ?? undefined;
}

const NEAR = 20;

/** Each filter and each bound by itself. */
export function singleTries(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  const values = shownParameters(list).flatMap((parameter) => valueTries(t, list, items, parameter));
  return [...values, ...windowTries(list, items)];
}

/** Filtered lists that are cut in two pages: of each filter one, and the windows. */
export function cutTries(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  const cut = singleTries(t, list, items).filter(({ pages }) => pages === 2);
  return [...cut, ...bothBounds(list, items)];
}

/** Each bound of every window that the list offers. */
export function windowTries(list: ListDeclaration, items: readonly Item[]): readonly (Try | BoundTry)[] {
  return membersOf(list).flatMap((member) => EDGES.flatMap((edge) => boundTries(items, member, edge)));
}

/**
 * Windows of both bounds in the middle of the list, in both directions, each cut in two pages: the second one shows
 * what a bound that is lost there should leave out.
 */
export function bothBounds(list: ListDeclaration, items: readonly Item[]): readonly Combination[] {
  return membersOf(list).flatMap((member) => {
    const bounds = boundsBetween(datedBy(items, member) ?? []);
    return WINDOWS.flatMap(({ sort_dir, from, to }): readonly Combination[] => {
      const [start, end] = [from, to].map((part) => bounds[Math.floor(part * bounds.length)]);
      if (start === undefined || end === undefined || start === end) return [];
      const parts = [windowSieve(member, { start }), windowSieve(member, { end })];
      return dueUnder(items, ...parts) < 2 ? [] : [combination(parts, 2, { sort_dir, sort_by: member })];
    });
  });
}

/** Where in the list the windows lie. */
const WINDOWS = [
  { sort_dir: "asc", from: 0.4, to: 0.8 },
  { sort_dir: "desc", from: 0.2, to: 0.6 },
] as const;

/** Windows, and sets in which each two filters stand beside each other; the one that most items meet in two pages. */
export function combinations(
  t: Check,
  list: ListDeclaration,
  items: readonly Item[],
): readonly Combination[] {
  const both = bothBounds(list, items);
  const sets = coveringSets(items, {
    choices: [choices(list, items, "wide"), choices(list, items, "close")],
    isCovered: (left, right) => both.length > 0 && isOneWindow(list, left, right),
    asked: singleTries(t, list, items).flatMap(({ sieve, sort }) =>
      sort.sort_by === "modified_at" ? [] : [sieve],
    ),
  }).toSorted((left, right) => dueUnder(items, ...right) - dueUnder(items, ...left));
  // The fewer items are due, the better surplus shows.
  if (!t.affords("lists.combinations.every")) {
    const rarest = sets.slice(-1).map((parts) => combination(parts));
    return rarest.length > 0 ? rarest : both.slice(0, 1);
  }
  const combined = sets.map((parts, nth): Combination => {
    const cut = nth === 0 && dueUnder(items, ...parts) > 1;
    return combination(
      parts,
      cut ? 2 : 1,
      cut ? { sort_dir: "desc", sort_by: "created_at" } : sortOf(nth, "desc"),
    );
  });
  const all = [...both, ...combined];
  return all.length === 0 ? [] : [...all, ...contradictions(list, items)];
}

/** Whether two of the choices are the bounds of one window: they follow the values, two by two. */
function isOneWindow(list: ListDeclaration, left: number, right: number): boolean {
  const [one, other] = [left, right].map((at) => at - shownParameters(list).length);
  return one !== undefined && one >= 0 && one % 2 === 0 && other === one + 1;
}

export function combination(
  parts: readonly Sieve[],
  pages: 1 | 2 = 1,
  sort: Try["sort"] = {},
  mayBeRefused = false,
): Combination {
  return { parts, sieve: together(parts), pages, sort, mayBeRefused };
}

/** The filters that an item meets: its values, and bounds around its times. */
export function choices(
  list: ListDeclaration,
  items: readonly Item[],
  windows: "wide" | "close",
): readonly SieveOf[] {
  const bounds = membersOf(list).flatMap((member) => {
    const dated = new Map((datedBy(items, member) ?? []).map(({ id, at }) => [id, at]));
    const between = boundsBetween([...dated].map(([id, at]) => ({ id, at })));
    return EDGES.map(
      (edge): SieveOf =>
        ({ id }) =>
          boundBeside(dated.get(id), member, edge, between, windows),
    );
  });
  return [...valueChoices(list, items), ...bounds];
}

/** The values of an item that it can be found by. */
export function valueChoices(list: ListDeclaration, items: readonly Item[]): readonly SieveOf[] {
  return shownParameters(list).map((parameter): SieveOf => {
    const held = valuesOf(list, items, parameter).map(([value]) => sieveOf(list, parameter, value));
    return ({ raw }) => held.find((sieve) => sieve?.filter.meets(raw) === true) ?? null;
  });
}

/** A bound that the item meets: next to it, or half way to the end of the list. */
function boundBeside(
  own: Instant | undefined,
  member: SortKey,
  edge: Edge,
  bounds: readonly Instant[],
  windows: "wide" | "close",
): Sieve | null {
  if (own === undefined) return null;
  const outside = bounds.filter(({ epochNs }) =>
    edge === "start" ? epochNs < own.epochNs : epochNs > own.epochNs,
  );
  const next = edge === "start" ? outside.length - 1 : 0;
  const bound = outside[windows === "close" ? next : Math.floor(outside.length / 2)];
  return bound === undefined ? null : windowSieve(member, { [edge]: bound });
}

/**
 * Filters that no item meets together although items meet each: two values of which one belongs to others, such as a
 * carrier with a service of another, and a state beside a window around an item in another state.
 */
function contradictions(list: ListDeclaration, items: readonly Item[]): readonly Combination[] {
  const parameters = shownParameters(list).filter((each) => list.filters[each]?.by === "member");
  const pairs = parameters
    .flatMap((left, at) => parameters.slice(at + 1).map((right) => [left, right] as const))
    .filter(([left, right]) => belongs(list, items, left, right))
    .slice(0, PAIRS);
  const values = pairs.map(([left, right]) => neverTogether(list, items, left, right));
  const [state] = parameters;
  const windows = state === undefined ? [] : besideWindow(list, items, state);
  return [...values, windows]
    .filter(({ length }) => length > 0)
    .map((parts) => combination(parts, 1, {}, true));
}

/** Pairs of parameters of which one belongs to the other that are tried. */
const PAIRS = 2;

/** Whether items of one value of the right parameter all have one value of the left, and several share it. */
function belongs(list: ListDeclaration, items: readonly Item[], left: string, right: string): boolean {
  const values = valuesOf(list, items, right);
  const owners = new Map<unknown, Set<unknown>>();
  const [one, other] = [left, right].map((parameter) => {
    const match = list.filters[parameter];
    return match?.by === "member" ? match.member : "";
  });
  for (const { raw } of items) {
    const value = raw[other ?? ""];
    owners.set(value, (owners.get(value) ?? new Set()).add(raw[one ?? ""]));
  }
  // What nearly every item has for itself belongs to everything.
  return 2 * values.length <= items.length && values.every(([value]) => owners.get(value)?.size === 1);
}

function neverTogether(
  list: ListDeclaration,
  items: readonly Item[],
  left: string,
  right: string,
): readonly Sieve[] {
  const sieves = (parameter: string) =>
    valuesOf(list, items, parameter).flatMap(([value]) => sieveOf(list, parameter, value) ?? []);
  const others = sieves(right);
  for (const one of sieves(left)) {
    const other = others.find((each) => dueUnder(items, one, each) === 0);
    if (other !== undefined) return [one, other];
  }
  return [];
}

function besideWindow(list: ListDeclaration, items: readonly Item[], parameter: string): readonly Sieve[] {
  const bounds = choices({ ...list, filters: {}, windows: { created_at: "silent" } }, items, "close");
  const states = valuesOf(list, items, parameter).flatMap(([value]) => sieveOf(list, parameter, value) ?? []);
  for (const item of items) {
    const window = bounds.flatMap((bound) => bound(item) ?? []);
    if (window.length < EDGES.length) continue;
    const state = states.find((each) => dueUnder(items, each, ...window) === 0);
    if (state !== undefined) return [state, ...window];
  }
  return [];
}

function membersOf({ windows }: ListDeclaration): readonly SortKey[] {
  return (["created_at", "modified_at"] as const).filter((member) => windows[member] !== undefined);
}
