/**
 * The result of a run: the types of schemas/results/compliance.schema.json. A test keeps the two equal; all reports
 * read only this.
 */

import type { Generation, Level } from "../helpers/contract/model.js";
import type { Finding } from "../helpers/wire/exchange.js";
import type { Timeline } from "../helpers/wire/timeline.js";

/** All verdicts of a rule, the most urgent first; reports show them in this order. */
export const RULE_VERDICTS = [
  "violates",
  "stale",
  "warns",
  "inconclusive",
  "conforms",
  "observed",
  "waived",
  "not-applicable",
] as const;

export type RuleVerdict = (typeof RULE_VERDICTS)[number];
export type Verdict = "conforms" | "violates" | "incomplete";
export type Tally = Readonly<Record<string, number>>;
type VerdictCounts = Readonly<Record<RuleVerdict, number>>;

/** What may explain broken rules, in the order in which one hides the next. */
const CAUSE_KINDS = [
  "generation",
  "server-error",
  "missing-operations",
  "key",
  "error-body",
  "unreadable",
  "member",
  "paging",
  "same-answer",
  "topic",
  "rule",
] as const;

export type CauseKind = (typeof CAUSE_KINDS)[number];

/** One thing to fix, and what it explains. */
export interface Cause {
  readonly kind: CauseKind;
  /** What is wrong, in one sentence without a full stop. */
  readonly title: string;
  /** What to do about it, with the option to type if there is one; null if the title says it. */
  readonly fix: string | null;
  /** Broken rules that it explains. */
  readonly rules: readonly string[];
  /** Required rules that could not be judged because of it. */
  readonly blocks: readonly string[];
}

/** The rules of one level by outcome; all except `total` and `notApplicable` add up to `total`. */
export interface Numbers {
  /** Rules that this target has to keep, looked at or not. */
  readonly total: number;
  readonly kept: number;
  readonly broken: number;
  readonly waived: number;
  /** Rules with a waiver that is no longer of use. */
  readonly waiversOutOfDate: number;
  readonly notJudged: number;
  /** Left out by the limits of the run, or by what a recording contains. */
  readonly notLookedAt: number;
  /** Rules that do not apply to this target; not part of `total`. */
  readonly notApplicable: number;
}

/** What a run looked at, if not everything. */
export interface Partial {
  /** Required rules looked at. */
  readonly lookedAt: number;
  /** Required rules in all. */
  readonly of: number;
  /** What limited it, a phrase each: "--only labels.*". */
  readonly because: readonly string[];
}

export interface Counts {
  readonly rules: number;
  /** The rules at level must. */
  readonly required: Numbers;
  /** The rules at level should. */
  readonly recommended: Numbers;
  /** The rules at level open. */
  readonly forInformation: number;
  readonly verdicts: VerdictCounts;
  readonly levels: Readonly<Record<Level, VerdictCounts>>;
}

export interface Missing {
  /** Null if it is about the whole run. */
  readonly rule: string | null;
  readonly why: string;
}

export interface Certificate {
  readonly granted: boolean;
  readonly missing: readonly Missing[];
  /** The certificate that was written for others to verify; absent if there is none. */
  readonly issued?: Issued;
}

/** A certificate that was written. */
interface Issued {
  /** Its name in the report folder. */
  readonly file: string;
  readonly product: string;
  readonly version: string;
  /** Day of the last exchange, YYYY-MM-DD. */
  readonly observed: string;
  /** Last day on which it holds, YYYY-MM-DD. */
  readonly expires: string;
}

/** The parts of a run that a result covers, if it is not the whole run. */
export interface Shards {
  /** From 1, ascending. */
  readonly parts: readonly number[];
  readonly of: number;
}

/** What is needed to make the same run again. */
export interface Run {
  readonly version: string;
  readonly seed: number;
  readonly effort: "quick" | "standard" | "thorough";
  readonly requests: number;
  readonly seconds: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly generations: readonly Generation[];
  /** Last month of the v2 release history in scope, "2026-09"; null for all. */
  readonly edition: string | null;
  readonly writes: "none" | "own" | "fixtures";
  /** Rule glob that limited the run, or null. */
  readonly only: string | null;
  /** Rule glob that was left out, or null. */
  readonly skip: string | null;
  /** Null for a whole run. */
  readonly shard: Shards | null;
  readonly strict: boolean;
  readonly complete: boolean;
  /** True if somebody else recorded the exchanges: effort, writes and seed do not apply. */
  readonly traffic?: true;
  /** Options of the command line that a replay also needs. */
  readonly options: readonly string[];
  /** What limited the scope, one sentence each. */
  readonly notes: readonly string[];
  /** Effects of requests that should have been refused, one sentence each; absent if there were none. */
  readonly effects?: readonly string[];
}

export interface Target {
  readonly url: string;
  /** True for the embedded reference service. */
  readonly embedded: boolean;
  readonly requestIdHeader: string;
}

/** One exchange that shows a finding, cut to the relevant part. */
export interface Sample {
  readonly exchange: number;
  readonly requestLine: string;
  /** Null if the request could change something, or has a key that was hidden. */
  readonly curl: string | null;
  readonly requestBody: string | null;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly requestId: string | null;
  /** JSON Pointer of the part of the body that is shown. */
  readonly at: string;
  readonly body: string;
}

export interface FindingResult extends Finding {
  /** How many equal findings this one stands for. */
  readonly count: number;
  /** The rule whose check sent the exchange shown, if that is another one: a replay needs its check too. */
  readonly sender?: string;
  readonly sample?: Sample;
  /** The other exchange of an item that stands in two places. */
  readonly otherSample?: Sample;
}

export interface RuleResult {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly generation: Generation | "both";
  readonly statement: string;
  /** Operations that it is about; empty if all. */
  readonly operations: readonly string[];
  /** False if the run left it out: it says nothing about the rule. */
  readonly lookedAt: boolean;
  readonly verdict: RuleVerdict;
  readonly reason: string;
  /** For an inconclusive rule: what would settle it. */
  readonly settle?: string;
  /** For an inconclusive rule: what to type, all together; empty if no option helps, absent in older files. */
  readonly options?: readonly string[];
  readonly evidence: Tally;
  readonly checks: readonly string[];
  /** All findings, counting equal ones. */
  readonly breaches: number;
  /** Distinct findings, the clearest first, bounded in number. */
  readonly findings: readonly FindingResult[];
  /** Number of distinct findings beyond those in `findings`. */
  readonly unlisted: number;
}

export interface Observation {
  readonly rule: string;
  readonly text: string;
}

export interface OperationResult {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly statuses: Tally;
}

/** An error of the suite itself; never counted against the target. */
export interface Defect {
  /** Null if it concerns no single rule. */
  readonly rule: string | null;
  readonly check: string | null;
  readonly message: string;
}

/** A resource that the run created and could not remove. */
export interface Leftover {
  readonly what: string;
  readonly why: string;
}

export interface Compliance {
  readonly verdict: Verdict;
  /** Why the run could not be made, or did not reach its end; otherwise null. */
  readonly failure: string | null;
  /** What a reader must know first, one sentence each. */
  readonly notices: readonly string[];
  /** Null if the run looked at everything. */
  readonly partial: Partial | null;
  /** What explains the broken rules, in the order in which to fix it; each broken rule belongs to one cause. */
  readonly causes: readonly Cause[];
  readonly certificate: Certificate;
  readonly counts: Counts;
  readonly run: Run;
  readonly target: Target;
  readonly rules: readonly RuleResult[];
  readonly observations: readonly Observation[];
  readonly operations: readonly OperationResult[];
  readonly instability: Tally;
  readonly defects: readonly Defect[];
  readonly leftovers: readonly Leftover[];
  /** How the run used its time; absent if it sent no request, or if somebody else recorded it. */
  readonly timeline?: Timeline;
}
