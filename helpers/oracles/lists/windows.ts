import {
  hiddenOrSecond,
  type Instant,
  MICROSECOND,
  MILLISECOND,
  NANOSECOND,
  SECOND,
  shifted,
} from "../../wire/instant.js";

/** A time window as it was asked for; either bound may be open. */
export interface Window {
  readonly start?: Instant;
  readonly end?: Instant;
}

export type Edge = "start" | "end";

/**
 * Whether a time is certainly outside the window: by a second at least, as a target may compare whole seconds, and by
 * what it may hide.
 */
export function isOutside({ start, end }: Window, at: Instant): boolean {
  const off = hiddenOrSecond(at);
  return (
    (start !== undefined && at.epochNs + off <= start.epochNs) ||
    (end !== undefined && at.epochNs >= end.epochNs + off)
  );
}

/** Whether a time is certainly inside the window, ignoring the bounds themselves. */
export function isInside({ start, end }: Window, at: Instant): boolean {
  return (
    (start === undefined || at.epochNs > start.epochNs) &&
    (end === undefined || (at.epochNs < end.epochNs && at.epochNs + at.hiddenNs <= end.epochNs))
  );
}

/**
 * The probe that shows whether an item's stored time is exactly the printed one: asks with the other bound, a little
 * inside the printed time. If the item still comes, it has hidden digits; otherwise it has none. The distance is 1 ms
 * if fewer digits than milliseconds are printed, which every target can read, 1 ns if microseconds are, otherwise 1
 * microsecond.
 * @param edge the bound at which the item was missed; the probe uses the other one
 */
export function exactnessProbe(at: Instant, edge: Edge): { readonly edge: Edge; readonly bound: Instant } {
  const step = showsMicroseconds(at) ? NANOSECOND : at.fractionDigits < 3 ? MILLISECOND : MICROSECOND;
  return edge === "end"
    ? { edge: "start", bound: shifted(at, step) }
    : { edge: "end", bound: shifted(at, -step) };
}

/** Whether a time is printed to the microsecond, so that only nanoseconds may be hidden. */
export function showsMicroseconds({ fractionDigits }: Instant): boolean {
  return fractionDigits >= 6;
}

/** What probes around a missed item at a bound showed. */
interface BoundaryProbe {
  /** The item came back when the bound was moved outwards by what its time may hide, 1 s at least. */
  readonly backFar: boolean;
  /** Whether nothing is hidden. */
  readonly exact: boolean;
}

/** Why an item on a bound was missed. */
export type BoundaryMiss = "exclusive" | "hidden-digits" | "lost";

/**
 * Why an item on a bound was missed:
 * - `exclusive`: the bound does not include it, a breach;
 * - `hidden-digits`: its stored time may be finer than printed, so that it lies off the bound, a warning;
 * - `lost`: moving the bound that far does not bring it back, so the bound is not the reason, a breach of the filter.
 */
export function classifyBoundaryMiss({ backFar, exact }: BoundaryProbe): BoundaryMiss {
  if (!backFar) return "lost";
  return exact ? "exclusive" : "hidden-digits";
}

/** True if every item prints a fraction and each is zero: then the service stores whole seconds, or prints no others. */
export function fractionsVisiblyZero(all: readonly Instant[]): boolean {
  return all.length > 0 && all.every((at) => at.fractionDigits > 0 && at.epochNs % SECOND === 0n);
}
