import type { ListDeclaration, SortDir, SortKey } from "../../contract/lists.js";
import { tagsOf } from "../../oracles/shipments.js";
import type { Edge } from "../../oracles/windows.js";
import { type Dated, datedBy, oldestFirst } from "../../wire/dated.js";
import type { Item } from "../../wire/decode.js";
import { type Instant, MILLISECOND, parseInstant, SECOND, shiftedBound } from "../../wire/instant.js";
import type { Check } from "../check/check.js";
import { boundsBeside, boundsBetween } from "./bounds.js";
import { coveringSets, type SieveOf } from "./covering.js";
import { dueUnder, type Sieve, shownParameters, sieveOf, together, valuesOf, windowSieve } from "./sieves.js";

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

/** Values of one filter that are tried on one page each. */
const VALUES = { quick: 1, standard: 2, thorough: 25 } as const;
const BY_CREATION = { sort_dir: "desc", sort_by: "created_at" } as const;
/** Single values are asked for by default and in both directions. */
const SORTS = [{}, { ...BY_CREATION, sort_dir: "asc" }, BY_CREATION] as const;
/** Under which a filter must work too. */
const BY_CHANGE = { sort_dir: "asc", sort_by: "modified_at" } as const;
/** Direction from whose end a bound that is lost on page 2 lets in what it should leave out. */
const FROM = { start: "asc", end: "desc" } as const;
const EDGES = ["start", "end"] as const;

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
  const { effort } = t.settings;
  const held = valuesOf(list, items, parameter);
  const telling = held.filter(([, having]) => having < items.length);
  const most = telling.findLast(([, having]) => having > 1)?.[0];
  const rare = telling.map(([value]) => value).filter((value) => value !== most);
  const match = list.filters[parameter];
  const named = match?.by === "member" ? (match.values ?? []) : [];
  const absent = named.filter((value) => held.every(([shown]) => shown !== value));
  const asked = match?.by === "tag" ? oddTagsFirst(items, rare) : [...rare, ...absent];
  const amount = named.length > 0 && effort !== "quick" ? named.length : VALUES[effort];
  const places = shownParameters(list);
  const first = places.find((each) => valuesOf(list, items, each).length > 1);
  const byChange = effort !== "quick" && parameter === first;
  const single = asked.slice(0, amount).flatMap((value, at): readonly Try[] => {
    const sieve = sieveOf(list, parameter, value);
    const sort = at === 0 && byChange ? BY_CHANGE : (SORTS[at % SORTS.length] ?? {});
    return sieve === null ? [] : [{ sieve, pages: 1, sort }];
  });
  const frequent = most === undefined ? null : sieveOf(list, parameter, most);
  const sort_dir = places.indexOf(parameter) % 2 === 0 ? "desc" : "asc";
  const cut: readonly Try[] =
    frequent === null ? [] : [{ sieve: frequent, pages: 2, sort: { ...BY_CREATION, sort_dir } }];
  if (telling.length === 0) return [];
  return effort === "quick" && single.length > 0 ? single : [...single, ...cut];
}

/** First a tag that stands behind another one on some item, and one that has to be encoded in an address. */
function oddTagsFirst(items: readonly Item[], tags: readonly string[]): readonly string[] {
  const worn = items.map(tagsOf);
  const behind = tags.find((tag) => worn.some((names) => names.indexOf(tag) > 0));
  const encoded = tags.find((tag) => encodeURIComponent(tag) !== tag);
  return [...new Set([behind, encoded, ...tags])].filter((tag) => tag !== undefined);
}

/**
 * The bounds by which a date parameter is judged: close behind an item near the end of the list, where little is due;
 * far off, cut in two pages; and in the same second as an item.
 */
export function boundTries(items: readonly Item[], member: SortKey, edge: Edge): readonly Try[] {
  const dated = datedBy(items, member) ?? [];
  const beside = boundsBeside(dated);
  const middle = beside[Math.floor(beside.length / 2)];
  // The far bound comes from the near side.
  const [near, far] =
    edge === "start" ? [beside.at(-1)?.behind, middle?.before] : [beside[0]?.before, middle?.behind];
  const bounds = boundsBetween(dated);
  const between = bounds[Math.floor(bounds.length / 2)];
  const single = (bound: Instant | undefined): readonly Try[] =>
    bound === undefined ? [] : [{ sieve: windowSieve(member, { [edge]: bound }), pages: 1, sort: SORTS[1] }];
  const cut = far ?? between;
  const halved: readonly Try[] =
    cut === undefined
      ? []
      : [
          {
            sieve: windowSieve(member, { [edge]: cut }),
            pages: 2,
            sort: { sort_dir: FROM[edge], sort_by: member },
          },
        ];
  return [...single(near), ...halved, ...single(withinSecond(dated, edge))];
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

/** Filtered lists that are cut in two pages: of each filter one, and of each bound. */
export function cutTries(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  const values = shownParameters(list).flatMap((parameter) => valueTries(t, list, items, parameter));
  return [...values, ...windowTries(list, items)].filter(({ pages }) => pages === 2);
}

/** Both bounds of every window that the list offers. */
export function windowTries(list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  return membersOf(list).flatMap((member) => EDGES.flatMap((edge) => boundTries(items, member, edge)));
}

/** Sets in which each two filters stand beside each other; the one that most items meet in two pages. */
export function combinations(
  t: Check,
  list: ListDeclaration,
  items: readonly Item[],
): readonly Combination[] {
  const sets = coveringSets(items, choices(list, items, "wide"), choices(list, items, "close")).toSorted(
    (left, right) => dueUnder(items, ...right) - dueUnder(items, ...left),
  );
  const quick = t.settings.effort === "quick";
  // The fewer items are due, the better surplus shows.
  const combined = (quick ? sets.slice(-1) : sets).map((parts, at): Combination => {
    const cut = !quick && at === 0 && dueUnder(items, ...parts) > 1;
    return combination(parts, cut ? 2 : 1, cut ? BY_CREATION : (SORTS[at % SORTS.length] ?? {}));
  });
  return quick || combined.length === 0 ? combined : [...combined, ...contradictions(list, items)];
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
  const values = shownParameters(list).map((parameter): SieveOf => {
    const held = valuesOf(list, items, parameter).map(([value]) => sieveOf(list, parameter, value));
    return ({ raw }) => held.find((sieve) => sieve?.filter.meets(raw) === true) ?? null;
  });
  const bounds = membersOf(list).flatMap((member) => {
    const dated = new Map((datedBy(items, member) ?? []).map(({ id, at }) => [id, at]));
    const between = boundsBetween([...dated].map(([id, at]) => ({ id, at })));
    return EDGES.map(
      (edge): SieveOf =>
        ({ id }) =>
          boundBeside(dated.get(id), member, edge, between, windows),
    );
  });
  return [...values, ...bounds];
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
