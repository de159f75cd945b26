import type { Level } from "../helpers/contract/model.js";
import type { RuleVerdict } from "./results.js";

/** What the checks found of one fault of the reference service. */
export interface Kill {
  readonly fault: string;
  /** The rule that the fault breaks. */
  readonly rule: string;
  readonly level: Level;
  readonly sentence: string;
  /** Why more than two rules are rightly blamed; null if no reason is stated. */
  readonly blame: string | null;
  /** Whether the fault's own rule found it. */
  readonly killed: boolean;
  /** Rules that violated, the right one or others. */
  readonly violated: readonly string[];
  /** Rules of level should that were broken. */
  readonly warned: readonly string[];
  /** Verdict of the fault's own rule. */
  readonly verdict: RuleVerdict;
  readonly requests: number;
  /** Smallest counterexample, or the request that showed it; null if it survived. */
  readonly smallest: string | null;
  /** Errors of the suite itself. */
  readonly defects: readonly string[];
}

/** Faults found through their own rule, by effort. */
export type KilledAt = Readonly<Partial<Record<"quick" | "standard" | "thorough", number>>>;

/** All faults against all rules, with totals. */
export interface KillMatrix {
  readonly effort: string;
  readonly seconds: number;
  readonly faults: number;
  readonly killed: number;
  /** How many faults each effort finds, as far as it was tried. */
  readonly killedAt: KilledAt;
  /** Mean number of must rules that one fault of a must rule made violate. */
  readonly blame: number;
  /** Faults that made more than two rules violate without a stated reason. */
  readonly wide: readonly string[];
  /** Faults that their own rule did not find, by the rule's level. */
  readonly survivors: { readonly must: readonly string[]; readonly should: readonly string[] };
  readonly kills: readonly Kill[];
}

/** How many rules one fault may make violate. */
const MOST_BLAMED = 2;

/** Adds up the kills. @param killedAt what was found at other efforts than `effort` */
export function killMatrixOf(
  kills: readonly Kill[],
  { effort, seconds, killedAt }: Pick<KillMatrix, "effort" | "seconds" | "killedAt">,
): KillMatrix {
  const killed = kills.filter((kill) => kill.killed).length;
  const must = kills.filter(({ level }) => level === "must");
  const blamed = must.reduce((sum, { violated }) => sum + violated.length, 0);
  const survivors = (level: Level) =>
    kills.filter((kill) => kill.level === level && !kill.killed).map(({ fault }) => fault);
  return {
    effort,
    seconds,
    faults: kills.length,
    killed,
    killedAt: { ...killedAt, [effort]: killed },
    blame: must.length === 0 ? 0 : Math.round((blamed / must.length) * 100) / 100,
    wide: kills
      .filter(({ violated, blame }) => violated.length > MOST_BLAMED && blame === null)
      .map(({ fault }) => fault),
    survivors: { must: survivors("must"), should: survivors("should") },
    kills,
  };
}
