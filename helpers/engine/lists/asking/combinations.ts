import type { SortKey } from "../../../contract/generated/types.js";
import { LISTS, type ListDeclaration } from "../../../contract/lists.js";
import type { Edge } from "../../../oracles/lists/windows.js";
import { datedBy, oldestFirst } from "../../../wire/dated.js";
import type { Item } from "../../../wire/decode.js";
import { type Instant, shifted, YEAR } from "../../../wire/instant.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { boundsBeside, boundsBetween } from "./bounds.js";
import { coveringSets, type SieveOf } from "./covering-sets.js";
import {
  dueUnder,
  parametersOf,
  type Sieve,
  shownParameters,
  sieveOf,
  valuesOf,
  windowSieve,
  withoutNewest,
} from "./sieves.js";
import { type Combination, combination, sortOf, type Try } from "./tries.js";
import { singleTries } from "./value-tries.js";
import { bothBounds, crossedBounds, EDGES, LATER, membersOf } from "./window-tries.js";

/** Windows, and sets of filters in which any two filters occur together; one that several items meet is cut in two. */
export function combinations(
  t: Check,
  list: ListDeclaration,
  items: readonly Item[],
): readonly Combination[] {
  const both = bothBounds(list, items, t.settings.seed);
  const sets = coveringSets(items, {
    choices: [choices(list, items, "wide"), choices(list, items, "close")],
    isCovered: (left, right) => both.length > 0 && isOneWindow(list, left, right),
    asked: singleTries(t, list, items).flatMap(({ sieve, sort }) =>
      sort.sort_by === "modified_at" ? [] : [sieve],
    ),
  }).toSorted((left, right) => dueUnder(items, ...right) - dueUnder(items, ...left));
  // The fewer items are due, the easier extra ones show.
  if (!t.affords("lists.combinations.every")) {
    const rarest = sets.slice(-1).map((parts) => combination(parts));
    return rarest.length > 0 ? rarest : both.slice(0, 1);
  }
  const cut = byValues(list, sets).find((parts) => dueUnder(items, ...parts) > 1);
  const combined = sets.flatMap((parts, nth) =>
    parts === cut ? [] : [combination(parts, { sort: sortOf(nth, "desc") })],
  );
  const inTwo = cut === undefined ? [] : [combination(cut, { pages: 2, sort: cutSort(t, list) })];
  const all = [...both, ...inTwo, ...combined, ...crossedBounds(list, items), ...bare(t, list, items, sets)];
  return all.length === 0 ? [] : [...all, ...contradictions(t, list, items, sets)];
}

/** So few that others who come unexpected fit on a page of the default size too. */
const FEW = 20;

/**
 * Two filters or more and nothing else, as clients ask: values, or with every other seed a window in the middle of the
 * list.
 */
function bare(
  { settings: { seed } }: Check,
  list: ListDeclaration,
  items: readonly Item[],
  sets: readonly (readonly Sieve[])[],
): readonly Combination[] {
  const values = rotated(
    sets.map((parts) => valuesIn(list, parts)),
    seed,
  );
  const between = boundsBetween(datedBy(items) ?? []);
  const middle = Math.floor(between.length / 2);
  const last = Math.min(between.length - 1, middle + FEW / 2);
  const [start, end] = [between[middle], between[last]];
  const window =
    start && end && last > middle
      ? [windowSieve("created_at", { start }), windowSieve("created_at", { end })]
      : [];
  const parts = (seed % 2 === 1 ? [...values, window] : [window, ...values]).find((each) => {
    const due = dueUnder(items, ...each);
    return each.length > 1 && due > 0 && due <= FEW;
  });
  return parts === undefined ? [] : [combination(parts, { omits: ["page", "page_size"] })];
}

/** First the sets with several values, with and without their windows: what is sorted by may be lost beside those. */
function byValues(list: ListDeclaration, sets: readonly (readonly Sieve[])[]): readonly (readonly Sieve[])[] {
  const several = sets.filter((parts) => valuesIn(list, parts).length > 1);
  return [...several, ...several.map((parts) => valuesIn(list, parts)), ...sets];
}

/** Those that are no bounds. */
function valuesIn(list: ListDeclaration, parts: readonly Sieve[]): readonly Sieve[] {
  const shown = shownParameters(list);
  return parts.filter((sieve) => shown.includes(parametersOf(sieve)));
}

/** How to sort the combination that is cut in two: with four seeds in both directions, by each time that items show. */
function cutSort({ settings: { seed } }: Check, list: ListDeclaration): Try["sort"] {
  const isByChange = (seed + 1) % 4 < 2 && membersOf(list).includes("modified_at");
  return { sort_dir: seed % 2 === 1 ? "desc" : "asc", sort_by: isByChange ? "modified_at" : "created_at" };
}

/** Whether two choices are the bounds of one window: after the values come the bounds, always start and end. */
function isOneWindow(list: ListDeclaration, left: number, right: number): boolean {
  const afterValues = left - shownParameters(list).length;
  return afterValues >= 0 && afterValues % 2 === 0 && right === left + 1;
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

/** The values by which an item can be found. */
export function valueChoices(list: ListDeclaration, items: readonly Item[]): readonly SieveOf[] {
  return shownParameters(list).map((parameter): SieveOf => {
    const held = valuesOf(list, items, parameter).map(([value]) => sieveOf(list, parameter, value));
    return ({ raw }) => held.find((sieve) => sieve?.filter.meets(raw) === true) ?? null;
  });
}

/** A bound that the item meets: next to it, or half-way to the end of the list. */
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
 * Filters that no item meets together.
 * @param sets those that are asked for together anyway
 */
function contradictions(
  t: Check,
  list: ListDeclaration,
  items: readonly Item[],
  sets: readonly (readonly Sieve[])[],
): readonly Combination[] {
  return [
    ...[nowhere(t, list, items), ...strangers(list, items, sets, t.settings.seed)].map((parts) =>
      combination(parts),
    ),
    // Nothing but the items can tell that none was created in a gap: no target may refuse that.
    combination(inGap(list, items), { mayBeRefused: "never" }),
  ].filter(({ parts }) => parts.length > 0);
}

const EARLIER = -20n * YEAR;

/**
 * A window that ends before it starts: one bound is in the middle of the list, the other one far beyond its end. If the
 * far bound is ignored, items come, and so they do if both bounds are, or are exchanged.
 */
function nowhere(t: Check, list: ListDeclaration, items: readonly Item[]): readonly Sieve[] {
  const dated = datedBy(items) ?? [];
  const between = boundsBetween(dated);
  const middle = between[Math.floor(between.length / 2)];
  const [oldest, newest] = [oldestFirst(dated)[0], oldestFirst(dated).at(-1)];
  if (middle === undefined || oldest === undefined || newest === undefined) return [];
  const far = { start: shifted(newest.at, LATER), end: shifted(oldest.at, EARLIER) };
  // The first list begins with the start; lists alternate, and so do seeds.
  const [edge] = rotated(EDGES, t.settings.seed + Object.values(LISTS).indexOf(list));
  return EDGES.map((each) => windowSieve("created_at", { [each]: each === edge ? far[each] : middle }));
}

/** The values of one parameter that items show. */
interface Values {
  readonly parameter: string;
  readonly sieves: readonly Sieve[];
  /** Whether nearly every item has one of its own, such as a tracking number, so that no other filter matters beside it. */
  readonly isOwn: boolean;
}

/**
 * Filters that are each met by some items, but by none together, so that any that is left out shows. Two values of
 * parameters that no set has together, because one belongs to the other, such as a service to its carrier; and a value
 * that only one item has, beside each other filter.
 */
export function strangers(
  list: ListDeclaration,
  items: readonly Item[],
  sets: readonly (readonly Sieve[])[],
  seed: number,
): readonly (readonly Sieve[])[] {
  const values = shownParameters(list).map((parameter): Values => {
    const held = valuesOf(list, items, parameter);
    const sieves = held.flatMap(([value]) => sieveOf(list, parameter, value) ?? []);
    return { parameter, sieves, isOwn: 2 * held.length > items.length };
  });
  const shared = values.filter(({ isOwn }) => !isOwn);
  return [
    ...rotated(apart(shared, sets), seed)
      .map(([left, right]) => neverTogether(items, left.sieves, right.sieves))
      .filter(({ length }) => length > 0)
      .slice(0, PAIRS),
    ...values
      .filter(({ isOwn }) => isOwn)
      .flatMap((own) => {
        const others = values.filter((other) => other !== own).map(({ sieves }) => sieves);
        return rotated([...others, ...bounds(items)], seed)
          .map((each) => neverTogether(items, each, own.sieves))
          .filter(({ length }) => length > 0)
          .slice(0, BESIDE);
      }),
  ];
}

/** How many pairs of parameters are tried that no set has together. */
const PAIRS = 3;

/** How many filters are tried beside a value that only one item has. */
const BESIDE = 5;

/** The pairs of parameters that no set has together. */
function apart(
  all: readonly Values[],
  sets: readonly (readonly Sieve[])[],
): readonly (readonly [Values, Values])[] {
  const asked = sets.map((set) => set.map(parametersOf));
  return all
    .flatMap((left, at) => all.slice(at + 1).map((right) => [left, right] as const))
    .filter((pair) => !asked.some((set) => pair.every(({ parameter }) => set.includes(parameter))));
}

/** A start that leaves out the oldest item, and an end that leaves out the newest. */
function bounds(items: readonly Item[]): readonly (readonly Sieve[])[] {
  const [start] = boundsBetween(datedBy(items) ?? []);
  const oldest = start === undefined ? null : windowSieve("created_at", { start });
  return [oldest, withoutNewest(items)].map((sieve) => (sieve === null ? [] : [sieve]));
}

/** The first two that no item meets together. */
function neverTogether(
  items: readonly Item[],
  left: readonly Sieve[],
  right: readonly Sieve[],
): readonly Sieve[] {
  for (const one of left) {
    const other = right.find((each) => dueUnder(items, one, each) === 0);
    if (other !== undefined) return [one, other];
  }
  return [];
}

/**
 * A window that no item meets: around one item, beside a state that the item is not in; or, if the list has no states,
 * between two items.
 */
function inGap(list: ListDeclaration, items: readonly Item[]): readonly Sieve[] {
  const parameter = shownParameters(list).find((each) => list.filters[each]?.by === "member");
  if (parameter === undefined) {
    const gaps = boundsBeside(datedBy(items) ?? []);
    const gap = gaps[Math.floor(gaps.length / 2)];
    if (gap === undefined) return [];
    return [windowSieve("created_at", { start: gap.behind }), windowSieve("created_at", { end: gap.before })];
  }
  const states = valuesOf(list, items, parameter).flatMap(([value]) => sieveOf(list, parameter, value) ?? []);
  const bounds = choices({ ...list, filters: {}, windows: { created_at: "silent" } }, items, "close");
  for (const item of items) {
    const window = bounds.flatMap((bound) => bound(item) ?? []);
    if (window.length < EDGES.length) continue;
    const state = states.find((each) => dueUnder(items, each, ...window) === 0);
    if (state !== undefined) return [state, ...window];
  }
  return [];
}
