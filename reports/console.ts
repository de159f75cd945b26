import { dirname } from "node:path";
import { createColors } from "picocolors";
import { tallyInWords } from "../helpers/wire/trouble.js";
import { groupBy } from "./collect.js";
import { againWords, certifyWords, mayBeRepeated, replayWords } from "./replay.js";
import type { Compliance, FindingResult, RuleResult } from "./results.js";
import { oneLine, plural, visible, wrap } from "./text.js";
import { exitCode } from "./verdict.js";
import {
  blockedRules,
  brokenRules,
  causeWords,
  HEADLINES,
  noticeSentences,
  numberLines,
  openQuestions,
  pairWords,
  receivedWords,
  runPhrases,
  type Standing,
  seenWords,
  standingOf,
  verdictLine,
  wasMade,
  whereWords,
} from "./wording.js";

/** Columns of a line. */
export const WIDTH = 80;
/** Longest lists; the rest is only counted. Broken rules are never cut. */
const MOST = {
  notices: 5,
  evidence: 3,
  warnings: 5,
  questions: 6,
  steps: 5,
  rerun: 4,
  leftovers: 10,
} as const;

interface ConsoleOptions {
  /** True if the text may contain colour codes. */
  readonly colour: boolean;
  /** Path of the report. */
  readonly report: string;
}

type Paint = ReturnType<typeof createColors>;

/**
 * The result of a run for standard output, within 80 columns: causes with their broken rules, evidence for the first
 * few, what was not judged, what to do next, and the verdict last, where a terminal's reader looks. A clean run fits on
 * one screen.
 */
export function consoleText(result: Compliance, { colour, report }: ConsoleOptions): string {
  const paint = createColors(colour);
  const blocks = [
    noticeLines(result, paint),
    causes(result, paint),
    evidence(result, paint),
    listed("Recommended, and broken", "warns", result, paint),
    listed("Waived", "waived", result, paint),
    listed("Waivers out of date", "stale", result, paint),
    questions(result, paint),
    trouble(result, paint),
    next(result, report, paint),
    foot(result, report, paint),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

function noticeLines(result: Compliance, paint: Paint): string[] {
  const notices = noticeSentences(result);
  return [
    ...notices.slice(0, MOST.notices).flatMap((notice) => wrap(oneLine(notice, 400), WIDTH)),
    ...more(notices.length - MOST.notices),
  ].map((line) => paint.red(paint.bold(line)));
}

/** Each cause with what to do about it and a line for each rule that it breaks. */
function causes(result: Compliance, paint: Paint): string[] {
  const words = causeWords(result);
  if (words === "") return [];
  const byId = new Map(result.rules.map((rule) => [rule.id, rule]));
  const lines = result.causes.flatMap((cause, at) => [
    ...numbered(at + 1, oneLine(cause.title, 300)).map((line) => paint.bold(line)),
    ...(cause.mend === null ? [] : indented(oneLine(`→ ${cause.mend}`, 300), 4)),
    ...(cause.blocks.length === 0
      ? []
      : indented(`keeps ${plural(cause.blocks.length, "more required rule")} from being judged`, 4)),
    ...cause.rules.flatMap((id) => ruleLines(byId.get(id), isSaidBelow(at) || cause.kind !== "rule", paint)),
  ]);
  return [paint.red(paint.bold(`Start here: ${words}`)), ...lines];
}

function numbered(number: number, text: string): string[] {
  return wrap(text, WIDTH - 4).map((line, at) => `${at === 0 ? `${number}.`.padEnd(4) : "    "}${line}`);
}

/** Whether the evidence of a cause follows below. */
function isSaidBelow(at: number): boolean {
  return at < MOST.evidence;
}

/** A line and, below it, what was due if nothing else says so. */
function ruleLines(rule: RuleResult | undefined, isSaid: boolean, paint: Paint): string[] {
  if (rule === undefined) return [];
  const [finding] = rule.findings;
  const isPair = !isSaid && finding !== undefined;
  const text = isPair ? whereWords(finding) : receivedWords(rule);
  const line = `${rule.id}${paint.dim(`  ${oneLine(text, Math.max(12, WIDTH - 8 - rule.id.length))}`)}`;
  return [`    ${paint.red("×")} ${line}`, ...(isPair ? indented(pairWords(finding), 6).map(paint.dim) : [])];
}

/** Evidence of the first broken rule of each of the first causes. */
function evidence(result: Compliance, paint: Paint): string[] {
  const byId = new Map(result.rules.map((rule) => [rule.id, rule]));
  const firsts = result.causes
    .filter((_, at) => isSaidBelow(at))
    .flatMap(({ rules: [id = ""] }) => byId.get(id) ?? []);
  const blocks = firsts.flatMap(({ findings: [finding] }) =>
    finding === undefined ? [] : [findingLines(finding, result, paint)],
  );
  const left = brokenRules(result).length - blocks.length;
  const more =
    left > 0 ? [[paint.dim(`Evidence of ${plural(left, "more broken rule")} is in the report.`)]] : [];
  return [...blocks, ...more].flatMap((block, at) => (at === 0 ? block : ["", ...block]));
}

/** One finding as label and text pairs. */
function findingLines(finding: FindingResult, { run, target }: Compliance, paint: Paint): string[] {
  const seen = seenWords(finding);
  return [
    ...wrap(`${finding.rule} · ${finding.request}`, WIDTH).map((line) => paint.bold(line)),
    ...pair("Documented", finding.documented),
    ...pair("Received", finding.received),
    ...(finding.pointer === undefined ? [] : pair("At", finding.pointer)),
    ...(finding.smallest === undefined ? [] : labelled("Smallest", smallestLines(finding.smallest))),
    ...(seen === "" ? [] : pair("Seen", seen)),
    ...(mayBeRepeated(finding, run)
      ? labelled("Replay", command(replayWords(finding, run, target), LABEL))
      : []),
  ];
}

/** Separates the steps of a sequence, and precedes what a counterexample was shrunk from. */
const THEN = ", then ";
const FROM = " (shrunk from ";
const LONGEST_VALUE = 240;

/** A counterexample: each step of a sequence on its own line, shortened with a count; the report has all of it. */
function smallestLines(text: string): string[] {
  const [smallest = "", former] = text.split(FROM);
  const [steps, formerSteps] = [smallest.split(THEN), former?.split(THEN).length ?? 0];
  if (steps.length < 2 && formerSteps < 2) return wrap(oneLine(text, LONGEST_VALUE), WIDTH - LABEL);
  const shown = steps.slice(0, MOST.steps).map((step, at) => `${at === 0 ? "" : "then "}${step}`);
  const left = steps.length - shown.length;
  return [
    ...shown,
    ...(left > 0 ? [`… and ${plural(left, "more step")}, in the report`] : []),
    ...(formerSteps > 0 ? [`(shrunk from ${plural(formerSteps, "step")})`] : []),
  ].map((line) => oneLine(line, WIDTH - LABEL));
}

const LABEL = 14;

function pair(label: string, text: string): string[] {
  return labelled(label, wrap(oneLine(text, 600), WIDTH - LABEL));
}

function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, at) => `${at === 0 ? `  ${label}`.padEnd(LABEL) : " ".repeat(LABEL)}${line}`);
}

/** A shell command over several lines that can be pasted as it is; words are never broken. */
function command(words: readonly string[], indent: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.map(visible)) {
    if (line !== "" && indent + line.length + word.length + 3 > WIDTH) {
      lines.push(`${line} \\`);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Rules of one verdict: what was due and received, or why one is waived. */
function listed(
  title: string,
  verdict: "warns" | "waived" | "stale",
  { rules }: Compliance,
  paint: Paint,
): string[] {
  const own = rules.filter((rule) => rule.verdict === verdict);
  if (own.length === 0) return [];
  return [
    paint.yellow(paint.bold(`${title} (${own.length})`)),
    ...own
      .slice(0, MOST.warnings)
      .flatMap(({ id, reason, findings: [finding] }) =>
        verdict === "warns" && finding !== undefined
          ? [`  ${oneLine(`${id} · ${whereWords(finding)}`, WIDTH - 2)}`, ...indented(pairWords(finding), 6)]
          : [`  ${oneLine(`${id} · ${reason}`, WIDTH - 2)}`],
      ),
    ...more(own.length - MOST.warnings),
  ];
}

function questions(result: Compliance, paint: Paint): string[] {
  const groups = openQuestions(result);
  const blocked = blockedRules(result).length;
  const count = groups.reduce((sum, group) => sum + group.rules.length, blocked);
  if (count === 0) return [];
  const lines = groups
    .slice(0, MOST.questions)
    .flatMap(({ settle, options, rules }) => [
      ...hanging(`${rules.length}`.padStart(4), oneLine(settle, 300)),
      ...(options.length === 0 ? [] : indented(`add ${oneLine(options.join(" "), 300)}`, 6).map(paint.dim)),
    ]);
  const left = groups.slice(MOST.questions).reduce((sum, group) => sum + group.rules.length, 0);
  return [
    paint.yellow(paint.bold(`Not judged: ${plural(count, "required rule")}, by what would settle it`)),
    ...(blocked === 0 ? [] : hanging(`${blocked}`.padStart(4), "the causes above, once mended")),
    ...lines,
    ...(left === 0 ? [] : hanging(`${left}`.padStart(4), "see the report")),
  ];
}

function hanging(label: string, text: string): string[] {
  return wrap(text, WIDTH - label.length - 2).map(
    (line, at) => `${at === 0 ? label : " ".repeat(label.length)}  ${line}`,
  );
}

/** What concerns the run rather than the contract: instability, leftovers, errors of ours. */
function trouble({ run, instability, leftovers, defects }: Compliance, paint: Paint): string[] {
  const unstable = tallyInWords(instability);
  return [
    ...run.notes.flatMap((note) => wrap(note, WIDTH)),
    ...(unstable === "" ? [] : wrap(`Instability, retried and not judged: ${unstable}`, WIDTH)),
    ...[...groupBy(leftovers, ({ why }) => why)]
      .slice(0, MOST.leftovers)
      .flatMap(([why, own]) =>
        wrap(`Left behind: ${oneLine(own.map(({ what }) => what).join(", "), 300)} (${why})`, WIDTH),
      ),
    ...defects
      .slice(0, 5)
      .flatMap(({ rule, message }) =>
        wrap(`Error of the suite itself: ${rule ?? ""} ${oneLine(message, 400)}`, WIDTH),
      )
      .map((line) => paint.magenta(line)),
  ];
}

/** What to do next: judge the first cause again after mending it; publish a certificate. */
function next(result: Compliance, report: string, paint: Paint): string[] {
  const { causes, certificate, run, target } = result;
  if (run.traffic === true) return [];
  if (certificate.granted && !target.embedded) {
    const lines = command(certifyWords(dirname(report)), 2).map((line) => `  ${line}`);
    return [paint.bold("Next: write the certificate as a file that others can verify"), ...lines];
  }
  const [first] = causes;
  if (first === undefined) return [];
  const words = againWords(first.rules.slice(0, MOST.rerun), result);
  return [
    paint.bold("Next: mend this first, and see whether that was it"),
    ...indented(oneLine(first.title, 240)),
    ...(first.mend === null ? [] : indented(oneLine(`→ ${first.mend}`, 240))),
    ...command(words, 2).map((line) => `  ${line}`),
  ];
}

function foot(result: Compliance, report: string, paint: Paint): string[] {
  const standing = standingOf(result);
  const { target, observations } = result;
  const seen =
    observations.length === 0
      ? []
      : [`${plural(observations.length, "observation")} of what the contract leaves open: in the report`];
  return [
    ...wrap(`${target.url} · ${runPhrases(result).join(" · ")}`, WIDTH).map(paint.dim),
    ...(wasMade(result) ? numberLines(result).flatMap((line) => wrap(line, WIDTH)) : []),
    ...seen,
    ...wrap(`Report: ${visible(report)} (plimsoll open shows it)`, WIDTH),
    "",
    ...wrap(loud(standing, verdictLine(result)), WIDTH).map((line) =>
      paint.bold(tone(standing, paint)(line)),
    ),
    ...exitLines(result).map(paint.dim),
  ];
}

/** The headline in capitals, followed by the rest unchanged. */
function loud(standing: Standing, line: string): string {
  const { length } = HEADLINES[standing];
  return line.slice(0, length).toUpperCase() + line.slice(length);
}

function tone(standing: Standing, paint: Paint): (text: string) => string {
  switch (standing) {
    case "conforms":
      return paint.green;
    case "violates":
    case "not-made":
      return paint.red;
    default:
      return paint.yellow;
  }
}

/** Explains the exit code 0 of an incomplete run, which could be mistaken for success. */
function exitLines(result: Compliance): string[] {
  const { run } = result;
  if (standingOf(result) !== "incomplete" || exitCode(result) !== 0) return [];
  if (run.shard !== null || run.traffic === true) return [];
  return wrap("The exit code 0 only says that nothing is broken; --complete makes it 1.", WIDTH);
}

function indented(text: string, by = 2): string[] {
  return wrap(text, WIDTH - by).map((line) => " ".repeat(by) + line);
}

function more(count: number): string[] {
  return count > 0 ? [`  … and ${count} more, in the report`] : [];
}
