import type { SortKey } from "../../../contract/generated/types.js";
import type { ListDeclaration, SortDir } from "../../../contract/lists.js";
import type { Edge } from "../../../oracles/lists/windows.js";
import { datedBy, oldestFirst } from "../../../wire/dated.js";
import type { Item } from "../../../wire/decode.js";
import { type Instant, MILLISECOND, SECOND, shifted } from "../../../wire/instant.js";
import { boundsAround, boundsBeside, boundsBetween, type Gap, inOffset } from "./bounds.js";
import { dueUnder, windowSieve } from "./sieves.js";
import { type Combination, combination, opposite, plainTry, type Try } from "./tries.js";

/** The two bounds of a window. */
export const EDGES = ["start", "end"] as const;

/** The times for which a list offers windows. */
export function membersOf({ windows }: ListDeclaration): readonly SortKey[] {
  return (["created_at", "modified_at"] as const).filter((member) => windows[member] !== undefined);
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
