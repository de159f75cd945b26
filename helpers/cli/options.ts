import { InvalidArgumentError } from "commander";
import { matchRules } from "../contract/rules.js";
import type { Effort, Generation, Settings, Writes } from "../target/settings.js";
import { UsageError } from "./errors.js";

/** Options of `plimsoll run` as commander hands them over. */
export interface RunOptions {
  readonly keyEnv: string;
  readonly out?: string;
  readonly effort: Effort;
  readonly seed?: number;
  readonly generation: readonly Generation[];
  readonly edition?: string;
  readonly only: readonly string[];
  readonly writes?: Writes;
  readonly strict: boolean;
  readonly complete: boolean;
  readonly rps?: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly budget?: number;
  readonly path?: string;
  readonly https: boolean;
  readonly ca?: string;
  readonly json: boolean;
}

/** A whole number within bounds, or the line that says which. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      most === Number.MAX_SAFE_INTEGER
        ? `It must be a whole number of at least ${least}.`
        : `It must be a whole number from ${least} to ${most}.`,
    );
  };
}

/** "v1,v2" as a list. */
export function generationList(text: string): Generation[] {
  const names = [...new Set(text.split(","))];
  const known = names.filter((name) => name === "v1" || name === "v2");
  if (known.length === names.length) return known;
  throw new InvalidArgumentError("It must be v1, v2 or v1,v2.");
}

/** A month of the release history, "2026-03". */
export function month(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a month such as 2026-03.");
}

/** One more rule glob. */
export function collectGlob(text: string, before: readonly string[]): readonly string[] {
  return [...before, ...text.split(",")];
}

/**
 * The part of the settings that options alone decide.
 * @throws UsageError when a glob of --only matches no rule, with the nearest one
 */
export function settingsFromOptions(options: RunOptions, defaults: Settings): Settings {
  for (const glob of options.only) {
    const { matched, nearest } = matchRules(glob);
    if (matched.length === 0) {
      throw new UsageError(
        `--only ${glob} matches no rule; the nearest is ${nearest}. plimsoll rules lists all.`,
      );
    }
  }
  return {
    ...defaults,
    keyEnv: options.keyEnv,
    outDir: options.out ?? defaults.outDir,
    effort: options.effort,
    seed: options.seed ?? defaults.seed,
    generations: options.generation,
    edition: options.edition ?? null,
    only: options.only,
    writes: options.writes ?? defaults.writes,
    strict: options.strict,
    complete: options.complete,
    rps: options.rps ?? null,
    concurrency: options.concurrency,
    timeoutMs: options.timeout,
    budget: options.budget ?? null,
    replayPath: options.path ?? null,
    caFile: options.ca ?? null,
  };
}
