import { mayBeRepeated, replayWords } from "./replay.js";
import type { Compliance, FindingResult, RuleResult } from "./results.js";
import { oneLine, plural } from "./text.js";
import {
  besideHeadline,
  effectSentences,
  HEADLINES,
  mainCause,
  openQuestions,
  runPhrases,
  verdictSentence,
} from "./wording.js";

/** Longest lists before they are cut with a count; a step summary has a bound of 1 MiB. */
const MOST = { rules: 30, findings: 2, warnings: 30, questions: 15, observations: 20 } as const;

/** The result as Markdown, for the step summary of a CI job or a comment. */
export function summaryMarkdown(result: Compliance): string {
  const { rules, target } = result;
  const cause = mainCause(result);
  const broken = rules.filter(({ verdict }) => verdict === "violates" || verdict === "stale");
  const warned = rules.filter(({ verdict }) => verdict === "warns");
  return [
    `## Plimsoll: ${[HEADLINES[result.verdict], besideHeadline(result)].filter(Boolean).join(" · ")}`,
    ...(cause === null ? [] : [`**${cause}**`]),
    ...effectSentences(result).map((effect) => `**${code(oneLine(effect, 400))}**`),
    verdictSentence(result),
    `${code(target.url)} · ${runPhrases(result).join(" · ")}`,
    ...result.run.notes.map((note) => code(note)),
    countsTable(result),
    ...listed("Violations", broken, MOST.rules, (rule) => violation(rule, result)),
    ...listed("Warnings", warned, MOST.warnings, warning),
    ...listed(
      "Waived",
      rules.filter(({ verdict }) => verdict === "waived"),
      MOST.warnings,
      ({ id, reason }) => `- ${code(id)} ${code(oneLine(reason, 240))}`,
    ),
    ...listed(
      "Could not be judged",
      openQuestions(rules),
      MOST.questions,
      (group) =>
        `- ${code(oneLine(group.settle, 240))}: ${group.rules
          .slice(0, 5)
          .map(({ id }) => code(id))
          .join(", ")}${group.rules.length > 5 ? ` and ${group.rules.length - 5} more` : ""}`,
    ),
    ...listed(
      "Left open by the contract",
      result.observations,
      MOST.observations,
      ({ text }) => `- ${code(oneLine(text, 240))}`,
    ),
    ...listed(
      "Errors of the suite itself",
      result.defects,
      5,
      ({ rule, message }) => `- ${code(oneLine(`${rule ?? "run"}: ${message}`, 400))}`,
    ),
    ...listed(
      "Left behind",
      result.leftovers,
      20,
      ({ what, why }) => `- ${code(oneLine(`${what}: ${why}`, 240))}`,
    ),
  ]
    .join("\n\n")
    .concat("\n");
}

function listed<T>(title: string, items: readonly T[], most: number, line: (item: T) => string): string[] {
  if (items.length === 0) return [];
  const lines = items.slice(0, most).map(line);
  const rest = items.length > most ? [`- … and ${items.length - most} more, in the report`] : [];
  return [`### ${title} (${items.length})`, [...lines, ...rest].join("\n")];
}

function countsTable({ counts }: Compliance): string {
  const { must, should } = counts.levels;
  return [
    "| level | violates | warns | inconclusive | conforms |",
    "| --- | ---: | ---: | ---: | ---: |",
    `| must | ${must.violates} | ${must.warns} | ${must.inconclusive} | ${must.conforms} |`,
    `| should | ${should.violates} | ${should.warns} | ${should.inconclusive} | ${should.conforms} |`,
  ].join("\n");
}

function violation(rule: RuleResult, result: Compliance): string {
  const shown = rule.findings.slice(0, MOST.findings).map((finding) => findingItem(finding, result));
  const left = rule.findings.length + rule.unlisted - MOST.findings;
  return [
    `- **${code(rule.id)}** ${code(oneLine(rule.statement, 240))}`,
    ...(rule.verdict === "stale" ? [`  - ${code(oneLine(rule.reason, 240))}`] : []),
    ...shown,
    ...(left > 0 ? [`  - … and ${plural(left, "more distinct finding")}`] : []),
  ].join("\n");
}

function findingItem(finding: FindingResult, { run, target }: Compliance): string {
  return [
    `  - ${code(oneLine(finding.request, 300))}`,
    `    - Documented ${code(oneLine(finding.documented, 400))}`,
    `    - Received ${code(oneLine(finding.received, 400))}`,
    ...(finding.smallest === undefined ? [] : [`    - Smallest ${code(oneLine(finding.smallest, 240))}`]),
    ...(mayBeRepeated(finding, run)
      ? [`    - Replay ${code(replayWords(finding, run, target).join(" "))}`]
      : []),
  ].join("\n");
}

function warning({ id, findings }: RuleResult): string {
  return `- ${code(id)} ${findings[0] === undefined ? "" : code(oneLine(findings[0].received, 240))}`;
}

/** A code span in which nothing is Markdown, a link or a mention, whatever the text. */
function code(text: string): string {
  const line = oneLine(text);
  const runs = (line.match(/`+/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  return `${fence} ${line} ${fence}`;
}
