import type { Level } from "../helpers/contract/model.js";
import type { Counts, Numbers, Partial, RuleResult, RuleVerdict, Run } from "./results.js";
import { oneLine } from "./text.js";

/** Longest list of globs, in characters; it may name every rule. */
const MOST = 120;

/** All counts of a result, from its rules. Every report takes its numbers from here. */
export function countsOf(rules: readonly RuleResult[]): Counts {
  const of = (level: Level) => rules.filter((rule) => rule.level === level);
  return {
    rules: rules.length,
    required: numbersOf(of("must")),
    recommended: numbersOf(of("should")),
    forInformation: of("open").length,
    verdicts: verdictCounts(rules),
    levels: {
      must: verdictCounts(of("must")),
      should: verdictCounts(of("should")),
      open: verdictCounts(of("open")),
    },
  };
}

/** How many of the required rules a run looked at; null if all. */
export function partialOf({ total, notLookedAt }: Numbers, run: Run): Partial | null {
  if (notLookedAt === 0) return null;
  return { lookedAt: total - notLookedAt, of: total, because: limitsOf(run) };
}

function limitsOf({ only, skip, generations, shard, traffic }: Run): string[] {
  return [
    ...(only === null ? [] : [`--only ${oneLine(only, MOST)}`]),
    ...(skip === null ? [] : [`--skip ${oneLine(skip, MOST)}`]),
    ...(generations.length > 1 ? [] : [`--generation ${generations.join()}`]),
    ...(shard === null ? [] : [`--shard ${shard.parts.join(" and ")}/${shard.of}`]),
    ...(traffic === true ? ["a recording of others"] : []),
  ];
}

/** @param rules of one level */
function numbersOf(rules: readonly RuleResult[]): Numbers {
  const looked = rules.filter(({ lookedAt }) => lookedAt);
  const count = (...verdicts: RuleVerdict[]) =>
    looked.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const notApplicable = count("not-applicable", "observed");
  return {
    total: rules.length - notApplicable,
    kept: count("conforms"),
    broken: count("violates", "warns"),
    waived: count("waived"),
    waiversOutOfDate: count("stale"),
    notJudged: count("inconclusive"),
    notLookedAt: rules.length - looked.length,
    notApplicable,
  };
}

function verdictCounts(rules: readonly RuleResult[]): Record<RuleVerdict, number> {
  const counts = {
    violates: 0,
    stale: 0,
    warns: 0,
    inconclusive: 0,
    conforms: 0,
    observed: 0,
    waived: 0,
    "not-applicable": 0,
  } satisfies Record<RuleVerdict, number>;
  for (const { verdict } of rules) counts[verdict] += 1;
  return counts;
}
