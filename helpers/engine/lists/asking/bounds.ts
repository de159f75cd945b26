import type { Edge } from "../../../oracles/lists/windows.js";
import { type Dated, oldestFirst } from "../../../wire/dated.js";
import {
  DAY,
  HOUR,
  type Instant,
  MILLISECOND,
  MINUTE,
  parseInstant,
  SECOND,
  shifted,
} from "../../../wire/instant.js";

/**
 * Bounds that split the items: one between any two neighbours of different times where a second or a millisecond fits,
 * in whole seconds where possible, without a needless fraction. Oldest first.
 */
export function boundsBetween(dated: readonly Dated[]): readonly Instant[] {
  const ordered = oldestFirst(dated);
  return ordered.flatMap(({ at }, index) => {
    const next = ordered[index + 1];
    return next === undefined ? [] : (middle(at, next.at) ?? []);
  });
}

/**
 * At this distance behind an item the item is certainly past, even if its time has digits that are not printed. A
 * second is enough before an item: it was never created earlier than the second that is printed, or half of one before.
 */
const CLOSE = 2n * SECOND;

/** Bounds in whole seconds between two neighbours. */
export interface Gap {
  /** Just after the older neighbour. */
  readonly behind: Instant;
  /** Just before the newer neighbour. */
  readonly before: Instant;
  /** The beginning of the second of the newer neighbour; null if that may have been created at this very time. */
  readonly sameSecond: Instant | null;
}

/** The bounds of each gap with room for them. */
export function boundsBeside(dated: readonly Dated[]): readonly Gap[] {
  const ordered = oldestFirst(dated);
  return ordered.flatMap(({ at }, index) => {
    const next = ordered[index + 1];
    if (next === undefined || next.at.epochNs - at.epochNs < 3n * CLOSE) return [];
    return [
      {
        behind: wholeUnits(at, CLOSE + SECOND - 1n, SECOND),
        before: wholeUnits(next.at, -SECOND, SECOND),
        sameSecond: next.at.epochNs % SECOND < 2n * MILLISECOND ? null : wholeUnits(next.at, 0n, SECOND),
      },
    ];
  });
}

/**
 * A bound close to an item that it leaves out, where few items are inside, preferably in the same minute as that item: a
 * target that cuts bounds to the minute lets it in. None without gaps.
 */
export function boundBeside(gaps: readonly Gap[], edge: Edge): Instant | undefined {
  const bounds =
    edge === "start" ? gaps.map(({ behind }) => behind).toReversed() : gaps.map(({ before }) => before);
  const farthest = edge === "start" ? -CLOSE - SECOND : SECOND;
  const isInMinute = ({ epochNs }: Instant) => epochNs / MINUTE === (epochNs + farthest) / MINUTE;
  return bounds.find(isInMinute) ?? bounds[0];
}

/** The units to which a target may cut times. */
const COARSE = [MINUTE, HOUR, DAY] as const;

/**
 * A bound in the same minute as the nearest item outside it, else hour, else day, with few items inside: a target that
 * cuts times to that unit lets the item in. None if there is none, or the bound `near` is such a one already.
 */
export function boundInUnit(
  dated: readonly Dated[],
  edge: Edge,
  near: Instant | undefined,
): Instant | undefined {
  const ordered = oldestFirst(dated);
  const isInside = (at: Instant, bound: Instant) =>
    edge === "start" ? at.epochNs > bound.epochNs : at.epochNs < bound.epochNs;
  const outside = edge === "start" ? ordered.toReversed() : ordered;
  const unitOf = (bound: Instant) => {
    const next = outside.find(({ at }) => !isInside(at, bound))?.at;
    const unit = COARSE.findIndex((ns) => next !== undefined && next.epochNs / ns === bound.epochNs / ns);
    return unit < 0 ? COARSE.length : unit;
  };
  // Beside a fraction of a second, an item may have digits that are not printed.
  const bounds = boundsBetween(dated).filter(({ epochNs }) => epochNs % SECOND === 0n);
  const [best] = (edge === "start" ? bounds.toReversed() : bounds)
    .map((bound) => ({ bound, unit: unitOf(bound) }))
    .toSorted((one, other) => one.unit - other.unit);
  const enough = near === undefined ? COARSE.length : unitOf(near);
  return best !== undefined && best.unit < enough ? best.bound : undefined;
}

/** Bounds in whole seconds on either side of all items; null without items. */
export function boundsAround(dated: readonly Dated[]): Pick<Gap, "behind" | "before"> | null {
  const ordered = oldestFirst(dated);
  const [first] = ordered;
  const last = ordered.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    behind: wholeUnits(last.at, CLOSE + SECOND - 1n, SECOND),
    before: wholeUnits(first.at, -SECOND, SECOND),
  };
}

function middle(left: Instant, right: Instant): Instant | null {
  const half = (right.epochNs - left.epochNs) / 2n;
  for (const unit of [SECOND, MILLISECOND]) {
    const bound = wholeUnits(left, half, unit);
    if (bound.epochNs - left.epochNs >= unit && right.epochNs - bound.epochNs >= unit) return bound;
  }
  return null;
}

/** The moment `away` nanoseconds after another, cut to whole units, with no more digits than that needs. */
function wholeUnits(from: Instant, away: bigint, unit: bigint): Instant {
  const surplus = (((from.epochNs + away) % unit) + unit) % unit;
  return shifted({ ...from, fractionDigits: 0 }, away - surplus);
}

/** The same moment without its fraction, if that is zero. */
export function withoutZeros(at: Instant): Instant {
  const text = at.text.replace(/[.,]0+(?=Z|[+-]|$)/i, "");
  return parseInstant(text) ?? at;
}

/**
 * One west of UTC, one east by a fraction of hours. If the target ignores the offset, a start is earlier and an end
 * later, so that extra items come.
 */
const OFFSETS = {
  start: { text: "-05:00", ns: -5n * HOUR },
  end: { text: "+05:30", ns: (11n * HOUR) / 2n },
} as const;

/** The same moment with an offset; a time without a zone stays as it is. */
export function inOffset(at: Instant, edge: Edge): Instant {
  const { text, ns } = OFFSETS[edge];
  const there = at.hasZone ? shifted(at, ns).text.replace("Z", text) : at.text;
  return parseInstant(there) ?? at;
}

/** The moment so much later, with the same offset if it is printed with one. */
export function movedBy(at: Instant, ns: bigint): Instant {
  const zone = /[+-]\d{2}(?::?\d{2})?$/.exec(at.text)?.[0];
  const midnight = parseInstant(`1970-01-01T00:00:00${zone ?? "Z"}`);
  if (zone === undefined || midnight === null) return shifted(at, ns);
  const there = shifted(at, ns - midnight.epochNs).text.replace("Z", zone);
  return parseInstant(there) ?? shifted(at, ns);
}
