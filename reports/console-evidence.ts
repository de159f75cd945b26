import type { createColors } from "picocolors";
import { plural } from "../helpers/wire/message.js";
import { command, LABEL, labelled, pair, shellWords, WIDTH } from "./console-lines.js";
import { mayBeRepeated, replayWords } from "./replay.js";
import type { Compliance, FindingResult, RuleResult } from "./results.js";
import { oneLine, wrap } from "./text.js";
import { brokenRules, seenWords } from "./wording.js";

/** Colours, or none. */
export type Paint = ReturnType<typeof createColors>;

/** Of how many causes the evidence is shown. */
const MOST_CAUSES = 3;

/** Whether the evidence of a cause is shown. */
export function isShown(at: number): boolean {
  return at < MOST_CAUSES;
}

/** Evidence of the first broken rule of each of the first causes. */
export function evidence(result: Compliance, paint: Paint): string[] {
  const byId = new Map(result.rules.map((rule) => [rule.id, rule]));
  const firsts = result.causes
    .filter((_, at) => isShown(at))
    .flatMap(({ rules: [id = ""] }) => byId.get(id) ?? []);
  const blocks = firsts.flatMap((rule) => {
    const [finding] = rule.findings;
    return finding === undefined ? [] : [findingLines(finding, rule, result, paint)];
  });
  const left = brokenRules(result).length - blocks.length;
  const more =
    left > 0 ? [[paint.dim(`Evidence of ${plural(left, "more broken rule")} is in the report.`)]] : [];
  return [...blocks, ...more].flatMap((block, at) => (at === 0 ? block : ["", ...block]));
}

/** The first finding of a rule as label and text pairs. */
function findingLines(
  finding: FindingResult,
  rule: RuleResult,
  { run, target }: Compliance,
  paint: Paint,
): string[] {
  const seen = [seenWords(finding), elsewhere(rule)].filter((words) => words !== "").join("; ");
  return [
    ...wrap(`${finding.rule} · ${finding.request}`, WIDTH).map((line) => paint.bold(line)),
    ...pair("Documented", finding.documented),
    ...pair("Received", finding.received),
    ...(finding.pointer ? pair("At", finding.pointer) : []),
    ...(finding.smallest === undefined ? [] : labelled("Smallest", smallestLines(finding.smallest))),
    ...(seen === "" ? [] : pair("Seen", seen)),
    ...askLines(finding),
    ...(mayBeRepeated(finding, run)
      ? labelled("Replay", command(replayWords(finding, run, target), LABEL))
      : []),
  ];
}

/** At how many other operations the rule is broken too. */
function elsewhere({ findings }: RuleResult): string {
  const others = new Set(findings.map(({ operation }) => operation)).size - 1;
  return others > 0 ? `also at ${plural(others, "more operation")}` : "";
}

/** Characters of an address that is shown whole, however narrow the terminal: a broken one cannot be pasted. */
const LONGEST_ADDRESS = 300;

/** The read that shows it, as a command. */
function askLines({ sample }: FindingResult): string[] {
  if (!sample?.curl) return [];
  const words = shellWords(sample.curl);
  return words.some(({ length }) => length > LONGEST_ADDRESS) ? [] : labelled("Ask", command(words, LABEL));
}

/** Longest sequence that is shown whole. */
const MOST_STEPS = 5;
/** Separates the steps of a sequence, and precedes what a counterexample was shrunk from. */
const THEN = ", then ";
const FROM = " (shrunk from ";
const LONGEST_VALUE = 240;

/** A counterexample: each step of a sequence on its own line, shortened with a count; the report has all of it. */
function smallestLines(text: string): string[] {
  const [smallest = "", former] = text.split(FROM);
  const [steps, formerSteps] = [smallest.split(THEN), former?.split(THEN).length ?? 0];
  if (steps.length < 2 && formerSteps < 2) return wrap(oneLine(text, LONGEST_VALUE), WIDTH - LABEL);
  const shown = steps.slice(0, MOST_STEPS).map((step, at) => `${at === 0 ? "" : "then "}${step}`);
  const left = steps.length - shown.length;
  return [
    ...shown,
    ...(left > 0 ? [`… and ${plural(left, "more step")}, in the report`] : []),
    ...(formerSteps > 0 ? [`(shrunk from ${plural(formerSteps, "step")})`] : []),
  ].map((line) => oneLine(line, WIDTH - LABEL));
}
