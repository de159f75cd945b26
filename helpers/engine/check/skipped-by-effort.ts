import type { RuleId } from "../../contract/generated/types.js";
import { firstOfEach } from "../../contract/group-by.js";
import { EFFORTS } from "../../target/settings/settings.js";
import type { CheckRecord } from "../../wire/exchange.js";
import type { Option } from "../../wire/outcome.js";

/** A check that the run's effort leaves out. */
export interface SkippedByEffort {
  readonly rule: RuleId;
  /** Its title. */
  readonly check: string;
  readonly reason: string;
  readonly options: readonly Option[];
}

/**
 * The records of a run, with those of skipped checks for rules on which no other check had a word: for each rule the
 * one that the least effort includes.
 */
export function withSkipped(
  records: readonly CheckRecord[],
  skipped: readonly SkippedByEffort[],
): readonly CheckRecord[] {
  const looked = new Set(records.filter(hasAWord).map(({ rule }) => rule));
  const left = skipped.filter(({ rule }) => !looked.has(rule));
  const byEffort = left.toSorted((one, other) => effortOf(one) - effortOf(other));
  const least = new Set(firstOfEach(byEffort, ({ rule }) => rule));
  return [...records, ...left.filter((one) => least.has(one)).map(unmade)];
}

/** Whether a check saw something of its rule, or says why not. One that saw nothing leaves it to the skipped ones. */
function hasAWord({ outcome, evidence, findings }: CheckRecord): boolean {
  return outcome !== "judged" || findings.length > 0 || Object.values(evidence).some((count) => count > 0);
}

/** The place among the efforts of the one that includes a check. */
function effortOf({ options }: SkippedByEffort): number {
  return EFFORTS.findIndex((effort) => options.includes(`--effort ${effort}`));
}

function unmade(check: SkippedByEffort): CheckRecord {
  return {
    ...check,
    outcome: "inconclusive",
    evidence: {},
    findings: [],
    observations: [],
  };
}
