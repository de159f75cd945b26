import { type Dated, oldestFirst } from "../../wire/dated.js";
import { type Instant, MILLISECOND, SECOND, shifted } from "../../wire/instant.js";

/**
 * Bounds that split the items: one between any two neighbours of different times where a second or a millisecond fits,
 * in whole seconds where possible, and then sent without a fraction, unlike bounds beside an item. Oldest first.
 */
export function boundsBetween(dated: readonly Dated[]): readonly Instant[] {
  const ordered = oldestFirst(dated);
  return ordered.flatMap(({ at }, index) => {
    const next = ordered[index + 1];
    return next === undefined ? [] : (middle(at, next.at) ?? []);
  });
}

/** At this distance an item is certainly on its side of a bound, even if its time has digits that are not printed. */
const CLOSE = 2n * SECOND;

/** For each gap with room for it: bounds in whole seconds just after the older neighbour and just before the newer. */
export function boundsBeside(
  dated: readonly Dated[],
): readonly { readonly behind: Instant; readonly before: Instant }[] {
  const ordered = oldestFirst(dated);
  return ordered.flatMap(({ at }, index) => {
    const next = ordered[index + 1];
    if (next === undefined || next.at.epochNs - at.epochNs < 3n * CLOSE) return [];
    return [{ behind: inSeconds(at, CLOSE + SECOND - 1n), before: inSeconds(next.at, -CLOSE) }];
  });
}

/** The whole second that begins at a moment some time away, or before it; without a fraction. */
function inSeconds(at: Instant, away: bigint): Instant {
  const moment = at.epochNs + away;
  return shifted({ ...at, fractionDigits: 0 }, away - (((moment % SECOND) + SECOND) % SECOND));
}

function middle(left: Instant, right: Instant): Instant | null {
  const half = (right.epochNs - left.epochNs) / 2n;
  for (const unit of [SECOND, MILLISECOND]) {
    const bound = ((left.epochNs + half) / unit) * unit;
    if (bound - left.epochNs >= unit && right.epochNs - bound >= unit) {
      return shifted({ ...left, fractionDigits: 0 }, bound - left.epochNs);
    }
  }
  return null;
}
