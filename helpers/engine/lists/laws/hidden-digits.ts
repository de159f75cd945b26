import {
  type Edge,
  exactnessProbe,
  fractionsVisiblyZero,
  showsMicroseconds,
} from "../../../oracles/lists/windows.js";
import type { Dated } from "../../../wire/dated.js";
import {
  hiddenOrSecond,
  type Instant,
  MICROSECOND,
  MILLISECOND,
  NANOSECOND,
  shifted,
} from "../../../wire/instant.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import type { Reading } from "../reading/reading.js";
import { atBound, holds, PLAIN } from "./at-bound.js";

// A service may store times with more digits than it prints. Then a bound at the printed time is not at the item.

/**
 * Whether an item's time has more digits than are printed. A target that cuts off microseconds, or all digits, of a bound
 * answers as if there were hidden ones: where all fractions are printed as zero, only a moment counts at which both
 * bounds hold the item, a millisecond away or more.
 * @param edge the bound at which the item was missed
 * @param all instants of all known items
 */
export async function isSurelyFiner(
  t: Check,
  reading: Reading,
  item: Dated,
  edge: Edge,
  all: readonly Instant[],
): Promise<boolean> {
  if (!(await isFinerThanPrinted(t, reading, item, edge))) return false;
  if (!fractionsVisiblyZero(all)) return true;
  return (await ifReadable(isHeldByBoth(t, reading, item, edge, MILLISECOND))) === true;
}

/** Whether an item's time seems to have more digits than are printed. */
async function isFinerThanPrinted(t: Check, reading: Reading, item: Dated, edge: Edge): Promise<boolean> {
  const comesAt = (bound: Edge, at: Instant) => comesAtPlain(t, reading, item, bound, at);
  // Nothing is hidden if each bound alone holds the item at its printed time: only the other request lost it.
  if ((await comesAt(edge, item.at)) && (await comesAt(opposite(edge), item.at))) return false;
  const inside = exactnessProbe(item.at, edge);
  const comes = () => comesAt(inside.edge, inside.bound);
  const isHeld = async () => (await ifReadable(isHeldByBoth(t, reading, item, edge))) === true;
  // A target that refuses nanoseconds stores none; one that cuts or rounds them holds the item at no moment by both.
  if (showsMicroseconds(item.at)) return (await ifReadable(comes())) === true && (await isHeld());
  // Less than the probe's step may be hidden.
  return (await comes()) || isHeld();
}

/**
 * Whether an item whose time is finer than printed comes under both bounds at one moment. Then both are inclusive: an
 * exclusive one would leave the item out at its own time. Halves the second beside the printed time, or what its
 * microseconds may hide, until it is found; most services store microseconds, some nanoseconds.
 * @param edge the bound at which the item was missed
 * @param least how far from the printed time that moment must be
 */
export async function isHeldByBoth(
  t: Check,
  reading: Reading,
  item: Dated,
  edge: Edge,
  least = 0n,
): Promise<boolean> {
  const comesAt = (bound: Edge, shift: bigint) =>
    comesAtPlain(t, reading, item, bound, shifted(item.at, shift));
  const hidden = showsMicroseconds(item.at) && least === 0n ? item.at.hiddenNs : hiddenOrSecond(item.at);
  // An end at `out` leaves the item out, an end at `held` does not.
  let out = edge === "end" ? 0n : -hidden;
  let held = out + hidden;
  for (const step of [MICROSECOND, NANOSECOND]) {
    while (held - out > step) {
      const middle = ((out + held) / (2n * step)) * step;
      if (await comesAt("end", middle)) held = middle;
      else out = middle;
    }
    const isFar = held >= least || held <= -least;
    if (isFar && (await comesAt("start", held))) return true;
  }
  return false;
}

/** Whether an item comes under a bound that is asked for alone. */
async function comesAtPlain(
  t: Check,
  reading: Reading,
  item: Dated,
  edge: Edge,
  at: Instant,
): Promise<boolean> {
  return holds(await atBound(t, reading, { member: "created_at", edge, form: PLAIN }, at), item);
}

const opposite = (edge: Edge): Edge => (edge === "start" ? "end" : "start");
