import { type Markup, markup } from "./markup.js";
import type { Compliance, Defect, FindingResult, RuleResult } from "./results.js";

/** The result as JUnit XML: one test case a rule. */
export function junitXml(result: Compliance): string {
  const { rules, run, target, defects } = result;
  const failures = rules.filter(isFailure).length;
  const skipped = rules.filter(isSkipped).length;
  const errors = defects.length === 0 ? 0 : 1;
  const counts = markup`tests="${rules.length + errors}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${run.seconds.toFixed(3)}"`;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="plimsoll" ${counts}>
<testsuite name="${target.url}" ${counts} timestamp="${run.startedAt}">
${rules.map(testCase)}${errors === 0 ? null : suiteError(defects)}</testsuite>
</testsuites>
`.text;
}

function isFailure({ verdict }: RuleResult): boolean {
  return verdict === "violates" || verdict === "stale";
}

function isSkipped({ verdict }: RuleResult): boolean {
  return !["violates", "stale", "warns", "conforms"].includes(verdict);
}

function testCase(rule: RuleResult): Markup {
  return markup`<testcase classname="${rule.section}" name="${rule.id}">${outcome(rule)}</testcase>\n`;
}

function outcome(rule: RuleResult): Markup | null {
  const text = rule.findings.map(findingText).join("\n\n");
  if (isFailure(rule)) {
    const message = rule.verdict === "stale" ? rule.reason : (rule.findings[0]?.received ?? rule.reason);
    return markup`<failure type="${rule.level}" message="${message}">${rule.statement}\n\n${text}</failure>`;
  }
  if (isSkipped(rule)) return markup`<skipped message="${rule.verdict}: ${rule.reason}"/>`;
  return rule.verdict === "warns"
    ? markup`<system-out>warning: ${rule.statement}\n\n${text}</system-out>`
    : null;
}

function suiteError(defects: readonly Defect[]): Markup {
  const text = defects.map(({ rule, message }) => `${rule ?? "run"}: ${message}`).join("\n");
  return markup`<testcase classname="plimsoll" name="the suite itself"><error message="${defects.length} errors of the suite itself">${text}</error></testcase>\n`;
}

function findingText({ request, documented, received, pointer, smallest }: FindingResult): string {
  return [
    request,
    `  Documented  ${documented}`,
    `  Received    ${received}`,
    ...(pointer === undefined ? [] : [`  At          ${pointer}`]),
    ...(smallest === undefined ? [] : [`  Smallest    ${smallest}`]),
  ].join("\n");
}
