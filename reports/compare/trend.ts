import { distinct } from "../collect.js";
import type { Compliance, Numbers, RuleResult } from "../results.js";
import { type Standing, standingOf } from "../wording.js";

/** One of several results, in brief. */
interface TrendPoint {
  /** As the user named it. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly standing: Standing;
  readonly required: Numbers;
}

/** The course of several results, oldest first. */
export interface Trend {
  readonly points: readonly TrendPoint[];
  /** Rules that were broken in some of them, with their verdict in each; null if missing there. */
  readonly rules: readonly {
    readonly rule: string;
    readonly verdicts: readonly (RuleResult["verdict"] | null)[];
  }[];
}

/** A result with its name. */
export interface Named {
  readonly name: string;
  readonly result: Compliance;
}

/** The course of several results, given in any order. */
export function trendOf(results: readonly Named[]): Trend {
  const inOrder = results.toSorted((one, other) =>
    one.result.run.startedAt < other.result.run.startedAt ? -1 : 1,
  );
  const broken = distinct(
    inOrder.flatMap(({ result }) =>
      result.rules.filter(({ verdict }) => verdict === "violates").map(({ id }) => id),
    ),
  );
  const verdicts = inOrder.map(({ result }) => new Map(result.rules.map(({ id, verdict }) => [id, verdict])));
  return {
    points: inOrder.map(({ name, result }) => ({
      name,
      startedAt: result.run.startedAt,
      standing: standingOf(result),
      required: result.counts.required,
    })),
    rules: broken.sort().map((rule) => ({ rule, verdicts: verdicts.map((of) => of.get(rule) ?? null) })),
  };
}
