/** What a run gives to the reports. Data only. */

import type { Operation, Rule } from "../helpers/contract/model.js";
import type { CoverageCounts } from "../helpers/wire/coverage.js";
import type { CheckRecord, Exchange } from "../helpers/wire/exchange.js";
import type { FixedCounts } from "../helpers/wire/fixed-answers.js";
import type { Timeline } from "../helpers/wire/timeline.js";
import type { Leftover, Run, Tally, Target } from "./results.js";
import type { Waivers } from "./waivers.js";

/** A rule as the reports need it. */
export interface RuleFacts
  extends Pick<Rule, "section" | "generation" | "level" | "statement" | "by">,
    Partial<Pick<Rule, "needs" | "whyUnjudged" | "unless">> {
  readonly id: string;
  /** Operations that it is about; empty or absent if all. */
  readonly operations?: readonly string[];
}

/** An operation of the contract as the reports need it. */
export interface OperationFacts
  extends Pick<Operation, "method" | "path">,
    Partial<Pick<Operation, "since" | "area">> {
  readonly id: string;
}

/** Everything in a run that verdicts depend on. */
export interface Testimony {
  readonly rules: readonly RuleFacts[];
  /** Why this run does not judge a rule, by rule id. */
  readonly outOfScope: ReadonlyMap<string, string>;
  /** Those of them that are younger than the edition, so that the target need not keep them. */
  readonly younger?: ReadonlySet<string>;
  readonly records: readonly CheckRecord[];
  /** Errors of the suite outside any check. */
  readonly defects: readonly string[];
}

/** Everything about one run that reports are made from. */
export interface RunEvents extends Testimony {
  readonly run: Run;
  readonly target: Target;
  /** Operations in scope. */
  readonly operations: readonly OperationFacts[];
  /** operationId to status to number of answers. */
  readonly coverage: CoverageCounts;
  /** Operations that answered the same whatever was asked of them; none if absent. */
  readonly fixedAnswers?: FixedCounts;
  /** Transport code or status to number of exchanges. */
  readonly instability: Tally;
  /** At least the exchanges that findings refer to. */
  readonly samples: readonly Exchange[];
  readonly leftovers: readonly Leftover[];
  /** The environment variable with the API key; the usual one if absent. */
  readonly keyEnv?: string;
  /** Operations whose body the user gave, since the contract shows none; none if absent. */
  readonly bodies?: readonly string[];
  /** Known breaches; none if absent. */
  readonly waivers?: Waivers;
  /** Rules that the baseline has as broken; absent without a baseline. */
  readonly known?: readonly string[];
  /** How the run used its time; absent if it sent no request, or if somebody else recorded it. */
  readonly timeline?: Timeline;
  /** What a reader must know first, one sentence each. */
  readonly notices?: readonly string[];
  /** True if the run was stopped by its findings: what it does not show was not looked at. */
  readonly stopped?: boolean;
  /** Why the run could not be made, or did not reach its end; otherwise null or absent. */
  readonly failure?: string | null;
}
