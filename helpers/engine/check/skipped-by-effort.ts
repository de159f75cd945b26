import type { RuleId } from "../../contract/generated/types.js";
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

/** The records of a run, with those of skipped checks for rules on which no other check had a word. */
export function withSkipped(
  records: readonly CheckRecord[],
  skipped: readonly SkippedByEffort[],
): readonly CheckRecord[] {
  const looked = new Set(records.filter(hasAWord).map(({ rule }) => rule));
  return [...records, ...skipped.filter(({ rule }) => !looked.has(rule)).map(unmade)];
}

/** Whether a check saw something of its rule, or says why not. One that saw nothing leaves it to the skipped ones. */
function hasAWord({ outcome, evidence, findings }: CheckRecord): boolean {
  return outcome !== "judged" || findings.length > 0 || Object.values(evidence).some((count) => count > 0);
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
