import { createColors } from "picocolors";
import { distinct, groupBy } from "./collect.js";
import { mayBeRepeated, replayWords } from "./replay.js";
import type { Compliance, FindingResult, RuleResult, RuleVerdict } from "./results.js";
import { oneLine, plural, visible, wrap } from "./text.js";
import {
  besideHeadline,
  effectSentences,
  HEADLINES,
  mainCause,
  nearestWords,
  openQuestions,
  placeOf,
  runPhrases,
  verdictSentence,
} from "./wording.js";

/** Columns of a line. */
const WIDTH = 80;
/** Longest lists before they are cut with a count. */
const MOST = {
  rules: 20,
  effects: 5,
  findings: 2,
  warnings: 10,
  questions: 8,
  sections: 20,
  observations: 8,
  steps: 5,
} as const;

export interface ConsoleOptions {
  /** True when the text may carry colour codes. */
  readonly colour: boolean;
  /** Where the report lies. */
  readonly report: string;
}

type Paint = ReturnType<typeof createColors>;

/** The result of a run for standard output: verdict first, within 80 columns. */
export function consoleText(result: Compliance, { colour, report }: ConsoleOptions): string {
  const paint = createColors(colour);
  const blocks = [
    head(result, paint),
    ...violations(result, paint),
    hint(result, paint),
    warnings(result.rules, paint),
    waived(result.rules, paint),
    questions(result.rules, paint),
    observations(result, paint),
    trouble(result, paint),
    sections(result.rules, paint),
    [`${paint.bold("Report")}  ${visible(report)}`],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

function head(result: Compliance, paint: Paint): string[] {
  const tone = { conforms: paint.green, violates: paint.red, incomplete: paint.yellow }[result.verdict];
  const beside = besideHeadline(result);
  return [
    tone(paint.bold(HEADLINES[result.verdict].toUpperCase())) + (beside === "" ? "" : ` · ${beside}`),
    ...causeLines(result).map(paint.bold),
    ...effectLines(result).map(paint.red),
    ...wrap(verdictSentence(result), WIDTH),
    ...exitLines(result).map(paint.dim),
    ...wrap(`${result.target.url} · ${runPhrases(result).join(" · ")}`, WIDTH).map(paint.dim),
  ];
}

/** Whoever only looks at the exit code of an incomplete run takes it for a good one. */
function exitLines({ verdict, run }: Compliance): string[] {
  if (verdict !== "incomplete" || run.complete || run.shard !== null || run.traffic === true) return [];
  return wrap("An exit code of 0 only says that nothing was violated; --complete asks for more.", WIDTH);
}

function causeLines(result: Compliance): string[] {
  const cause = mainCause(result);
  return cause === null ? [] : wrap(cause, WIDTH);
}

function effectLines(result: Compliance): string[] {
  const effects = effectSentences(result);
  return [
    ...effects.slice(0, MOST.effects).flatMap((effect) => wrap(oneLine(effect, 300), WIDTH)),
    ...more(effects.length - MOST.effects),
  ];
}

function hint(result: Compliance, paint: Paint): string[] {
  const words = nearestWords(result);
  return words === null ? [] : wrap(`Hint: the target ${words}.`, WIDTH).map(paint.dim);
}

function violations(result: Compliance, paint: Paint): string[][] {
  const broken = result.rules.filter(({ verdict }) => verdict === "violates" || verdict === "stale");
  const blocks = broken.slice(0, MOST.rules).flatMap((rule) =>
    rule.verdict === "stale"
      ? [[...wrap(`${rule.id} · ${rule.section}`, WIDTH).map(paint.bold), ...pair("Waiver", rule.reason)]]
      : rule.findings
          .slice(0, MOST.findings)
          .map((one) => findingLines(one, result, paint))
          .concat(rest(rule)),
  );
  const left = broken.length - MOST.rules;
  return left > 0 ? [...blocks, [`… and ${plural(left, "more broken rule")}, in the report`]] : blocks;
}

/** One finding as label and text pairs. */
function findingLines(finding: FindingResult, { run, target }: Compliance, paint: Paint): string[] {
  const title = wrap(`${finding.rule} · ${finding.request}`, WIDTH);
  const seen = [
    finding.count > 1 ? `${finding.count} times` : null,
    finding.intermittent === true ? "intermittently: it did not come back on unchanged data" : null,
  ].filter((one) => one !== null);
  return [
    ...title.map((line) => paint.bold(line)),
    ...pair("Documented", finding.documented),
    ...pair("Received", finding.received),
    ...(finding.pointer === undefined ? [] : pair("At", finding.pointer)),
    ...(finding.smallest === undefined ? [] : labelled("Smallest", smallestLines(finding.smallest))),
    ...(seen.length === 0 ? [] : pair("Seen", seen.join(", "))),
    ...(mayBeRepeated(finding, run) ? labelled("Replay", command(replayWords(finding, run, target))) : []),
  ];
}

/** Between the steps of a sequence, and before what a counterexample was made smaller from. */
const THEN = ", then ";
const FROM = " (shrunk from ";
const LONGEST_VALUE = 240;

/** A counterexample: each step of a sequence on a line of its own, cut with a count; the report has all of it. */
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

function rest({ id, findings, unlisted }: RuleResult): string[][] {
  const left = findings.length + unlisted - MOST.findings;
  return left > 0 ? [wrap(`… and ${plural(left, "more distinct finding")} of ${id}`, WIDTH)] : [];
}

const LABEL = 14;

function pair(label: string, text: string): string[] {
  return labelled(label, wrap(oneLine(text, 600), WIDTH - LABEL));
}

function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, at) => `${at === 0 ? `  ${label}`.padEnd(LABEL) : " ".repeat(LABEL)}${line}`);
}

/** A shell command over several lines that can be pasted as it stands; no word is ever broken. */
function command(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.map(visible)) {
    if (line !== "" && LABEL + line.length + word.length + 3 > WIDTH) {
      lines.push(`${line} \\`);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function warnings(rules: readonly RuleResult[], paint: Paint): string[] {
  const warned = rules.filter(({ verdict }) => verdict === "warns");
  if (warned.length === 0) return [];
  const lines = warned.slice(0, MOST.warnings).flatMap(({ id, findings }) => {
    const text =
      findings[0] === undefined
        ? id
        : `${id} · ${findings[0].request} · ${oneLine(findings[0].received, 200)}`;
    return indented(text);
  });
  return [
    paint.yellow(paint.bold(`Warnings (${warned.length})`)),
    ...lines,
    ...more(warned.length - MOST.warnings),
  ];
}

function waived(rules: readonly RuleResult[], paint: Paint): string[] {
  const known = rules.filter(({ verdict }) => verdict === "waived");
  if (known.length === 0) return [];
  const lines = known
    .slice(0, MOST.warnings)
    .flatMap(({ id, reason }) => indented(oneLine(`${id} · ${reason}`, 240)));
  return [paint.bold(`Waived (${known.length})`), ...lines, ...more(known.length - MOST.warnings)];
}

function questions(rules: readonly RuleResult[], paint: Paint): string[] {
  const groups = openQuestions(rules);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, group) => sum + group.rules.length, 0);
  const lines = groups
    .slice(0, MOST.questions)
    .flatMap((group) => [
      ...indented(oneLine(group.settle, 240)),
      ...indented(ids(group.rules), 4).map(paint.dim),
    ]);
  return [
    paint.bold(`Could not be judged (${plural(count, "must rule")}), by what would settle it`),
    ...lines,
    ...more(groups.length - MOST.questions),
  ];
}

function ids(rules: readonly RuleResult[]): string {
  const names = rules.slice(0, 3).map(({ id }) => id);
  return [...names, ...(rules.length > 3 ? [`${rules.length - 3} more`] : [])].join(", ");
}

function observations({ observations: seen }: Compliance, paint: Paint): string[] {
  if (seen.length === 0) return [];
  const texts = distinct(seen.map(({ text }) => text));
  const lines = texts.slice(0, MOST.observations).flatMap((text) => indented(oneLine(text, 200)));
  return [
    paint.bold("What the contract leaves open, and what this target does"),
    ...lines,
    ...more(texts.length - MOST.observations),
  ];
}

/** What concerns the run and not the contract: instability, leftovers, errors of ours. */
function trouble({ run, instability, leftovers, defects }: Compliance, paint: Paint): string[] {
  const unstable = Object.entries(instability).map(([code, count]) => `${code} ${count}×`);
  return [
    ...run.notes.flatMap((note) => wrap(note, WIDTH)),
    ...(unstable.length === 0
      ? []
      : wrap(`Instability, retried and not judged: ${unstable.join(", ")}`, WIDTH)),
    ...leftovers.slice(0, 10).flatMap(({ what, why }) => wrap(`Left behind: ${what} (${why})`, WIDTH)),
    ...defects
      .slice(0, 5)
      .flatMap(({ rule, message }) =>
        wrap(`Error of the suite itself: ${rule ?? ""} ${oneLine(message, 400)}`, WIDTH),
      )
      .map((line) => paint.magenta(line)),
  ];
}

const COLUMNS = ["violates", "warns", "inconclusive", "conforms"] as const satisfies readonly RuleVerdict[];
const CELL = 13;

/** Sections by verdict; those in which everything judged conforms are only counted. */
function sections(rules: readonly RuleResult[], paint: Paint): string[] {
  const groups = [...groupBy(rules, placeOf)];
  const troubled = groups.filter(([, own]) =>
    own.some(({ verdict }) => verdict !== "conforms" && isColumn(verdict)),
  );
  const clean = groups.length - troubled.length;
  const name = WIDTH - COLUMNS.length * CELL;
  const rows = troubled.slice(0, MOST.sections).map(([section, own]) => {
    const counts = COLUMNS.map((column) => own.filter(({ verdict }) => verdict === column).length);
    return (
      oneLine(section, name).padEnd(name) +
      counts.map((count) => String(count || "·").padStart(CELL)).join("")
    );
  });
  const header = "Section".padEnd(name) + COLUMNS.map((column) => column.padStart(CELL)).join("");
  return [
    ...(rows.length === 0 ? [] : [paint.dim(header), ...rows]),
    ...more(troubled.length - MOST.sections),
    ...(clean > 0 ? [`${plural(clean, "section")} with nothing broken or undecided`] : []),
  ];
}

function isColumn(verdict: RuleVerdict): boolean {
  return COLUMNS.some((column) => column === verdict);
}

function indented(text: string, by = 2): string[] {
  return wrap(text, WIDTH - by).map((line) => " ".repeat(by) + line);
}

function more(count: number): string[] {
  return count > 0 ? [`  … and ${count} more, in the report`] : [];
}
