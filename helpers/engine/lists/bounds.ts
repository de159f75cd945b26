import { type Dated, oldestFirst } from "../../wire/dated.js";
import { type Instant, MILLISECOND, parseInstant, SECOND, shiftedBound } from "../../wire/instant.js";

/**
 * Bounds that split the items: one between each two neighbours of different time where a second or a
 * millisecond fits between them, in whole seconds where possible. Oldest first.
 */
export function boundsBetween(dated: readonly Dated[]): readonly Instant[] {
  const ordered = oldestFirst(dated);
  return ordered.flatMap(({ at }, index) => {
    const next = ordered[index + 1];
    return next === undefined ? [] : (middle(at, next.at) ?? []);
  });
}

/** Distance from an item at which it is surely on its side of a bound, whatever digits it does not print. */
const CLOSE = 2n * SECOND;

/** For each gap between neighbours that has room for it: bounds close behind the one and close before the other. */
export function boundsBeside(
  dated: readonly Dated[],
): readonly { readonly behind: Instant; readonly before: Instant }[] {
  const ordered = oldestFirst(dated);
  return ordered.flatMap(({ at }, index) => {
    const next = ordered[index + 1];
    if (next === undefined || next.at.epochNs - at.epochNs < 3n * CLOSE) return [];
    const behind = parseInstant(shiftedBound(at, CLOSE));
    const before = parseInstant(shiftedBound(next.at, -CLOSE));
    return behind === null || before === null ? [] : [{ behind, before }];
  });
}

function middle(left: Instant, right: Instant): Instant | null {
  const half = (right.epochNs - left.epochNs) / 2n;
  for (const unit of [SECOND, MILLISECOND]) {
    const bound = ((left.epochNs + half) / unit) * unit;
    if (bound - left.epochNs >= unit && right.epochNs - bound >= unit) {
      return parseInstant(shiftedBound(left, bound - left.epochNs));
    }
  }
  return null;
}
