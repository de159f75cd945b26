import type { Exchange } from "../../helpers/wire/exchange.js";
import type { Compliance } from "../results.js";
import { verdictLine } from "../wording.js";
import { type Changes, changesBetween } from "./changes.js";
import { type Difference, differencesBetween } from "./differences.js";
import { habitsOf } from "./traits.js";
import { type Named, type Trend, trendOf } from "./trend.js";

/** One of two things to compare. */
export interface Side {
  /** As the user named it. */
  readonly name: string;
  readonly result: Compliance;
  /** Null if there is no recording. */
  readonly exchanges: Iterable<Exchange> | null;
}

/** How two results, or two services, differ. */
export interface Comparison extends Changes {
  readonly before: string;
  readonly after: string;
  /** What the two do differently, conforming or not; null if one of them has no recording. */
  readonly differences: readonly Difference[] | null;
  readonly sides: { readonly before: SideWords; readonly after: SideWords };
  /** The trend of a folder's results; null if none was named. */
  readonly trend: Trend | null;
}

/** A result in brief. */
interface SideWords {
  readonly url: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly verdict: string;
}

/**
 * Compares an earlier result with a later one, or a service with its mock.
 * @param history results whose trend is shown too
 */
export function comparisonOf(before: Side, after: Side, history: readonly Named[] = []): Comparison {
  return {
    before: before.name,
    after: after.name,
    ...changesBetween(before.result, after.result),
    differences:
      before.exchanges === null || after.exchanges === null
        ? null
        : differencesBetween(habitsOf(before.exchanges), habitsOf(after.exchanges)),
    sides: { before: sideWords(before), after: sideWords(after) },
    trend: history.length === 0 ? null : trendOf(history),
  };
}

function sideWords({ result }: Side): SideWords {
  return { url: result.target.url, startedAt: result.run.startedAt, verdict: verdictLine(result) };
}
