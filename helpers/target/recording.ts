import type { Exchange } from "../wire/exchange.js";
import { isObject } from "../wire/raw.js";
import type { PlimsollConfig } from "./config.js";
import { PLACEHOLDER } from "./placeholder.js";
import { redactorOf } from "./redact.js";
import { defaultSettings, type Settings } from "./settings.js";
import { vouchFor } from "./vouched.js";
import { standInKey, WRONG_KEYS, wrongKey } from "./wrong-key.js";

/** Something that a run learned otherwise than by an exchange: a handshake, a delivery, that time was up. */
export interface SideNote {
  /** What was asked; the n-th of a name is the answer to the n-th question. */
  readonly name: string;
  /** Anything that JSON holds. */
  readonly value: unknown;
}

/** What the reports of a run are told beside what its checks leave. */
export interface ReportContext {
  readonly embedded: boolean;
  readonly notes: readonly string[];
  /** Options that a replay needs beside the settings; absent in recordings of older versions. */
  readonly options?: readonly string[];
  readonly waivers: {
    readonly list: NonNullable<PlimsollConfig["waivers"]>;
    /** The day on which they are read, YYYY-MM-DD in UTC. */
    readonly today: string;
    /** True for a shard, where a waiver may be about what another one judges. */
    readonly part?: boolean;
  };
}

/** What a run was told, without its secrets. */
export interface Preamble {
  readonly settings: Settings;
  /** The ways in which the key could be bent; null when there was no key. */
  readonly wrongKeys: readonly (typeof WRONG_KEYS)[number][] | null;
  /** Null where the checks ran without the command line. */
  readonly context: ReportContext | null;
}

/** All that a run's course depends on, so that it can be judged again without the target. */
export interface Recording<Exchanges extends Iterable<Exchange> = Iterable<Exchange>> {
  /** Null in recordings of others. */
  readonly preamble: Preamble | null;
  readonly sideNotes: readonly SideNote[];
  readonly exchanges: Exchanges;
}

/** Side note that closes the recording of a run that came to its end. */
export const END_NOTE = "the run ended";
/** Side note of what was joined from so many shards: no course of one run, so that it cannot be judged again. */
export const JOINED_NOTE = "joined from shards";
/** Side note with what the run could not remove. */
export const LEFTOVERS_NOTE = "left behind";

/** What may be kept of what a run was told: neither key nor header values, nor paths of this machine. */
export function preambleOf(
  settings: Settings,
  context: ReportContext | null,
  redactor = redactorOf(settings),
): Preamble {
  const { apiKey, spentKeys, sellerId, extraHeaders } = settings;
  const preamble: Preamble = {
    settings: {
      ...settings,
      apiKey: null,
      spentKeys: placeholders(spentKeys),
      sellerId: sellerId === null ? null : PLACEHOLDER,
      extraHeaders: placeholders(extraHeaders),
      caFile: null,
      outDir: "",
    },
    wrongKeys: apiKey === null ? null : WRONG_KEYS.filter((kind) => wrongKey(kind, settings) !== null),
    context,
  };
  return redactor.value(preamble);
}

/** The same names, with a placeholder for each value. */
export function placeholders(secrets: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(secrets).map((name) => [name, PLACEHOLDER]));
}

/**
 * A preamble out of a file; settings that an older version did not have take their defaults.
 * @throws TypeError when it is none
 */
export function preambleFrom(value: unknown): Preamble {
  const given = isObject(value) && isObject(value.settings) ? value.settings : {};
  const usual = defaultSettings(typeof given.url === "string" ? given.url : "");
  const whole = { ...(isObject(value) ? value : {}), settings: { ...usual, ...given } };
  vouchFor("results/preamble", whole, "what the recorded run was told");
  const read: Preamble = JSON.parse(JSON.stringify(whole));
  return read;
}

/**
 * The settings by which a recorded run is judged again. A key that was never anyone's stands for the right one.
 * @param outDir folder for the reports
 */
export function recordedSettings({ settings, wrongKeys }: Preamble, outDir: string): Settings {
  return { ...settings, apiKey: wrongKeys === null ? null : standInKey(wrongKeys), outDir };
}
