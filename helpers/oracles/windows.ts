import { type Instant, MICROSECOND, MILLISECOND, SECOND, shiftedBound } from "../wire/instant.js";

/** A time window as it was asked for; either bound may be open. */
export interface Window {
  readonly start?: Instant;
  readonly end?: Instant;
}

export type Edge = "start" | "end";

/**
 * Whether a time surely lies outside the window. What is stored may be finer than what is printed, or rounded: how far
 * off a bound a time has to be depends on the digits that it shows.
 */
export function isOutside({ start, end }: Window, at: Instant): boolean {
  const off = leastOff(at);
  return (
    (start !== undefined && at.epochNs + off <= start.epochNs) ||
    (end !== undefined && at.epochNs >= end.epochNs + off)
  );
}

/**
 * A time that shows milliseconds other than zero shows what is stored; one that shows zeros may have lost them, all but
 * never more than 998 of them; of one without a fraction the whole second is unknown.
 */
function leastOff({ fractionDigits, epochNs }: Instant): bigint {
  if (fractionDigits < 3) return SECOND;
  return epochNs % SECOND === 0n ? 998n * MILLISECOND : 2n * MILLISECOND;
}

/** Whether a time surely lies inside the window, bounds aside. */
export function isInside({ start, end }: Window, at: Instant): boolean {
  return (
    (start === undefined || at.epochNs > start.epochNs) &&
    (end === undefined || (at.epochNs < end.epochNs && at.epochNs + resolution(at) <= end.epochNs))
  );
}

/**
 * The probe that tells whether an item's stored time is exactly the printed one: the other bound, a little
 * inside the printed time. An item that is still returned has hidden digits, one that is not has none.
 * The little is 1 ms where whole seconds are printed, which every target can read, else 1 microsecond.
 * @param edge the bound at which the item was missed; the probe asks with the other one
 * @param all instants of all known items
 */
export function exactnessProbe(
  at: Instant,
  edge: Edge,
  all: readonly Instant[] = [],
): { readonly edge: Edge; readonly bound: string } {
  const step = at.fractionDigits < 3 || fractionsVisiblyZero(all) ? MILLISECOND : MICROSECOND;
  return edge === "end"
    ? { edge: "start", bound: shiftedBound(at, step) }
    : { edge: "end", bound: shiftedBound(at, -step) };
}

/** What probing around a missed boundary item showed. */
export interface BoundaryProbe {
  readonly at: Instant;
  /** The item came back with the bound moved outwards by 1 ms. */
  readonly backAtMs: boolean;
  /** The item came back with the bound moved outwards by 1 s. */
  readonly backAtSecond: boolean;
  /** What `exactnessProbe` showed: true when the item was not returned. Null when it was not asked. */
  readonly exact: boolean | null;
}

/**
 * Why an item on a bound was missed:
 * - `exclusive`: the bound does not include it, a breach;
 * - `hidden-digits`: its stored time may be finer than printed, so that it lies off the bound, a warning;
 * - `lost`: moving the bound does not bring it back, so the bound is not the reason, a breach of the filter.
 * @param all instants of all known items; fractions printed as zero throughout hide nothing
 */
export function classifyBoundaryMiss(
  probe: BoundaryProbe,
  all: readonly Instant[],
): "exclusive" | "hidden-digits" | "lost" {
  const { at, backAtMs, backAtSecond, exact } = probe;
  if (!backAtMs && !backAtSecond) return "lost";
  // A target that cuts microseconds off a bound answers the probe as if digits were hidden; zeros tell more.
  if (exact === true || fractionsVisiblyZero(all)) return "exclusive";
  // Coarser digits than milliseconds: hidden ones would rarely all fit into the first millisecond.
  return exact === null && at.fractionDigits < 3 && backAtMs ? "exclusive" : "hidden-digits";
}

/** True when every item prints a fraction and each is zero: then the service keeps whole seconds. */
export function fractionsVisiblyZero(all: readonly Instant[]): boolean {
  return all.length > 0 && all.every((at) => at.fractionDigits > 0 && at.epochNs % SECOND === 0n);
}

/** What a printed time may hide, in nanoseconds: one unit of its last digit. */
function resolution(at: Instant): bigint {
  return SECOND / 10n ** BigInt(Math.min(9, at.fractionDigits));
}
