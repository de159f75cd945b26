import type { Edge } from "../../oracles/windows.js";
import { type Instant, parseInstant, SECOND, shifted } from "../../wire/instant.js";

const HOUR = 3_600n * SECOND;

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
