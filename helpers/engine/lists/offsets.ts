import type { Edge } from "../../oracles/windows.js";
import { type Instant, parseInstant, SECOND, shiftedBound } from "../../wire/instant.js";

const HOUR = 3_600n * SECOND;

/**
 * West of UTC, and east by other than whole hours. Where the offset goes unread a start is earlier and an end later, so
 * that more comes.
 */
const OFFSETS = {
  start: { text: "-05:00", ns: -5n * HOUR },
  end: { text: "+05:30", ns: (11n * HOUR) / 2n },
} as const;

/** The same moment as a clock with an offset shows it; a time without a zone as it is. */
export function inOffset(at: Instant, edge: Edge): Instant {
  const { text, ns } = OFFSETS[edge];
  const there = at.hasZone ? shiftedBound(at, ns).replace("Z", text) : at.text;
  return parseInstant(there) ?? at;
}
