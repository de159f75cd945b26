import type { Exchange } from "../../helpers/wire/exchange.js";
import type { Compliance } from "../results.js";
import { verdictLine } from "../wording.js";
import { type Changes, changesBetween } from "./changes.js";
import { type Difference, differencesBetween } from "./differences.js";
import { traitsOf } from "./traits.js";
import { type Named, type Trend, trendOf } from "./trend.js";

/** One of two things that are compared. */
export interface Side {
  /** As the user named it. */
  readonly name: string;
  readonly result: Compliance;
  /** Null where there is no recording. */
  readonly exchanges: Iterable<Exchange> | null;
}

/** What two results, or two services, differ in. */
export interface Comparison extends Changes {
  readonly before: string;
  readonly after: string;
  /** Conforming or not, what the two do differently; null where one of them has no recording. */
  readonly differences: readonly Difference[] | null;
  readonly sides: { readonly before: SideWords; readonly after: SideWords };
  /** How results of a folder went on; null where none was named. */
  readonly trend: Trend | null;
}

/** A result in short. */
interface SideWords {
  readonly url: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly verdict: string;
}

/**
 * Compares an earlier result with a later one, or a service with its mock.
 * @param history results whose trend is shown beside that
 */
export function comparisonOf(before: Side, after: Side, history: readonly Named[] = []): Comparison {
  return {
    before: before.name,
    after: after.name,
    ...changesBetween(before.result, after.result),
    differences:
      before.exchanges === null || after.exchanges === null
        ? null
        : differencesBetween(traitsOf(before.exchanges), traitsOf(after.exchanges)),
    sides: { before: sideWords(before), after: sideWords(after) },
    trend: history.length === 0 ? null : trendOf(history),
  };
}

function sideWords({ result }: Side): SideWords {
  return { url: result.target.url, startedAt: result.run.startedAt, verdict: verdictLine(result) };
}
