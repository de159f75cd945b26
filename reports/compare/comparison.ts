import type { Exchange } from "../../helpers/wire/exchange.js";
import type { Compliance } from "../results.js";
import { type Changes, changesBetween } from "./changes.js";
import { type Difference, differencesBetween } from "./differences.js";
import { traitsOf } from "./traits.js";

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
}

/** Compares an earlier result with a later one, or a service with its mock. */
export function comparisonOf(before: Side, after: Side): Comparison {
  return {
    before: before.name,
    after: after.name,
    ...changesBetween(before.result, after.result),
    differences:
      before.exchanges === null || after.exchanges === null
        ? null
        : differencesBetween(traitsOf(before.exchanges), traitsOf(after.exchanges)),
  };
}
