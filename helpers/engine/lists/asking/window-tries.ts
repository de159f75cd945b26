import type { SortKey } from "../../../contract/generated/types.js";
import type { ListDeclaration, SortDir } from "../../../contract/lists.js";
import type { Edge } from "../../../oracles/lists/windows.js";
import { bothTimes, type Dated, datedBy, oldestFirst } from "../../../wire/dated.js";
import type { Item } from "../../../wire/decode.js";
import { DAY, type Instant, MILLISECOND, SECOND, shifted, YEAR } from "../../../wire/instant.js";
import { spread } from "../../../wire/spread.js";
import { rotated } from "../../check/seed.js";
import {
  boundBeside,
  boundInUnit,
  boundsAround,
  boundsBeside,
  boundsBetween,
  type Gap,
  inOffset,
} from "./bounds.js";
import { dueUnder, type Sieve, shownParameters, windowSieve } from "./sieves.js";
import { type Combination, combination, opposite, plainTry, type Try } from "./tries.js";

/** The two bounds of a window. */
export const EDGES = ["start", "end"] as const;

/** The times for which a list offers windows. */
export function membersOf({ windows }: ListDeclaration): readonly SortKey[] {
  return (["created_at", "modified_at"] as const).filter((member) => windows[member] !== undefined);
}

/**
 * Into how many pages a list under a filter is cut: into three under one of them, another one with each seed. A filter
 * that is handed on from page to page may get lost at the second step only.
 */
export function pagesOfCut(list: ListDeclaration, seed: number, filter: string): 2 | 3 {
  const [inThree] = rotated([...shownParameters(list), ...membersOf(list)], seed);
  return inThree === filter ? 3 : 2;
}

/** The direction in which page 1 shows what the bound should leave out, if the bound is lost. */
const SHOWS_SURPLUS = { start: "asc", end: "desc" } as const satisfies Record<Edge, SortDir>;

/** Each bound of every window that the list offers. */
export function windowTries(list: ListDeclaration, items: readonly Item[]): readonly Try[] {
  return membersOf(list).flatMap((member) => EDGES.flatMap((edge) => boundTries(items, member, edge)));
}

/**
 * The bounds that judge a date parameter: close to an item near the end of the list, where few items are due, with an
 * offset; within the same second as an item; and, unless the first one is, within the same minute as an item outside.
 */
export function boundTries(items: readonly Item[], member: SortKey, edge: Edge): readonly Try[] {
  const dated = datedBy(items, member) ?? [];
  const of = (bound: Instant) => windowSieve(member, { [edge]: bound });
  const one = (bound: Instant, sort_by = member): Try => ({
    sieve: of(bound),
    pages: 1,
    sort: { sort_dir: opposite(SHOWS_SURPLUS[edge]), sort_by },
  });
  const near = boundBeside(boundsBeside(dated), edge);
  const another = member === "created_at" ? "modified_at" : "created_at";
  const close =
    near === undefined ? [] : [{ ...one(near, another), sieve: of(inOffset(near, edge)), inUtc: of(near) }];
  const within = withinSecond(
    oldestFirst(dated).map(({ at }) => at),
    edge,
  );
  const inUnit = boundInUnit(dated, edge, near);
  const tries = [...close, ...[within, inUnit].flatMap((bound) => (bound === undefined ? [] : [one(bound)]))];
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

/** Later than anything that is added meanwhile, but before 2038, when the times of some databases end. */
export const LATER = 9n * YEAR;

/** Where in the list a window with both bounds is: from one share of its length to another, or to what is to come. */
interface Span {
  readonly sort_dir: SortDir;
  readonly from: number;
  readonly to: number | "the future";
  /** What the end is close to. */
  readonly end: "an item" | "a second" | "midnight";
}

/** With every other seed a wide window, and one that ends with a day. */
function spans(seed: number): readonly Span[] {
  const isOdd = seed % 2 === 1;
  return [
    {
      sort_dir: "asc",
      ...(isOdd ? { from: 0.1, to: "the future" } : { from: 0.4, to: 0.8 }),
      end: "an item",
    },
    { sort_dir: "desc", from: 0.2, to: 0.6, end: isOdd ? "a second" : "midnight" },
  ];
}

/**
 * Windows with both bounds in the middle of the list, in both directions, each cut in two pages or three: page 2 shows
 * what a lost bound should leave out. The bounds are close to an item inside, which comes even if they are rounded; but
 * one end is in the second of an item outside, if the list shows milliseconds, or at midnight before it. Of a list with
 * two times each is sorted by the other one too, and the last one has both bounds of both. A target may refuse an end
 * in the future.
 */
export function bothBounds(
  list: ListDeclaration,
  items: readonly Item[],
  seed: number,
): readonly Combination[] {
  const members = membersOf(list);
  return members.flatMap((member) => {
    const dated = datedBy(items, member) ?? [];
    const gaps = boundsBeside(dated);
    const other = members.find((each) => each !== member) ?? member;
    const pages = { asc: 2, desc: pagesOfCut(list, seed, member) } as const;
    return spans(seed).flatMap((span): readonly Combination[] => {
      const { sort_dir, to } = span;
      const window = windowIn(member, span, dated, gaps);
      const due = dueUnder(items, ...window);
      if (window.length === 0 || due < 2) return [];
      const isLast = member === "modified_at" && sort_dir === "desc";
      const parts = isLast ? [...window, ...createdBeside(items, window, due)] : window;
      const sort = { sort_dir, sort_by: sort_dir === "desc" ? member : other };
      const mayBeRefused = to === "the future" ? "always" : "where none is due";
      return [combination(parts, { pages: pages[sort_dir], sort, mayBeRefused })];
    });
  });
}

/** How many bounds of one time are tried with how many of the other. */
const CROSSED = 24;

/**
 * A start of one time beside an end of the other, and the other way round. Each bound lies between both times of an item
 * that the other bound lets in: a target that takes one time for the other shows too many items then, or too few.
 */
export function crossedBounds(list: ListDeclaration, items: readonly Item[]): readonly Combination[] {
  const times = bothTimes(items).map(
    ({ created_at, modified_at }): Times => ({
      created_at: created_at.epochNs,
      modified_at: modified_at.epochNs,
    }),
  );
  const sides = membersOf(list).map((member) => ({
    member,
    bounds: spread(boundsBetween(datedBy(items, member) ?? []), CROSSED),
  }));
  return sides.flatMap((from) =>
    sides.flatMap((to): readonly Combination[] => {
      if (from === to) return [];
      const crossed = from.bounds.flatMap((start) =>
        to.bounds.flatMap((end) => {
          const edges = { from: from.member, to: to.member, start: start.epochNs, end: end.epochNs };
          const due = crossedDue(times, edges);
          return due > 0 ? [{ start, end, due }] : [];
        }),
      );
      const [fewest] = crossed.toSorted((one, other) => one.due - other.due);
      if (fewest === undefined) return [];
      const { start, end } = fewest;
      return [combination([windowSieve(from.member, { start }), windowSieve(to.member, { end })])];
    }),
  );
}

type Times = Readonly<Record<SortKey, bigint>>;

interface Crossed {
  readonly from: SortKey;
  readonly to: SortKey;
  readonly start: bigint;
  readonly end: bigint;
}

/** How many items are due under both bounds; 0 also if one of them does not tell the times apart. */
function crossedDue(times: readonly Times[], { from, to, start, end }: Crossed): number {
  const startTells = times.some((own) => own[to] < end && own[from] > start !== own[to] > start);
  const endTells = times.some((own) => own[from] > start && own[to] < end !== own[from] < end);
  return startTells && endTells ? times.filter((own) => own[from] > start && own[to] < end).length : 0;
}

/** Where a window beside another one is: the first that fits. */
const BESIDE = [
  [0.4, 0.8],
  [0.1, 0.4],
  [0.2, 0.9],
] as const;

/**
 * Beside a window of modification, one of creation such that either leaves out items that the other one does not; none
 * if there is none.
 * @param alone how many items meet the window of modification
 */
function createdBeside(items: readonly Item[], window: readonly Sieve[], alone: number): readonly Sieve[] {
  const gaps = boundsBeside(datedBy(items) ?? []);
  const windows = BESIDE.map((shares) => {
    const [from, to] = shares.map((share) => gaps[Math.floor(share * gaps.length)]);
    if (from === undefined || to === undefined || from === to) return [];
    return [windowSieve("created_at", { start: from.before }), windowSieve("created_at", { end: to.behind })];
  });
  const fits = (beside: readonly Sieve[]) => {
    const due = dueUnder(items, ...window, ...beside);
    return due > 1 && due < alone && due < dueUnder(items, ...beside);
  };
  return windows.find(fits) ?? [];
}

/** Both bounds of a window; none if the items leave no place for them. */
function windowIn(
  member: SortKey,
  span: Span,
  dated: readonly Dated[],
  gaps: readonly Gap[],
): readonly Sieve[] {
  const starts = gaps.length < 2 ? boundsBetween(dated) : gaps.map(({ before }) => before);
  const start = starts[Math.floor(span.from * starts.length)];
  const end = endOf(span, dated, gaps);
  if (start === undefined || end === undefined || start === end) return [];
  return [windowSieve(member, { start }), windowSieve(member, { end })];
}

function endOf({ to, end }: Span, dated: readonly Dated[], gaps: readonly Gap[]): Instant | undefined {
  const newest = oldestFirst(dated).at(-1)?.at;
  if (to === "the future") return newest && shifted(newest, LATER);
  const between = boundsBetween(dated);
  if (gaps.length < 2) return between[Math.floor(to * between.length)];
  const from = gaps.slice(Math.floor(to * gaps.length));
  const [gap] = from;
  if (end === "a second") return gap?.sameSecond ?? gap?.behind;
  const [midnight] = end === "midnight" ? from.flatMap(midnightIn) : [];
  return midnight ?? gap?.behind;
}

/** The beginning of the day of the newer neighbour, if the older one is of another day. */
function midnightIn({ behind, before }: Gap): readonly Instant[] {
  const midnight = shifted(before, -(before.epochNs % DAY));
  return midnight.epochNs > behind.epochNs ? [midnight] : [];
}
