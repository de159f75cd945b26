import { groupBy } from "./collect.js";
import type { Compliance, RuleResult, RuleVerdict, Shards, Verdict } from "./results.js";
import { plural } from "./text.js";

/** Headline of each verdict on a target. */
export const HEADLINES = {
  conforms: "Conforms",
  violates: "Violates the contract",
  incomplete: "Incomplete",
} as const satisfies Record<Verdict, string>;

/** What stands beside the headline: a certificate, or how many obligations are missing from one; empty elsewhere. */
export function besideHeadline({ verdict, certificate, counts, run }: Compliance): string {
  if (certificate.granted) return "certificate";
  if (verdict !== "incomplete" || run.shard !== null) return "";
  return `no certificate: ${plural(counts.levels.must.inconclusive, "obligation")} not judged`;
}

/** A sign for each verdict on a rule, so that colour is never the only bearer. */
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

/** The verdict in one or two sentences for a person who never reads code. */
export function verdictSentence({ verdict, counts, certificate, run }: Compliance): string {
  const { must } = counts.levels;
  const { violates, stale, waived } = counts.verdicts;
  const known = waived === 0 ? "" : ` ${plural(waived, "known breach", "known breaches")} waived.`;
  const open = `${must.inconclusive} could not be judged`;
  switch (verdict) {
    case "violates":
      return [
        ...(violates === 0 ? [] : [`This target breaks ${plural(violates, "rule")} of the contract.`]),
        ...(stale === 0 ? [] : [`${plural(stale, "waiver")} out of date.`]),
        `${must.conforms} obligations were checked and kept, ${open}.${known}`,
      ].join(" ");
    case "incomplete":
      if (run.shard !== null) {
        return `Nothing${waived === 0 ? "" : " else"} was found broken by ${shardWords(run.shard)}: ${must.conforms} obligations were checked and kept, ${open}.${known} Only all shards together show whether the target conforms.`;
      }
      return must.conforms === 0
        ? `Nothing was found broken, but nothing could be shown to hold either.${known}`
        : `${plural(must.inconclusive, "obligation")} could not be judged, so this does not show that the target conforms. Checked and kept: ${must.conforms}. Nothing${waived === 0 ? "" : " else"} was found broken.${known}`;
    case "conforms":
      return certificate.granted
        ? `This target keeps every one of the ${must.conforms} obligations in scope.`
        : `This target keeps the ${must.conforms} obligations that this run looked at, but the run does not cover what a certificate needs.${known}`;
  }
}

/**
 * What explains most of what is broken, in one sentence with what to do about it; null where nothing stands out:
 * a generation of which nothing answers breaks the rules of all its operations.
 */
export function mainCause({ rules, run }: Compliance): string | null {
  const told = rules.find(({ id }) => id === "versioning.generation-answers")?.findings ?? [];
  const lost = run.generations.filter((one) => told.some(({ operation }) => operation?.startsWith(one)));
  if (lost.length === 0) return null;
  const left = run.generations.filter((one) => !lost.includes(one));
  const nothing = `Nothing of ${lost.join(" and ")} answers`;
  return left.length === 0
    ? `${nothing}: the address may be another one, or lack a path before /${lost[0]}.`
    : `${nothing}: if the target offers ${left.join(" and ")} only, say --generation ${left.join(",")}.`;
}

/** "shard 1 of 3", "shards 1 and 3 of 3" */
export function shardWords({ parts, of }: Shards): string {
  return `${parts.length === 1 ? "shard" : "shards"} ${parts.join(" and ")} of ${of}`;
}

/** How the run was made, in short phrases. */
export function runPhrases({ run }: Compliance): string[] {
  return [
    ...(run.shard === null ? [] : [shardWords(run.shard)]),
    run.generations.join(" and "),
    run.edition === null ? "all editions" : `edition ${run.edition}`,
    ...(run.traffic === true
      ? [`${plural(run.requests, "exchange")} recorded elsewhere`]
      : [
          `${run.effort} effort`,
          `writes ${run.writes}`,
          `seed ${run.seed}`,
          `${plural(run.requests, "request")} in ${run.seconds.toFixed(1)} s`,
        ]),
  ];
}

/** The inconclusive must rules by what would settle them, the most rewarding first. */
export function openQuestions(
  rules: readonly RuleResult[],
): { settle: string; rules: readonly RuleResult[] }[] {
  const open = rules.filter(({ level, verdict }) => level === "must" && verdict === "inconclusive");
  const groups = groupBy(open, ({ settle, reason }) => settle ?? reason);
  return [...groups]
    .map(([settle, own]) => ({ settle, rules: own }))
    .sort((one, other) => other.rules.length - one.rules.length);
}

/** Where a rule stands in an overview: its section, but the many operations with one rule each in one place. */
export function placeOf({ id, section, generation }: RuleResult): string {
  return id.startsWith("operation.") ? `Operations of ${generation}` : section;
}

/** "behaves like fault labels-desc-reverses-page: 1 of 1 rules agree", or null where no known fault is near. */
export function nearestWords({ nearestFault }: Compliance): string | null {
  if (nearestFault === null) return null;
  const { faults, agree, of } = nearestFault;
  const names = faults.map(({ fault }) => fault).join(" or ");
  return `behaves like fault ${names}: ${agree} of ${of} rules agree`;
}

/** What the run did to the target by requests that had to be refused; empty where all were. */
export function effectSentences({ run }: Compliance): string[] {
  return (run.effects ?? []).map((effect) => `The run had an effect on the target: ${effect}.`);
}
