import type { Rule } from "../../contract/model.js";
import type { Settings } from "../../target/settings/settings.js";
import type { CheckRecord } from "../../wire/exchange.js";

/** Whether a check with this record is red: it found a breach that fails the run. */
export function breaks(rule: Rule, { findings }: CheckRecord, settings: Pick<Settings, "strict">): boolean {
  return findings.length > 0 && fails(rule, settings);
}

/** Whether a breach of the rule fails the run. */
export function fails({ level }: Rule, { strict }: Pick<Settings, "strict">): boolean {
  return level === "must" || (strict && level === "should");
}

/** The text of a red check: its first findings. */
export function brokenText(record: CheckRecord): string {
  return record.findings
    .slice(0, 3)
    .map(
      (finding) =>
        `${finding.request}\n  Documented  ${finding.documented}\n  Received    ${finding.received}`,
    )
    .join("\n");
}
