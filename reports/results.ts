/**
 * What a run comes to: the types of schemas/results/compliance.schema.json.
 * A test holds the two together; all reports read nothing else.
 */

import type { Finding } from "../helpers/wire/exchange.js";
import type { Timeline } from "../helpers/wire/timeline.js";

/** All verdicts of a rule, the most urgent first; also the order in which reports show them. */
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
export type Level = "must" | "should" | "open";
export type Generation = "v1" | "v2";
export type Tally = Readonly<Record<string, number>>;
export type VerdictCounts = Readonly<Record<RuleVerdict, number>>;

/** What may explain broken rules, in the order in which one thing keeps the next from being seen. */
export const CAUSE_KINDS = [
  "generation",
  "server-error",
  "missing-operations",
  "key",
  "error-body",
  "member",
  "paging",
  "same-answer",
  "topic",
  "rule",
] as const;

export type CauseKind = (typeof CAUSE_KINDS)[number];

/** One thing to mend, and what it explains. */
export interface Cause {
  readonly kind: CauseKind;
  /** What is the matter, one sentence without a full stop. */
  readonly title: string;
  /** What to do about it, with the option to type where there is one; null where the title says it. */
  readonly mend: string | null;
  /** Broken rules that it explains. */
  readonly rules: readonly string[];
  /** Required rules that could not be judged because of it. */
  readonly blocks: readonly string[];
}

/** The rules of one level by what came of them; all but `total` and `notApplicable` add up to `total`. */
export interface Numbers {
  /** Rules that the contract holds this target to, looked at or not. */
  readonly total: number;
  readonly kept: number;
  readonly broken: number;
  readonly waived: number;
  /** Rules with a waiver that is of no more use. */
  readonly waiversOutOfDate: number;
  readonly notJudged: number;
  /** Left out by what the run was limited to, or by what a recording holds. */
  readonly notLookedAt: number;
  /** Rules that do not speak about this target; no part of `total`. */
  readonly notApplicable: number;
}

/** What a run looked at, where that is not all. */
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
  /** Null when it is about the whole run. */
  readonly rule: string | null;
  readonly why: string;
}

export interface Certificate {
  readonly granted: boolean;
  readonly missing: readonly Missing[];
  /** The certificate that was written for others to verify; absent where none was. */
  readonly issued?: Issued;
}

/** A certificate that was written. */
export interface Issued {
  /** Its name, in the folder of the reports. */
  readonly file: string;
  readonly product: string;
  readonly version: string;
  /** Day on which the last exchange took place, YYYY-MM-DD. */
  readonly observed: string;
  /** Last day on which it holds, YYYY-MM-DD. */
  readonly expires: string;
}

/** The parts of a run that a result speaks of, where it is not the whole run. */
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
  /** Rule glob that narrowed the run, or null. */
  readonly only: string | null;
  /** Rule glob that was left out, or null. */
  readonly skip: string | null;
  /** Null for a whole run. */
  readonly shard: Shards | null;
  readonly strict: boolean;
  readonly complete: boolean;
  /** True where the exchanges are traffic of somebody else: effort, writes and seed are nothing that it had. */
  readonly traffic?: true;
  /** Options of the command line that a replay needs beside those above. */
  readonly options: readonly string[];
  /** What limited the scope, one sentence each. */
  readonly notes: readonly string[];
  /** What the run did to the target by requests that had to be refused, one sentence each; absent where it did nothing. */
  readonly effects?: readonly string[];
}

export interface Target {
  readonly url: string;
  /** True for the embedded reference service. */
  readonly embedded: boolean;
  readonly requestIdHeader: string;
}

/** One exchange that shows a finding, cut to the part that matters. */
export interface Sample {
  readonly exchange: number;
  readonly requestLine: string;
  /** Null where asking again could write what others recorded. */
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
  readonly sample?: Sample;
}

export interface RuleResult {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly generation: Generation | "both";
  readonly statement: string;
  /** Operations that it speaks of; empty when about all. */
  readonly operations: readonly string[];
  /** False where the run left it out: it says nothing of it. */
  readonly lookedAt: boolean;
  readonly verdict: RuleVerdict;
  readonly reason: string;
  /** Of an inconclusive rule: what would settle it. */
  readonly settle?: string;
  readonly evidence: Tally;
  readonly checks: readonly string[];
  /** All findings, equal ones included. */
  readonly breaches: number;
  /** Distinct findings, the clearest first, bounded in number. */
  readonly findings: readonly FindingResult[];
  /** Distinct findings beyond those in `findings`. */
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
  /** Null when it concerns no single rule. */
  readonly rule: string | null;
  readonly check: string | null;
  readonly message: string;
}

/** Something the run created and could not remove. */
export interface Leftover {
  readonly what: string;
  readonly why: string;
}

export interface Compliance {
  readonly verdict: Verdict;
  /** Why the run could not be made, or not to its end; null where it was. */
  readonly failure: string | null;
  /** What a reader has to know before anything else, one sentence each. */
  readonly notices: readonly string[];
  /** Null where the run looked at everything. */
  readonly partial: Partial | null;
  /** What explains the broken rules, in the order in which to mend it; each broken rule stands in one of them. */
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
  /** How the run used its time; absent where it asked nothing, or where others did. */
  readonly timeline?: Timeline;
}
