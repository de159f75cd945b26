import { distinct } from "../collect.js";
import type { Compliance, RuleResult } from "../results.js";
import { breachWords } from "../wording.js";

/** A rule with different verdicts in two results. */
export interface Change {
  readonly rule: string;
  readonly level: RuleResult["level"];
  readonly statement: string;
  /** Its verdict before, and after. */
  readonly from: RuleResult["verdict"];
  readonly to: RuleResult["verdict"];
  /** The later result's reason. */
  readonly reason: string;
}

/** Whether the changed rule is required; recommended rules never fail. */
export function isRequired({ to, from }: Pick<Change, "from" | "to">): boolean {
  return to === "violates" || from === "violates";
}

/** How a later result differs from an earlier one. */
export interface Changes {
  /** Kept or unknown before, broken after. */
  readonly broken: readonly Change[];
  /** Broken before, kept after. */
  readonly fixed: readonly Change[];
  /** Judged before, without a verdict after. */
  readonly noLongerJudged: readonly Change[];
  /** Without a verdict before, kept after. */
  readonly nowKept: readonly Change[];
  /** What the checks saw of the contract's freedoms, only before and only after. */
  readonly observed: { readonly before: readonly string[]; readonly after: readonly string[] };
}

const BROKEN: ReadonlySet<string> = new Set(["violates", "warns"]);

/** Rules whose breach is nothing new after this result. */
export function knownIn({ rules }: Compliance): string[] {
  return rules.filter(({ verdict }) => BROKEN.has(verdict)).map(({ id }) => id);
}

/** Compares two results rule by rule. */
export function changesBetween(before: Compliance, after: Compliance): Changes {
  const earlier = new Map(before.rules.map((rule) => [rule.id, rule]));
  const changes = after.rules.flatMap((rule) => {
    const was = earlier.get(rule.id)?.verdict ?? "inconclusive";
    return was === rule.verdict ? [] : [changeOf(rule, was)];
  });
  return {
    broken: changes.filter(({ from, to }) => BROKEN.has(to) && !BROKEN.has(from)),
    fixed: changes.filter(({ from, to }) => BROKEN.has(from) && to === "conforms"),
    noLongerJudged: changes.filter(({ from, to }) => isVerdict(from) && !isVerdict(to) && to !== "waived"),
    nowKept: changes.filter(({ from, to }) => !isVerdict(from) && to === "conforms"),
    observed: {
      before: sentencesOnlyIn(before, after),
      after: sentencesOnlyIn(after, before),
    },
  };
}

function changeOf(rule: RuleResult, from: Change["from"]): Change {
  const { id, level, statement, verdict } = rule;
  return { rule: id, level, statement, from, to: verdict, reason: breachWords(rule) };
}

function isVerdict(verdict: Change["from"]): boolean {
  return verdict === "conforms" || BROKEN.has(verdict);
}

function sentencesOnlyIn(one: Compliance, other: Compliance): string[] {
  const known = new Set(other.observations.map(({ text }) => withoutIds(text)));
  return distinct(one.observations.map(({ text }) => text)).filter((text) => !known.has(withoutIds(text)));
}

/** A sentence without its ids and times: each run names others. */
function withoutIds(text: string): string {
  return text.replace(ONE_OR_MORE, "#");
}

/** One or several words with four digits or more in a row. */
const ONE_OR_MORE = /[\w:.+-]*\d{4}[\w:.+-]*\b(, [\w:.+-]*\d{4}[\w:.+-]*\b)*/g;
