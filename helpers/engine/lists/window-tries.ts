import type { SortKey } from "../../contract/generated/types.js";
import type { ListDeclaration, SortDir } from "../../contract/lists.js";
import type { Edge } from "../../oracles/windows.js";
import { type Dated, datedBy, oldestFirst } from "../../wire/dated.js";
import type { Item } from "../../wire/decode.js";
import { type Instant, MILLISECOND, SECOND, shifted } from "../../wire/instant.js";
import { dueUnder, windowSieve } from "./asked-filters.js";
import { boundsBeside, boundsBetween } from "./bounds.js";
import { inOffset } from "./offsets.js";
import {
  type BoundTry,
  type Combination,
  combination,
  EDGES,
  membersOf,
  opposite,
  type Try,
} from "./tries.js";

/** The direction in which page 1 shows what the bound should leave out, if the bound is lost. */
const SHOWS_SURPLUS = { start: "asc", end: "desc" } as const satisfies Record<Edge, SortDir>;

/** Each bound of every window that the list offers. */
export function windowTries(list: ListDeclaration, items: readonly Item[]): readonly (Try | BoundTry)[] {
  return membersOf(list).flatMap((member) => EDGES.flatMap((edge) => boundTries(items, member, edge)));
}

/**
 * The bounds that judge a date parameter: close to an item near the end of the list, where few items are due, with an
 * offset; and within the same second as an item.
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

/**
 * The last millisecond of a second that certainly contains an item, near the end where few items are due; none if times
 * show no milliseconds.
 */
function withinSecond(dated: readonly Dated[], edge: Edge): Instant | undefined {
  const ordered = oldestFirst(dated);
  const near = edge === "start" ? ordered.slice(-NEAR).toReversed() : ordered.slice(0, NEAR);
  // An end truncated to its second leaves out only items after the beginning of that second.
  const least = edge === "start" ? 0n : 2n * MILLISECOND;
  const found = near.find(({ at }) => {
    const rest = at.epochNs % SECOND;
    return at.fractionDigits >= 3 && rest >= least && rest <= 900n * MILLISECOND;
  });
  if (found === undefined) return undefined;
  const rest = found.at.epochNs % SECOND;
  return shifted(found.at, 999n * MILLISECOND - rest);
}

const NEAR = 20;

/**
 * Windows with both bounds in the middle of the list, in both directions, each cut in two pages: page 2 shows what a
 * lost bound should leave out. The bounds are close to an item inside, which comes even if they are rounded.
 */
export function bothBounds(list: ListDeclaration, items: readonly Item[]): readonly Combination[] {
  return membersOf(list).flatMap((member) => {
    const dated = datedBy(items, member) ?? [];
    const gaps = boundsBeside(dated);
    const starts = gaps.length < 2 ? boundsBetween(dated) : gaps.map(({ before }) => before);
    const ends = gaps.length < 2 ? starts : gaps.map(({ behind }) => behind);
    return WINDOWS.flatMap(({ sort_dir, from, to }): readonly Combination[] => {
      const start = starts[Math.floor(from * starts.length)];
      const end = ends[Math.floor(to * ends.length)];
      if (start === undefined || end === undefined || start === end) return [];
      const parts = [windowSieve(member, { start }), windowSieve(member, { end })];
      return dueUnder(items, ...parts) < 2 ? [] : [combination(parts, 2, { sort_dir, sort_by: member })];
    });
  });
}

/** Where in the list the windows are. */
const WINDOWS = [
  { sort_dir: "asc", from: 0.4, to: 0.8 },
  { sort_dir: "desc", from: 0.2, to: 0.6 },
] as const;
