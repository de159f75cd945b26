import { groupBy } from "../helpers/contract/group-by.js";
import type { CheckRecord, Findings } from "../helpers/wire/exchange.js";
import { plural } from "../helpers/wire/message.js";
import { addTallies, distinct, total } from "./collect.js";
import type { RuleFacts, Testimony } from "./events.js";
import { groupFindings } from "./group.js";
import type { Compliance, RuleResult, Tally, Verdict } from "./results.js";
import { counted } from "./text.js";
import { type Waivers, withWaivers } from "./waivers.js";

type Ruling = Pick<RuleResult, "verdict" | "reason" | "settle" | "options">;

/** Everything that a run says about one rule. */
interface Seen {
  readonly rule: RuleFacts;
  readonly outOfScope: string | undefined;
  /** Out of scope because the edition does not have it. */
  readonly isYounger: boolean;
  readonly records: readonly CheckRecord[];
  readonly findings: Findings;
}

/** How a run is judged. */
interface Judging {
  /** True if a breach of a `should` rule is a violation. */
  readonly strict: boolean;
  /** True if what is not shown was not looked at: in a recording of others, or a stopped run. */
  readonly partly?: boolean;
  /** Known breaches; none if absent. */
  readonly waivers?: Waivers | undefined;
}

/** How a run is judged that may have reached a bound, such as its budget. */
interface Bounded extends Judging {
  /** A check that could not ask any more; what is not shown may be for the same reason. */
  readonly unasked: CheckRecord | undefined;
}

/**
 * The verdict on every rule, in the order of the rules. It does not depend on the order of the records. A finding
 * counts for the rule that it names, whichever check made it; findings of a check with a defect of ours do not count.
 */
export function judgeRules(testimony: Testimony, judging: Judging): RuleResult[] {
  const { rules, outOfScope, younger } = testimony;
  const records = groupBy(testimony.records, (record) => record.rule);
  const honest = testimony.records.filter((record) => record.outcome !== "defect");
  const findings = groupBy(
    honest.flatMap((record) => record.findings),
    (finding) => finding.rule,
  );
  const unasked = unaskedIn(testimony.records);
  const bounded = { ...judging, unasked, partly: judging.partly === true || unasked !== undefined };
  return rules.map((rule) =>
    resultOf(
      {
        rule,
        outOfScope: outOfScope.get(rule.id),
        isYounger: younger?.has(rule.id) === true,
        records: records.get(rule.id) ?? [],
        findings: outOfScope.has(rule.id) ? [] : (findings.get(rule.id) ?? []),
      },
      bounded,
    ),
  );
}

/** The same one whatever the order of the records. */
function unaskedIn(records: readonly CheckRecord[]): CheckRecord | undefined {
  return records
    .filter(({ unasked }) => unasked === true)
    .toSorted((one, other) => whyUndecided(one).localeCompare(whyUndecided(other)))[0];
}

function resultOf(seen: Seen, judging: Bounded): RuleResult {
  const { id, level, section, generation, statement, operations = [] } = seen.rule;
  const plain = { ...rulingOn(seen, judging), findings: seen.findings };
  const { verdict, reason, findings, ...settle } = withWaivers(plain, id, judging.waivers);
  const { shown, unlisted } = groupFindings(findings);
  return {
    id,
    level,
    section,
    generation,
    statement,
    operations,
    lookedAt: wasLookedAt(seen, judging),
    verdict,
    reason,
    ...settle,
    evidence: evidenceOf(seen, (record) => record.outcome !== "defect"),
    checks: distinct(seen.records.map((record) => record.check)),
    breaches: seen.findings.length,
    findings: shown,
    unlisted,
  };
}

/** The worst outcome wins: a breach, then what could not be judged, then what holds. */
function rulingOn(seen: Seen, judging: Bounded): Ruling {
  const { rule, outOfScope, records, findings } = seen;
  if (outOfScope !== undefined) return { verdict: "not-applicable", reason: outOfScope };
  if (findings.length > 0) return breach(rule, findings.length, judging);
  if (rule.by === "none")
    return { verdict: "observed", reason: rule.whyUnjudged ?? "not visible from outside" };
  if (rule.level === "open") return { verdict: "observed", reason: "left open by the contract" };

  const undecided = records.filter(({ outcome }) => outcome === "inconclusive" || outcome === "defect");
  if (undecided.length > 0) {
    const reason = distinct(undecided.map(whyUndecided)).join("; ");
    // A check's reason says what it missed on this target, which is more specific than the rule's own needs.
    const options = distinct(undecided.flatMap((record) => record.options ?? []));
    return { verdict: "inconclusive", reason, settle: reason, options };
  }
  const evidence = evidenceOf(seen, (record) => record.outcome === "judged");
  if (total(evidence) > 0) return { verdict: "conforms", reason: inWords(evidence) };
  const inapplicable = records.filter(({ outcome }) => outcome === "not-applicable");
  // A check that saw nothing takes nothing from one that says why the rule does not apply.
  if (inapplicable.length > 0) {
    return {
      verdict: "not-applicable",
      reason: distinct(inapplicable.map(({ reason }) => reason ?? "")).join("; "),
    };
  }
  if (records.length > 0) {
    // Only a full look shows that something does not exist.
    if (rule.unless && judging.partly !== true) return { verdict: "not-applicable", reason: rule.unless };
    return unseen(rule, "the check saw nothing that it could judge", judging);
  }
  return unseen(rule, "no exchange of this run shows it", judging);
}

function breach(rule: RuleFacts, count: number, { strict }: Judging): Ruling {
  const reason = plural(count, "finding");
  if (rule.level === "open") return { verdict: "observed", reason };
  return { verdict: rule.level === "must" || strict ? "violates" : "warns", reason };
}

/** Nothing relevant was seen; the rule itself says what that would have been, unless the run had to stop asking. */
function unseen({ needs }: RuleFacts, reason: string, { unasked }: Bounded): Ruling {
  if (unasked !== undefined) {
    const settle = whyUndecided(unasked);
    return {
      verdict: "inconclusive",
      reason: `${reason}: ${settle}`,
      settle,
      options: unasked.options ?? [],
    };
  }
  const open = { verdict: "inconclusive", options: [] } as const;
  if (!needs) return { ...open, reason, settle: reason };
  return {
    ...open,
    reason: `${reason}: the rule needs ${needs}`,
    settle: `needs ${needs}`,
  };
}

function whyUndecided({ outcome, reason }: CheckRecord): string {
  if (outcome === "defect") return "an error of the suite itself kept the check from judging";
  return reason ?? "the check could not be made";
}

/**
 * Whether the run says anything about a rule. The run's limits leave rules out; so do a used-up budget, a stopped run
 * and a recording of somebody else, if they show nothing of a rule.
 */
function wasLookedAt(
  { outOfScope, isYounger, records, findings }: Seen,
  { partly = false }: Judging,
): boolean {
  if (outOfScope !== undefined) return isYounger;
  if (findings.length > 0) return true;
  if (records.length > 0 && records.every(({ unasked }) => unasked === true)) return false;
  return !partly || total(addTallies(records.map(({ evidence }) => evidence))) > 0;
}

function evidenceOf({ records }: Seen, counts: (record: CheckRecord) => boolean): Tally {
  return addTallies(records.filter(counts).map(({ evidence }) => evidence));
}

function inWords(evidence: Tally): string {
  const seen = Object.entries(evidence).filter(([, count]) => count > 0);
  return `seen: ${seen.map(([name, count]) => counted(count, name)).join(", ")}`;
}

/**
 * The verdict on the target. `conforms` needs every must rule in scope judged, and at least one: missing data is never
 * a pass. A useless waiver is not a breach, but must be fixed.
 * @param part true if other shards of the run also count
 */
export function overallVerdict(rules: readonly RuleResult[], part = false): Verdict {
  if (rules.some(({ verdict }) => verdict === "violates")) return "violates";
  if (part || rules.some(({ verdict }) => verdict === "stale")) return "incomplete";
  const must = rules.filter(({ level }) => level === "must");
  const open = must.some(({ verdict }) => verdict === "inconclusive");
  return open || !must.some(({ verdict }) => verdict === "conforms") ? "incomplete" : "conforms";
}

/**
 * Exit code of the process: 0 nothing violated; 1 something violated (or a waiver out of date or, under `run.complete`,
 * something not judged); 2 the run could not be made, or an error of the suite itself.
 */
export function exitCode({
  verdict,
  counts,
  failure,
  defects,
  run,
}: Pick<Compliance, "verdict" | "counts" | "failure" | "defects" | "run">): 0 | 1 | 2 {
  if (defects.length > 0 || failure !== null) return 2;
  if (verdict === "violates" || counts.verdicts.stale > 0) return 1;
  return verdict === "incomplete" && run.complete ? 1 : 0;
}
