import { plural } from "../helpers/wire/message.js";
import { type Markup, markup } from "./markup.js";
import { mayBeRepeated, replayWords } from "./replay.js";
import type { Compliance, Defect, FindingResult, RuleResult } from "./results.js";
import { oneLine } from "./text.js";
import { LEVEL_WORDS, verdictWords, wasMade, wholeWords } from "./wording.js";

/**
 * The result as JUnit XML: a test case for each rule that is judged or should have been. Rules for information, or not
 * about this target, are not tests; recommended rules fail only under --strict and are never skipped. Checks share
 * their requests, so no test case has a time of its own.
 */
export function junitXml(result: Compliance): string {
  const { rules, run, target, defects, failure } = result;
  const isMade = wasMade(result);
  const cases = isMade ? rules.filter(isCase) : [];
  const failures = cases.filter(isFailure).length;
  const skipped = cases.filter(isSkipped).length;
  const errors = (defects.length === 0 ? 0 : 1) + (failure === null ? 0 : 1);
  const seconds = run.seconds.toFixed(3);
  const counts = markup`tests="${cases.length + errors}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds}"`;
  // The usual schema allows neither milliseconds nor a time zone.
  const startedAt = run.startedAt.slice(0, 19);
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="plimsoll" tests="${cases.length + errors}" failures="${failures}" errors="${errors}" time="${seconds}">
<testsuite name="${target.url}" ${counts} timestamp="${startedAt}">
${failure === null ? null : unfinished(failure, isMade ? "The run did not come to its end" : "The run could not be made")}${cases.map((rule) => testCase(rule, result))}${defects.length === 0 ? null : suiteError(defects)}</testsuite>
</testsuites>
`.text;
}

/** A recommended rule without a verdict is neither red nor green nor missing. */
function isCase({ level, verdict, lookedAt }: RuleResult): boolean {
  if (level === "open" || verdict === "observed") return false;
  if (level === "should") return lookedAt && verdict !== "inconclusive" && verdict !== "not-applicable";
  return verdict !== "not-applicable" || !lookedAt;
}

function isFailure({ verdict }: RuleResult): boolean {
  return verdict === "violates" || verdict === "stale";
}

/** A required rule without a verdict. */
function isSkipped({ level, verdict, lookedAt }: RuleResult): boolean {
  return level === "must" && (verdict === "inconclusive" || !lookedAt);
}

function testCase(rule: RuleResult, result: Compliance): Markup {
  return markup`<testcase classname="${rule.section}" name="${rule.id}">${outcome(rule, result)}</testcase>\n`;
}

function outcome(rule: RuleResult, result: Compliance): Markup | null {
  const { level, statement, findings, reason, verdict } = rule;
  const text = [statement, ...findings.map((finding) => findingText(finding, result))].join("\n\n");
  if (isFailure(rule)) {
    return markup`<failure type="${LEVEL_WORDS[level]}" message="${messageOf(rule)}">${text}</failure>`;
  }
  if (isSkipped(rule)) return markup`<skipped message="${verdictWords(rule)}: ${reason}"/>`;
  if (verdict === "conforms") return null;
  return markup`<system-out>${verdictWords(rule)}: ${findings.length === 0 ? reason : text}</system-out>`;
}

function messageOf({ verdict, reason, findings: [first] }: RuleResult): string {
  if (verdict === "stale" || first === undefined) return reason;
  return oneLine(wholeWords(first), 500);
}

function unfinished(failure: string, what: string): Markup {
  return markup`<testcase classname="plimsoll" name="the run"><error message="${failure}">${what}: ${failure}</error></testcase>\n`;
}

function suiteError(defects: readonly Defect[]): Markup {
  const text = defects.map(({ rule, message }) => `${rule ?? "run"}: ${message}`).join("\n");
  return markup`<testcase classname="plimsoll" name="the suite itself"><error message="${plural(defects.length, "error")} of the suite itself">${text}</error></testcase>\n`;
}

function findingText(finding: FindingResult, { run, target }: Compliance): string {
  const { request, documented, received, pointer, smallest } = finding;
  return [
    request,
    `  Documented  ${documented}`,
    `  Received    ${received}`,
    ...(pointer ? [`  At          ${pointer}`] : []),
    ...(smallest === undefined ? [] : [`  Smallest    ${smallest}`]),
    ...(mayBeRepeated(finding, run) ? [`  Replay      ${replayWords(finding, run, target).join(" ")}`] : []),
  ].join("\n");
}
