import { InvalidArgumentError, Option } from "commander";
import type { Configuration } from "../../contract/generated/types.js";
import type { Generation } from "../../contract/model.js";
import { NAMED_ALIKE } from "../../target/settings/named-alike.js";
import type { Shard } from "../../target/settings/settings.js";

/** Options with the same name and form as a key of the configuration. */
export const AS_KEYS = [...NAMED_ALIKE, "out"] as const;

/** Options about what to judge and how, as commander returns them; undefined if not given. */
export interface TargetOptions extends Pick<Configuration, (typeof AS_KEYS)[number]> {
  /** False: read no configuration file. */
  readonly config?: string | false;
  readonly generation?: readonly Generation[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly timeout?: number;
  readonly ca?: string;
  /** "Name: value" */
  readonly header: readonly string[];
  readonly receiver?: string;
  readonly receiverPort?: number;
  /** "all", or "kind=id,id" */
  readonly fixture: readonly string[];
  /** File with bodies by operationId. */
  readonly bodies?: string;
  /** File with waivers. */
  readonly waivers?: string;
  readonly json?: boolean;
}

/** Options of `plimsoll run` as commander hands them over. */
export interface RunCommandOptions extends TargetOptions {
  readonly path?: string;
  /** Number of broken rules after which the run ends. */
  readonly bail?: number;
  /** Folder whose changes start another run. */
  readonly watch?: string;
  /** Only what the last run found broken. */
  readonly failed?: boolean;
  readonly shard?: Shard;
  /** Milliseconds to wait for a report that completes by itself. */
  readonly listen?: number;
  readonly https?: boolean;
  /** compliance.json of an earlier run: only new breaches fail. */
  readonly baseline?: string;
}

/** Folder of a comparison if none is named. */
export const COMPARISON_FOLDER = "plimsoll-comparison";

export const DAY_MS = 86_400_000;

/** Longest time that a timer can wait, in milliseconds. */
export const LONGEST_MS = 2_147_483_647;

/** A whole number within bounds; otherwise an error that names the bounds. */
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

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** A time such as 90s, 10m or 2h, in milliseconds. */
export function duration(text: string): number {
  const [, amount, unit = ""] = /^(\d+)([smh])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? 0);
  if (amount !== undefined && ms <= LONGEST_MS) return ms;
  throw new InvalidArgumentError("It must be a time such as 90s, 10m or 2h.");
}

/** A rate per second, fractions included. */
export function rate(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d{1,3})?$/.test(text) && value <= 1000) return value;
  throw new InvalidArgumentError("It must be a number from 0 to 1000, such as 2 or 0.2.");
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

/** A day, "2026-12-31". */
export function day(text: string): string {
  const time = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(time) === text) return text;
  throw new InvalidArgumentError("It must be a day such as 2026-12-31.");
}

/** The day of a time, in UTC; empty for an invalid time. */
export function dayOf(time: number): string {
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}

/** Most shards of a run: there are not many more parts. */
const MOST_SHARDS = 16;

/** "1/3" */
export function shardOf(text: string): Shard {
  const [index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).slice(1).map(Number);
  if (index >= 1 && index <= count && count <= MOST_SHARDS) return { index, count };
  throw new InvalidArgumentError(
    `It must be a part and how many there are, such as 1/3; at most ${MOST_SHARDS}.`,
  );
}

/** "3:0:1", or for a sequence "3:0:1@DA:B" with what fast-check needs, as in a finding's replay line. */
export function replayPath(text: string): string {
  if (/^\d+(:\d+)*(@[\w+/]+:\w+)?$/.test(text)) return text;
  throw new InvalidArgumentError("It must be numbers with colons between them, such as 3:0:1.");
}

/**
 * An option that may be given more than once.
 * @param collect adds a value to those before
 * @param without what its absence means, for the help
 */
export function repeatable(
  flags: string,
  about: string,
  collect: (text: string, before: readonly string[]) => readonly string[],
  without = "none",
): Option {
  return new Option(flags, `${about}; may be given more than once`).argParser(collect).default([], without);
}

/** Adds a rule glob. */
export function collectGlob(text: string, before: readonly string[]): readonly string[] {
  return [...before, ...text.split(",")];
}

/** Adds a text, commas included. */
export function collectText(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

/** An option that accepts the words of reports, such as not-judged, and the codes of compliance.json. */
export function inWords(flags: string, about: string, words: Readonly<Record<string, string>>): Option {
  const said = Object.entries(words).map(([code, word]) => [word.replace(/\W+/g, "-"), code] as const);
  const names = said.map(([word]) => word).join(", ");
  const codes = new Map([...said, ...said.map(([, code]) => [code, code] as const)]);
  return new Option(flags, `${about}: ${names}`).argParser((text: string) => {
    const code = codes.get(text);
    if (code === undefined) throw new InvalidArgumentError(`It must be one of ${names}.`);
    return code;
  });
}
