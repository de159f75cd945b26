/** What a run hands to the reports. Data only. */

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
  /** Operations that it speaks of; empty or absent when about all. */
  readonly operations?: readonly string[];
  /** How it can be seen; "none" for what is not visible from outside. */
  readonly by: string;
  /** Least evidence, in words. */
  readonly needs?: string | null | undefined;
  readonly whyUnjudged?: string | null | undefined;
  /** What to say where no answer came that the rule speaks of, though none has to come. */
  readonly unless?: string | null | undefined;
}

/** An operation of the contract as the reports need it. */
export interface OperationFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Month of addition, "YYYY-MM"; null or absent where the contract gives none. */
  readonly since?: string | null;
  /** Family of resources that it belongs to. */
  readonly area?: string;
}

/** The words of a run: everything that verdicts follow from. */
export interface Testimony {
  readonly rules: readonly RuleFacts[];
  /** Rule id to the reason why this run does not judge it. */
  readonly outOfScope: ReadonlyMap<string, string>;
  /** Those of them that are younger than the edition, and so nothing that the target is held to. */
  readonly younger?: ReadonlySet<string>;
  readonly records: readonly CheckRecord[];
  /** Errors of the suite that belong to no check. */
  readonly defects: readonly string[];
  /** Known breaches; none where it is absent. */
  readonly waivers?: Waivers;
}

/** Everything of one run that the reports are made from. */
export interface RunEvents extends Testimony {
  readonly run: Run;
  readonly target: Target;
  /** Operations in scope. */
  readonly operations: readonly OperationFacts[];
  /** operationId to status to number of answers. */
  readonly coverage: Readonly<Record<string, Tally>>;
  /** Code of the transport or status to number of exchanges. */
  readonly instability: Tally;
  /** At least the exchanges that findings point at. */
  readonly samples: readonly Exchange[];
  readonly leftovers: readonly Leftover[];
  /** How the run used its time; absent where it asked nothing, or where others did. */
  readonly timeline?: Timeline;
  /** What a reader has to know before anything else, one sentence each. */
  readonly notices?: readonly string[];
  /** True where the run was stopped by what it found: what it does not show was not looked at. */
  readonly stopped?: boolean;
  /** Why the run could not be made, or not to its end; null or absent where it was. */
  readonly failure?: string | null;
}
