import type { Exchange } from "../../wire/exchange.js";
import { judgeById } from "./by-id.js";
import { judgeDefaults } from "./defaults.js";
import { judgeFilters } from "./filters.js";
import { judgeLengths, judgePartitions, judgeSlices } from "./pages.js";
import { readingsIn } from "./readings.js";
import { changesIn, stretches } from "./still.js";
import { Tally, type TrafficVerdict } from "./tally.js";

/**
 * Judges the relations that recorded traffic happens to allow: nobody asked for the pages that a check would have
 * asked for, and others may have written meanwhile. So only readings are held against each other between which
 * nothing can have changed; where that is not sure nothing is found.
 */
export function judgeTraffic(exchanges: readonly Exchange[]): readonly TrafficVerdict[] {
  const tally = new Tally();
  const readings = readingsIn(exchanges);
  const changes = changesIn(exchanges);
  judgeLengths(readings, tally);
  for (const stretch of stretches(readings, changes)) {
    judgePartitions(stretch, tally);
    judgeSlices(stretch, tally);
    judgeDefaults(stretch, tally);
    judgeFilters(stretch, tally);
  }
  judgeById(exchanges, readings, changes, tally);
  return tally.verdicts();
}
