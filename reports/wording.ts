import { groupBy } from "../helpers/contract/group-by.js";
import type { Level } from "../helpers/contract/model.js";
import { plural } from "../helpers/wire/message.js";
import { distinct } from "./collect.js";
import type {
  Compliance,
  FindingResult,
  Numbers,
  Partial,
  RuleResult,
  RuleVerdict,
  Run,
  Shards,
} from "./results.js";
import { oneLine } from "./text.js";

/** What a result means to a reader: the verdict, and what the verdict alone does not say. */
export type Standing = "not-made" | "violates" | "waivers" | "incomplete" | "partial" | "conforms";

export const HEADLINES = {
  "not-made": "Could not be run",
  violates: "Violates the contract",
  waivers: "Waivers out of date",
  incomplete: "Incomplete",
  partial: "Partial",
  conforms: "Conforms",
} as const satisfies Record<Standing, string>;

/** Whether a run was made, even if it did not reach its end. */
export function wasMade({ failure, run }: Pick<Compliance, "failure" | "run">): boolean {
  return failure === null || run.requests > 0;
}

export function standingOf(result: Compliance): Standing {
  const { verdict, partial, counts, defects } = result;
  if (!wasMade(result)) return "not-made";
  if (verdict === "violates") return "violates";
  if (defects.length > 0) return "incomplete";
  if (counts.verdicts.stale > 0) return "waivers";
  const { notJudged, kept, waived } = counts.required;
  if (notJudged > 0 || kept + waived === 0) return "incomplete";
  return partial === null ? verdict : "partial";
}

/** A sign for each verdict on a rule, so that colour is never the only indicator. */
export const SIGNS = {
  violates: "×",
  stale: "↺",
  warns: "!",
  inconclusive: "?",
  conforms: "✓",
  observed: "○",
  waived: "≈",
  "not-applicable": "–",
} as const satisfies Record<RuleVerdict, string>;

export const VERDICT_WORDS = {
  violates: "broken",
  stale: "waiver out of date",
  warns: "broken, recommended",
  inconclusive: "not judged",
  conforms: "kept",
  observed: "for information",
  waived: "waived",
  "not-applicable": "not applicable",
} as const satisfies Record<RuleVerdict, string>;

export const LEVEL_WORDS = {
  must: "required",
  should: "recommended",
  open: "for information",
} as const satisfies Record<Level, string>;

/** The outcome of a rule, in a word or two. */
export function verdictWords({ verdict, lookedAt }: Pick<RuleResult, "verdict" | "lookedAt">): string {
  return lookedAt ? VERDICT_WORDS[verdict] : "not looked at";
}

/** The verdict in one line: "Violates the contract: 3 required rules broken". */
export function verdictLine(result: Compliance): string {
  const { counts, partial, failure } = result;
  const { required, recommended, verdicts } = counts;
  const standing = standingOf(result);
  const headline = HEADLINES[standing];
  const nothing = required.waived + recommended.waived > 0 ? "nothing else broken" : "nothing broken";
  switch (standing) {
    case "not-made":
      return `${headline}: ${failure}`;
    case "violates": {
      const both = verdicts.violates > required.broken;
      const broken = both ? `${verdicts.violates} rules` : plural(required.broken, "required rule");
      return `${headline}: ${broken} broken${partialClause(partial)}`;
    }
    case "waivers":
      return `${headline}: ${verdicts.stale}, ${nothing}`;
    case "incomplete":
      return `${headline}: ${incompleteWords(result, nothing)}`;
    case "partial":
      return `${partial === null ? headline : partialWords(partial)} looked at, ${nothing}`;
    case "conforms":
      return `${headline}: ${required.waived > 0 ? nothing : `all ${required.total} required rules kept`}`;
  }
}

/** @param nothing says that nothing is broken */
function incompleteWords({ defects, counts: { required }, partial }: Compliance, nothing: string): string {
  if (defects.length > 0) return `${plural(defects.length, "error")} of the suite itself, ${nothing}`;
  if (required.notJudged === 0) return "no required rule could be judged";
  return `${plural(required.notJudged, "required rule")} not judged, ${nothing}${partialClause(partial)}`;
}

function partialClause(partial: Partial | null): string {
  return partial === null ? "" : `. ${partialWords(partial)}`;
}

/** "Partial: 1 of 500 required rules" */
export function partialWords({ lookedAt, of }: Partial): string {
  return `Partial: ${lookedAt} of ${of} required rules`;
}

/** The numbers of rules that add up to their total, each with its words. */
export const NUMBER_WORDS = [
  ["kept", "kept"],
  ["broken", "broken"],
  ["waived", "waived"],
  ["waiversOutOfDate", "with a waiver out of date"],
  ["notJudged", "not judged"],
  ["notLookedAt", "not looked at"],
] as const satisfies readonly (readonly [keyof Numbers, string])[];

/** "500 required rules: 489 kept, 3 broken, 8 not judged"; the parts add up. */
export function numberWords(numbers: Numbers, level: "required" | "recommended"): string {
  const parts = NUMBER_WORDS.filter(([name]) => numbers[name] > 0 || name === "kept");
  return `${plural(numbers.total, `${level} rule`)}: ${parts.map(([name, words]) => `${numbers[name]} ${words}`).join(", ")}`;
}

/** The numbers of a result, a line for each level that has rules. */
export function numberLines({ counts }: Compliance): string[] {
  return [
    numberWords(counts.required, "required"),
    ...(counts.recommended.total === 0 ? [] : [numberWords(counts.recommended, "recommended")]),
  ];
}

/** What is broken, and how far causes explain it: "3 causes explain 41 broken rules"; empty if nothing is. */
export function causeWords({ causes }: Compliance): string {
  const rules = causes.reduce((sum, cause) => sum + cause.rules.length, 0);
  if (rules === 0) return "";
  const broken = plural(rules, "broken rule");
  if (causes.length === rules) return broken;
  return causes.length === 1 ? `1 cause explains ${broken}` : `${causes.length} causes explain ${broken}`;
}

/** "shard 1 of 3", "shards 1 and 3 of 3" */
export function shardWords({ parts, of }: Shards): string {
  return `${parts.length === 1 ? "shard" : "shards"} ${parts.join(" and ")} of ${of}`;
}

const WRITES = {
  none: "meant to change nothing",
  own: "meant to change only what it created",
  fixtures: "might change named test data",
} as const satisfies Record<Run["writes"], string>;

/** What the run was allowed to change. */
export function writesWords({ writes }: Run): string {
  return WRITES[writes];
}

/** How the run was made, in short phrases. */
export function runPhrases(result: Compliance): string[] {
  const { run } = result;
  if (!wasMade(result)) return [run.generations.join(" and ")];
  return [
    ...(run.shard === null ? [] : [shardWords(run.shard)]),
    run.generations.join(" and "),
    ...(run.edition === null ? [] : [`edition ${run.edition}`]),
    ...(run.traffic === true
      ? [`${plural(run.requests, "exchange")} recorded elsewhere`]
      : [
          `${run.effort} effort`,
          writesWords(run),
          `seed ${run.seed}`,
          `${plural(run.requests, "request")} in ${run.seconds.toFixed(1)} s`,
        ]),
  ];
}

/** Required rules that could not be judged, with what would settle them. */
export interface OpenQuestion {
  readonly settle: string;
  /** The options to type, all together; empty if none helps, or if the text names them itself. */
  readonly options: readonly string[];
  readonly rules: readonly RuleResult[];
}

/** The required rules that were not judged and that no cause explains, by what would settle them, most rules first. */
export function openQuestions({ rules, causes }: Compliance): OpenQuestion[] {
  const blocked = new Set(causes.flatMap(({ blocks }) => blocks));
  const open = rules.filter((rule) => isNotJudged(rule) && !blocked.has(rule.id));
  return [...groupBy(open, (rule) => withoutAsides(settleOf(rule)))]
    .map(([gist, own]) => {
      const settle = theOnly(distinct(own.map(settleOf))) ?? gist;
      const options = distinct(own.flatMap(({ options = [] }) => options));
      return { settle, options: options.every((one) => settle.includes(one)) ? [] : options, rules: own };
    })
    .sort((one, other) => other.rules.length - one.rules.length);
}

function settleOf({ settle, reason }: RuleResult): string {
  return settle ?? reason;
}

function theOnly([first, ...others]: readonly string[]): string | undefined {
  return others.length === 0 ? first : undefined;
}

/** A text without what stands in brackets: the items that a rule was about, where what would settle it is the same. */
function withoutAsides(text: string): string {
  const shorter = text.replace(/ ?\([^()]*\)/g, "");
  return shorter === text ? text : withoutAsides(shorter);
}

/** Required rules that were not judged because something is broken. */
export function blockedRules({ causes }: Compliance): string[] {
  return causes.flatMap(({ blocks }) => blocks);
}

function isNotJudged({ level, verdict, lookedAt }: RuleResult): boolean {
  return level === "must" && verdict === "inconclusive" && lookedAt;
}

/** A rule's place in an overview: its section; all rules about single operations share one place. */
export function placeOf({ id, section, generation }: RuleResult): string {
  return id.startsWith("operation.") ? `Operations of ${generation}` : section;
}

/** The rules that are broken, required ones first. */
export function brokenRules({ rules }: Pick<Compliance, "rules">): RuleResult[] {
  return rules.filter(({ verdict }) => verdict === "violates");
}

/** What was received, on one line, for use beside what is due; the evidence lists all members. */
export function receivedWords({ findings: [finding], reason }: RuleResult): string {
  return finding === undefined ? reason : `${finding.request}: ${briefly(finding.received)}`;
}

/** What is due and what was received, on one line. */
export function breachWords({
  findings: [finding],
  reason,
}: Pick<RuleResult, "findings" | "reason">): string {
  return finding === undefined ? reason : `${whereWords(finding)}: ${pairWords(finding)}`;
}

/** The same in full, for programs that show it whole. */
export function wholeWords(finding: FindingResult): string {
  return `${whereWords(finding)}: documented ${finding.documented}; received ${finding.received}`;
}

/** "GET /v1/labels at /labels/0/status" */
function whereWords({ request, pointer }: FindingResult): string {
  return `${oneLine(request, MOST.request)}${pointer ? ` at ${oneLine(pointer, MOST.half)}` : ""}`;
}

/** "documented status 401; received status 403" */
function pairWords({ documented, received }: FindingResult): string {
  return `documented ${oneLine(documented, MOST.half)}; received ${oneLine(briefly(received), MOST.half)}`;
}

function briefly(received: string): string {
  return received.replace(/; the members are .*/s, "");
}

/** Characters on one line, so that neither what is due nor what came crowds the other out. */
const MOST = { request: 120, half: 140 } as const;

/** How often a finding came, in words. */
export function seenWords({ count, intermittent }: { count: number; intermittent?: boolean }): string {
  return [
    ...(count > 1 ? [`${count} times`] : []),
    ...(intermittent === true ? ["intermittently: it did not come back on unchanged data"] : []),
  ].join(", ");
}

/** Whether a breach is nothing new: the run's baseline has the rule as broken too. */
export function isKnown({ known = [] }: Pick<Compliance, "known">, id: string): boolean {
  return known.includes(id);
}

/** How many of the broken rules are nothing new, in a sentence; none without a baseline. */
export function baselineSentences({ known, rules }: Compliance): string[] {
  if (known === undefined) return [];
  const broken = rules.filter(({ verdict }) => verdict === "violates" || verdict === "warns").length;
  return [
    `Against the baseline: ${plural(broken - known.length, "rule")} newly broken, ${known.length} broken before.`,
  ];
}

/** What a reader must know first, beginning with unwanted effects on the target. */
export function noticeSentences({ run, notices }: Compliance): string[] {
  const effects = (run.effects ?? []).map((effect) => `The run had an effect on the target: ${effect}.`);
  return [...effects, ...notices];
}
