import { visible } from "../../../reports/text.js";
import { ruleById } from "../../contract/rules.js";
import { judgeReportComplete } from "../../oracles/reports/event.js";
import { plural } from "../../wire/message.js";
import { EXIT } from "../mistakes/exit-codes.js";
import { textOf } from "../mistakes/files.js";

/**
 * `plimsoll judge-event FILE`: judges a captured report_complete payload offline.
 * @returns the exit code: 1 if a rule of level must is broken, otherwise 0
 * @throws UsageError if the file cannot be read
 */
export function judgeEvent(file: string): number {
  const { findings, judged } = judgeReportComplete(textOf(file));
  for (const { rule, pointer, documented, received } of findings) {
    const where = pointer ? ` · ${pointer}` : "";
    process.stdout.write(
      visible(`${rule}${where}\n  Documented  ${documented}\n  Received    ${received}\n`),
    );
  }
  process.stdout.write(
    `${plural(judged.length, "rule")} judged, ${new Set(findings.map(({ rule }) => rule)).size} broken\n`,
  );
  return findings.some(({ rule }) => ruleById(rule).level === "must") ? EXIT.violated : EXIT.ok;
}
