import { groupBy } from "../helpers/contract/group-by.js";
import { urlOf } from "../helpers/contract/url.js";
import { causesOf } from "./causes/causes.js";
import { addTallies, distinct, total } from "./collect.js";
import type { RunEvents, Testimony } from "./events.js";
import { countsOf, partialOf } from "./numbers.js";
import type {
  Certificate,
  Compliance,
  Defect,
  FindingResult,
  Missing,
  Observation,
  RuleResult,
  RuleVerdict,
  Run,
} from "./results.js";
import { withSample } from "./samples.js";
import { judgeRules, overallVerdict } from "./verdict.js";
import { shardWords, VERDICT_WORDS, wasMade } from "./wording.js";

/** Verdicts that prevent a certificate at any level; a waived breach is still a breach. */
const UNCERTIFIED: ReadonlySet<RuleVerdict> = new Set(["violates", "stale", "waived"]);

/** The result of a run: verdicts, counts and evidence, in an order that all runs share. */
export function complianceOf(events: RunEvents): Compliance {
  const { run, target, leftovers, operations, coverage, failure = null, notices = [], timeline } = events;
  const partly = run.traffic === true || events.stopped === true;
  const asked = operations.map((one) => ({ ...one, statuses: addTallies([coverage[one.id] ?? {}]) }));
  const answered = asked.filter(({ statuses }) => total(statuses) > 0).map(({ id }) => id);
  const waivers = events.waivers && { ...events.waivers, asked: new Set(answered) };
  const judged = judgeRules(events, { strict: run.strict, partly, waivers });
  const rules = withSamples(judged, events);
  const defects = defectsOf(events);
  const counts = countsOf(rules);
  return {
    verdict: overallVerdict(rules, run.shard !== null),
    failure,
    notices,
    partial: wasMade({ failure, run }) ? partialOf(counts.required, run) : null,
    causes: causesOf({
      rules,
      operations: asked,
      generations: run.generations,
      bodies: events.bodies ?? [],
      fixedAnswers: events.fixedAnswers ?? {},
    }),
    certificate: certificateOf(rules, run, defects),
    counts,
    run,
    target: { ...target, url: withoutCredentials(target.url) },
    rules,
    observations: observationsOf(events),
    operations: asked.map(({ id, method, path, statuses }) => ({ id, method, path, statuses })),
    instability: Object.fromEntries(Object.entries(events.instability).sort()),
    defects,
    leftovers,
    ...(events.known === undefined ? {} : { known: knownOf(rules, new Set(events.known)) }),
    ...(timeline === undefined ? {} : { timeline }),
  };
}

function knownOf(rules: readonly RuleResult[], known: ReadonlySet<string>): string[] {
  return rules
    .filter(({ id, verdict }) => (verdict === "violates" || verdict === "warns") && known.has(id))
    .map(({ id }) => id);
}

/** The rules with an exchange beside each finding. */
function withSamples(
  rules: readonly RuleResult[],
  { samples, target, keyEnv }: RunEvents,
): readonly RuleResult[] {
  const journal = new Map(samples.map((exchange) => [exchange.index, exchange]));
  const shown = (finding: FindingResult): FindingResult =>
    withSample(finding, (at) => journal.get(at), target.requestIdHeader, keyEnv);
  return rules.map((rule) => ({ ...rule, findings: rule.findings.map(shown) }));
}

function certificateOf(rules: readonly RuleResult[], run: Run, defects: readonly Defect[]): Certificate {
  const unmet = rules.filter(
    ({ level, verdict }) => UNCERTIFIED.has(verdict) || (level === "must" && verdict === "inconclusive"),
  );
  const missing: Missing[] = unmet.map(({ id, verdict, reason }) => ({
    rule: id,
    why: `${VERDICT_WORDS[verdict]}: ${reason}`,
  }));
  if (run.shard !== null) {
    missing.push({
      rule: null,
      why: `this is ${shardWords(run.shard)} only; plimsoll merge joins all of them`,
    });
  }
  if (run.only !== null) missing.push({ rule: null, why: `the run was narrowed to ${run.only}` });
  if (run.skip !== null) missing.push({ rule: null, why: `the run left out ${run.skip}` });
  if (defects.length > 0) missing.push({ rule: null, why: "an error of the suite itself came up" });
  if (!rules.some(({ level, verdict }) => level === "must" && verdict === "conforms")) {
    missing.push({ rule: null, why: "no required rule was shown to hold" });
  }
  return { granted: missing.length === 0, missing };
}

function observationsOf({ records }: Testimony): Observation[] {
  const byRule = groupBy(records, ({ rule }) => rule);
  return [...byRule]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([rule, own]) => {
      return distinct(own.flatMap(({ observations }) => observations)).map((text) => ({ rule, text }));
    });
}

/** Checks with defects, errors outside checks, and rule ids that the contract does not have. */
function defectsOf({ records, rules, defects }: Testimony): Defect[] {
  const known = new Set(rules.map(({ id }) => id));
  const broken = records
    .filter(({ outcome }) => outcome === "defect")
    .map(({ rule, check, reason }) => ({ rule, check, message: reason ?? "no error text" }));
  const named = records.flatMap(({ rule, findings }) => [rule, ...findings.map((one) => one.rule)]);
  const strangers = distinct(named.filter((rule) => !known.has(rule))).map((rule) => {
    return { rule, check: null, message: "the contract has no rule of this name" };
  });
  const loose = distinct(defects).map((message) => ({ rule: null, check: null, message }));
  return [...broken.sort((one, other) => (one.check < other.check ? -1 : 1)), ...strangers, ...loose];
}

/** The address without parts that could be secret. */
function withoutCredentials(text: string): string {
  const url = urlOf(text);
  if (url === null) return text;
  const { origin, pathname } = url;
  return origin + pathname.replace(/\/+$/, "");
}
