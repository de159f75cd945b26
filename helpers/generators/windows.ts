import fc from "fast-check";
import {
  compareInstants,
  type Instant,
  MILLISECOND,
  parseInstant,
  SECOND,
  shiftedBound,
} from "../oracles/instant.js";
import type { Window } from "../oracles/windows.js";

/** Steps away from a known time, in nanoseconds; the known time itself first, so that shrinking ends there. */
const STEPS = [0n, MILLISECOND, -MILLISECOND, SECOND, -SECOND, 86_400n * SECOND, -86_400n * SECOND];

/** A bound at a known time as printed, or a step away from it. Shrinks towards the first known time. */
export function boundsNear(known: readonly Instant[]): fc.Arbitrary<Instant> {
  return fc.tuple(fc.constantFrom(...known), fc.constantFrom(...STEPS)).map(([at, step]) => {
    const moved = step === 0n ? at : parseInstant(shiftedBound(at, step));
    return moved ?? at;
  });
}

/**
 * Windows over known times: open at one end or closed, start never after end.
 * @param known times of items in the list, at least one
 */
export function windowsOver(known: readonly Instant[]): fc.Arbitrary<Window> {
  const bound = boundsNear(known);
  return fc.oneof(
    bound.map((start): Window => ({ start })),
    bound.map((end): Window => ({ end })),
    fc
      .tuple(bound, bound)
      .map(
        ([one, other]): Window =>
          compareInstants(one, other) <= 0 ? { start: one, end: other } : { start: other, end: one },
      ),
  );
}
