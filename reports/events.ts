/** What a run gives to the reports. Data only. */

import type { CheckRecord, Exchange } from "../helpers/wire/exchange.js";
import type { Timeline } from "../helpers/wire/timeline.js";
import type { Generation, Leftover, Level, Run, Tally, Target } from "./results.js";
import type { Waivers } from "./waivers.js";

/** A rule as the reports need it. */
export interface RuleFacts {
  readonly id: string;
  readonly section: string;
  readonly generation: Generation | "both";
  readonly level: Level;
  readonly statement: string;
  /** Operations that it is about; empty or absent if all. */
  readonly operations?: readonly string[];
  /** How it can be seen; "none" if it is not visible from outside. */
  readonly by: string;
  /** The least evidence, in words. */
  readonly needs?: string | null | undefined;
  readonly whyUnjudged?: string | null | undefined;
  /** What to say if no relevant answer came, although none has to come. */
  readonly unless?: string | null | undefined;
}

/** An operation of the contract as the reports need it. */
export interface OperationFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Month of addition, "YYYY-MM"; null or absent if the contract gives none. */
  readonly since?: string | null;
  /** Its family of resources. */
  readonly area?: string;
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
  /** Known breaches; none if absent. */
  readonly waivers?: Waivers;
}

/** Everything about one run that reports are made from. */
export interface RunEvents extends Testimony {
  readonly run: Run;
  readonly target: Target;
  /** Operations in scope. */
  readonly operations: readonly OperationFacts[];
  /** operationId to status to number of answers. */
  readonly coverage: Readonly<Record<string, Tally>>;
  /** Transport code or status to number of exchanges. */
  readonly instability: Tally;
  /** At least the exchanges that findings refer to. */
  readonly samples: readonly Exchange[];
  readonly leftovers: readonly Leftover[];
  /** How the run used its time; absent if it sent no request, or if somebody else recorded it. */
  readonly timeline?: Timeline;
  /** What a reader must know first, one sentence each. */
  readonly notices?: readonly string[];
  /** True if the run was stopped by its findings: what it does not show was not looked at. */
  readonly stopped?: boolean;
  /** Why the run could not be made, or did not reach its end; otherwise null or absent. */
  readonly failure?: string | null;
}
