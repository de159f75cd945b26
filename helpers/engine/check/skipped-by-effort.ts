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

/** The records of a run, with those of skipped checks for rules that no other check judged. */
export function withSkipped(
  records: readonly CheckRecord[],
  skipped: readonly SkippedByEffort[],
): readonly CheckRecord[] {
  const looked = new Set(records.map(({ rule }) => rule));
  return [...records, ...skipped.filter(({ rule }) => !looked.has(rule)).map(unmade)];
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
