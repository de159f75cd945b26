import { plural } from "../helpers/wire/message.js";
import { code, prose } from "./markdown.js";
import { againWords, mayBeRepeated, replayWords } from "./replay.js";
import type { Cause, Compliance, FindingResult, Numbers, RuleResult } from "./results.js";
import { oneLine } from "./text.js";
import {
  baselineSentences,
  blockedRules,
  breachWords,
  brokenRules,
  causeWords,
  HEADLINES,
  isKnown,
  NUMBER_WORDS,
  noticeSentences,
  openQuestions,
  runPhrases,
  verdictLine,
  wasMade,
} from "./wording.js";

/** Longest lists; the rest is only counted, because a step summary is limited to 1 MiB. Broken rules are never cut. */
const MOST = { evidence: 30, findings: 2, others: 30, questions: 15 } as const;
/** Longest command to paste, in characters. */
const LONGEST_COMMAND = 2_000;

/** The result as GitHub Markdown, for the step summary of a CI job or a comment: problems first. */
export function summaryMarkdown(result: Compliance): string {
  const { rules, target, run } = result;
  const of = (verdict: RuleResult["verdict"]) => rules.filter((rule) => rule.verdict === verdict);
  return [
    ...(wasMade(result)
      ? [`## Plimsoll: ${prose(oneLine(verdictLine(result), 400))}`]
      : [`## Plimsoll: ${HEADLINES["not-made"]}`, code(result.failure ?? "")]),
    ...[...noticeSentences(result), ...baselineSentences(result)].map(
      (notice) => `> ${prose(oneLine(notice, 400))}`,
    ),
    ...causeList(result),
    ...next(result),
    ...evidence(result),
    ...listed("Not judged, by what would settle it", questions(result), result.counts.required.notJudged),
    ...listed("Recommended, and broken", of("warns").map(warning)),
    ...listed("Waived", of("waived").map(reasoned)),
    ...listed("Waivers out of date", of("stale").map(reasoned)),
    ...listed(
      "Errors of the suite itself",
      result.defects.map(({ rule, message }) => `- ${code(oneLine(`${rule ?? "run"}: ${message}`, 400))}`),
    ),
    ...listed(
      "Left behind",
      result.leftovers.map(({ what, why }) => `- ${code(oneLine(`${what}: ${why}`, 240))}`),
    ),
    ...(wasMade(result) ? [numbersTable(result)] : []),
    [code(target.url), ...runPhrases(result)].join(" · "),
    ...run.notes.map((note) => prose(note)),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Causes in the order in which to fix them, each with all rules that it breaks. */
function causeList(result: Compliance): string[] {
  const words = causeWords(result);
  if (words === "") return [];
  const byId = new Map(result.rules.map((rule) => [rule.id, rule]));
  return [
    `### Start here: ${words}`,
    result.causes.map((cause, at) => causeItem(cause, at + 1, byId, result)).join("\n"),
  ];
}

function causeItem(
  { kind, title, fix, rules, blocks }: Cause,
  number: number,
  byId: ReadonlyMap<string, RuleResult>,
  result: Compliance,
): string {
  const keeps =
    blocks.length === 0 ? [] : [`keeps ${plural(blocks.length, "more required rule")} from being judged`];
  const beside = [...(fix === null ? [] : [prose(fix)]), ...keeps];
  // Lines that belong to an item are indented as far as its text.
  const marker = `${number}. `;
  const inner = " ".repeat(marker.length);
  return [
    `${marker}**${prose(oneLine(title, 300))}**${beside.length === 0 ? "" : ` – ${beside.join("; ")}`}`,
    ...rules.map(
      (id) =>
        `${inner}- ${code(id)}${isKnown(result, id) ? " (in the baseline too)" : ""} ${ruleWords(kind, byId.get(id))}`,
    ),
  ].join("\n");
}

/** What a rule says or, if the cause already says that, what was received instead. */
function ruleWords(kind: Cause["kind"], rule: RuleResult | undefined): string {
  if (rule === undefined) return "";
  return kind === "rule" ? code(breachWords(rule)) : prose(oneLine(rule.statement, 240));
}

function next(result: Compliance): string[] {
  const [first] = result.causes;
  if (first === undefined || result.run.traffic === true) return [];
  return [
    "When the first cause is fixed, this shows whether that was it:",
    `\`\`\`sh\n${oneLine(againWords(first.rules.slice(0, 4), result).join(" "))}\n\`\`\``,
  ];
}

function evidence(result: Compliance): string[] {
  const broken = brokenRules(result);
  if (broken.length === 0) return [];
  const shown = broken.slice(0, MOST.evidence).map((rule) => ruleEvidence(rule, result));
  const left = broken.length - shown.length;
  return [
    `### Evidence (${broken.length})`,
    [...shown, ...(left > 0 ? [`Evidence of ${plural(left, "more broken rule")}: in the report.`] : [])].join(
      "\n\n",
    ),
  ];
}

/** Folded to keep the summary readable: GitHub shows details as a line to open. */
function ruleEvidence({ id, findings, unlisted }: RuleResult, result: Compliance): string {
  const left = findings.length + unlisted - MOST.findings;
  return [
    `<details><summary><code>${id.replace(/[^\w.-]/g, "")}</code></summary>`,
    findings
      .slice(0, MOST.findings)
      .map((finding) => findingItem(finding, result))
      .join("\n"),
    ...(left > 0 ? [`… and ${plural(left, "more distinct finding")}`] : []),
    "</details>",
  ].join("\n\n");
}

function findingItem(finding: FindingResult, { run, target }: Compliance): string {
  const curl = finding.sample?.curl ?? "";
  return [
    `- ${code(oneLine(finding.request, 300))}`,
    `  - Documented: ${code(oneLine(finding.documented, 400))}`,
    `  - Received: ${code(oneLine(finding.received, 400))}`,
    ...(finding.pointer ? [`  - At: ${code(oneLine(finding.pointer, 300))}`] : []),
    ...(finding.smallest === undefined ? [] : [`  - Smallest: ${code(oneLine(finding.smallest, 240))}`]),
    ...(mayBeRepeated(finding, run)
      ? [`  - Replay: ${code(replayWords(finding, run, target).join(" "))}`]
      : []),
    ...(curl.length > 0 && curl.length < LONGEST_COMMAND ? [`  - Ask it yourself: ${code(curl)}`] : []),
  ].join("\n");
}

function questions(result: Compliance): string[] {
  const blocked = blockedRules(result).length;
  return [
    ...(blocked === 0 ? [] : [`- ${blocked}: the causes above, once fixed`]),
    ...openQuestions(result).map(
      ({ settle, options, rules }) =>
        `- ${rules.length}: ${prose(oneLine(settle, 240))}${options.length === 0 ? "" : ` – add ${code(options.join(" "))}`}`,
    ),
  ];
}

/** @param count number of things that the items stand for, if it differs from their number */
function listed(title: string, items: readonly string[], count = items.length): string[] {
  if (items.length === 0) return [];
  const rest =
    items.length > MOST.others ? [`- … and ${items.length - MOST.others} more, in the report`] : [];
  return [`### ${title} (${count})`, [...items.slice(0, MOST.others), ...rest].join("\n")];
}

function warning(rule: RuleResult): string {
  return `- ${code(rule.id)} ${code(breachWords(rule))}`;
}

function reasoned({ id, reason }: RuleResult): string {
  return `- ${code(id)} ${prose(oneLine(reason, 240))}`;
}

function numbersTable({ counts: { required, recommended } }: Compliance): string {
  const columns = NUMBER_WORDS.filter(
    ([name]) => required[name] + recommended[name] > 0 || name === "kept" || name === "broken",
  );
  const row = (level: string, numbers: Numbers) =>
    `| ${level} | ${numbers.total} | ${columns.map(([name]) => numbers[name]).join(" | ")} |`;
  return [
    `| rules | in all | ${columns.map(([, words]) => words).join(" | ")} |`,
    `| --- | ---: | ${columns.map(() => "---:").join(" | ")} |`,
    row("required", required),
    row("recommended", recommended),
  ].join("\n");
}
