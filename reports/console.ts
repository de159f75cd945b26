import { dirname } from "node:path";
import { createColors } from "picocolors";
import { groupBy } from "../helpers/contract/group-by.js";
import { plural } from "../helpers/wire/message.js";
import { tallyInWords } from "../helpers/wire/trouble.js";
import { evidence, isShown, type Paint } from "./console-evidence.js";
import { command, hanging, indented, more, numbered, WIDTH } from "./console-lines.js";
import { againWords, certifyWords, mayBeRepeated, openWords } from "./replay.js";
import type { Cause, Compliance, RuleResult } from "./results.js";
import { oneLine, visible, wrap } from "./text.js";
import { exitCode } from "./verdict.js";
import {
  blockedRules,
  breachWords,
  causeWords,
  HEADLINES,
  noticeSentences,
  numberLines,
  openQuestions,
  receivedWords,
  runPhrases,
  type Standing,
  standingOf,
  verdictLine,
  wasMade,
} from "./wording.js";

/** Longest lists; the rest is only counted. Of broken rules all are named, and the first of each cause described. */
const MOST = {
  notices: 5,
  described: 8,
  warnings: 5,
  questions: 6,
  inapplicable: 3,
  rerun: 4,
  leftovers: 10,
} as const;

interface ConsoleOptions {
  /** True if the text may contain colour codes. */
  readonly colour: boolean;
  /** Path of the report. */
  readonly report: string;
  /** True if the certificate, where one is earned, is written next. */
  readonly certifies?: boolean;
}

/**
 * The result of a run for standard output, within 80 columns: causes with their broken rules, evidence for the first
 * few, what was not judged, what to do next, and the verdict last, where a terminal's reader looks. A clean run fits on
 * one screen.
 */
export function consoleText(
  result: Compliance,
  { colour, report, certifies = false }: ConsoleOptions,
): string {
  const paint = createColors(colour);
  const blocks = [
    noticeLines(result, paint),
    causes(result, paint),
    evidence(result, paint),
    listed("Recommended, and broken", "warns", result, paint),
    listed("Waived", "waived", result, paint),
    listed("Waivers out of date", "stale", result, paint),
    questions(result, paint),
    inapplicable(result, paint),
    trouble(result, paint),
    certifies && result.certificate.granted ? [] : next(result, report, paint),
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

/** Each cause with what to do about it and the rules that it breaks. */
function causes(result: Compliance, paint: Paint): string[] {
  const words = causeWords(result);
  if (words === "") return [];
  const byId = new Map(result.rules.map((rule) => [rule.id, rule]));
  const lines = result.causes.flatMap((cause, at) => [
    ...numbered(at + 1, oneLine(cause.title, 300)).map((line) => paint.bold(line)),
    ...(cause.fix === null ? [] : indented(oneLine(`→ ${cause.fix}`, 300), 4)),
    ...(cause.blocks.length === 0
      ? []
      : indented(`keeps ${plural(cause.blocks.length, "more required rule")} from being judged`, 4)),
    ...cause.rules.flatMap((id, nth) =>
      ruleLines(byId.get(id), nth < MOST.described ? told(cause, at) : "all", paint),
    ),
  ]);
  return [paint.red(paint.bold(`Start here: ${words}`)), ...lines];
}

/**
 * What need not be said of a broken rule: all, by its evidence or because it is one of many, what was due, by the title
 * of its cause, or nothing.
 */
type Told = "all" | "due" | "nothing";

function told({ kind, rules }: Cause, at: number): Told {
  if (isShown(at) && rules.length === 1) return "all";
  return isShown(at) || kind !== "rule" ? "due" : "nothing";
}

/** A broken rule with what nothing else says of it: beside it if there is room, otherwise below it. */
function ruleLines(rule: RuleResult | undefined, said: Told, paint: Paint): string[] {
  if (rule === undefined) return [];
  const sign = `    ${paint.red("×")} ${rule.id}`;
  const [finding] = rule.findings;
  if (said === "all" && finding !== undefined) return [sign];
  if (said === "nothing" && finding !== undefined)
    return [sign, ...indented(breachWords(rule), 8).map(paint.dim)];
  const text = receivedWords(rule);
  const room = WIDTH - 8 - rule.id.length;
  return text.length <= room
    ? [`${sign}  ${paint.dim(oneLine(text))}`]
    : [sign, ...indented(oneLine(text, 2 * (WIDTH - 8)), 8).map(paint.dim)];
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
      .flatMap((rule) =>
        rule.findings.length > 0 && verdict === "warns"
          ? [`  ${rule.id}`, ...indented(breachWords(rule), 6)]
          : [`  ${oneLine(`${rule.id} · ${rule.reason}`, WIDTH - 2)}`],
      ),
    ...more(own.length - MOST.warnings),
  ];
}

/** Rules that --only asked for and that do not apply to this target, with the reason. */
function inapplicable({ run, rules }: Compliance, paint: Paint): string[] {
  if (run.only === null) return [];
  const own = rules.filter(({ verdict, lookedAt }) => lookedAt && verdict === "not-applicable");
  if (own.length === 0) return [];
  return [
    paint.bold(`Not applicable (${own.length})`),
    ...own
      .slice(0, MOST.inapplicable)
      .flatMap(({ id, reason }) => [`  ${id}`, ...indented(oneLine(reason, 300), 6)]),
    ...more(own.length - MOST.inapplicable),
  ];
}

function questions(result: Compliance, paint: Paint): string[] {
  const groups = openQuestions(result);
  const blocked = blockedRules(result).length;
  const count = groups.reduce((sum, group) => sum + group.rules.length, blocked);
  if (count === 0) return [];
  // A line that says how many are left out takes the place of the only one that is.
  const most = groups.length === MOST.questions + 1 ? groups.length : MOST.questions;
  const lines = groups
    .slice(0, most)
    .flatMap(({ settle, options, rules }) => [
      ...hanging(`${rules.length}`.padStart(4), oneLine(settle, 300)),
      ...(options.length === 0 ? [] : indented(`add ${oneLine(options.join(" "), 300)}`, 6).map(paint.dim)),
    ]);
  const left = groups.slice(most).reduce((sum, group) => sum + group.rules.length, 0);
  return [
    paint.yellow(paint.bold(`Not judged: ${plural(count, "required rule")}, by what would settle it`)),
    ...(blocked === 0 ? [] : hanging(`${blocked}`.padStart(4), "the causes above, once fixed")),
    ...lines,
    ...(left === 0 ? [] : hanging(`${left}`.padStart(4), "for other reasons: see the report")),
  ];
}

/** What concerns the run rather than the contract: instability, leftovers, errors of ours. */
function trouble({ run, instability, leftovers, defects }: Compliance, paint: Paint): string[] {
  const unstable = tallyInWords(instability);
  return [
    ...run.notes.flatMap((note) => wrap(note, WIDTH)),
    ...(unstable === "" ? [] : wrap(`Instability, retried: ${unstable}`, WIDTH)),
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

/** What to do next: judge the first cause again after fixing it; publish a certificate. */
function next(result: Compliance, report: string, paint: Paint): string[] {
  const { causes, certificate, run, target } = result;
  if (run.traffic === true) return [];
  if (certificate.granted && !target.embedded) {
    const lines = command(certifyWords(dirname(report)), 2).map((line) => `  ${line}`);
    return [paint.bold("Next: write the certificate as a file that others can verify"), ...lines];
  }
  const [first] = causes;
  if (first === undefined) return [];
  if (isReplayed(result)) return [];
  const words = againWords(first.rules.slice(0, MOST.rerun), result);
  return [
    paint.bold("Next: fix this first, and see whether that was it"),
    ...indented(oneLine(first.title, 240)),
    ...(first.fix === null ? [] : indented(oneLine(`→ ${first.fix}`, 240))),
    ...command(words, 2).map((line) => `  ${line}`),
  ];
}

/** Whether the only broken rule is shown with the command that judges it again. */
function isReplayed({ causes, rules, run }: Compliance): boolean {
  const [id, ...others] = causes.flatMap((cause) => cause.rules);
  const finding = rules.find((rule) => rule.id === id)?.findings[0];
  if (finding === undefined || others.length > 0) return false;
  return finding.replay === undefined && mayBeRepeated(finding, run);
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
    ...wrap(`Report: ${visible(report)} (${visible(openWords(dirname(report)).join(" "))} shows it)`, WIDTH),
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
