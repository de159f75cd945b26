import { isObject } from "../../contract/json.js";
import type { Exchange } from "../../wire/exchange.js";
import { PLACEHOLDER } from "../../wire/placeholder.js";
import { standInKey, WRONG_KEYS, wrongKey } from "../messages/wrong-key.js";
import { redactorOf } from "../secrets/redact.js";
import type { PlimsollConfig } from "../settings/config.js";
import { defaultSettings, type Settings } from "../settings/settings.js";
import { vouchFor } from "./vouched.js";

/** Something that a run learnt without an exchange: a handshake, a delivery, that time was up. */
export interface SideNote {
  /** The question; the n-th note of a name answers the n-th question of that name. */
  readonly name: string;
  /** Any JSON value. */
  readonly value: unknown;
}

/** Facts for the reports of a run, besides what its checks leave. */
export interface ReportContext {
  readonly embedded: boolean;
  readonly notes: readonly string[];
  /** Options that a replay needs besides the settings; absent in recordings of older versions. */
  readonly options?: readonly string[];
  /** Rules that the baseline of the run has as broken; absent without one. */
  readonly known?: readonly string[];
  readonly waivers: {
    readonly list: NonNullable<PlimsollConfig["waivers"]>;
    /** The day on which the waivers are read, YYYY-MM-DD in UTC. */
    readonly today: string;
    /** True for a shard, where a waiver may concern another shard's rules. */
    readonly part?: boolean;
  };
}

/** What a run was told, without secrets. */
export interface Preamble {
  readonly settings: Settings;
  /** The ways in which the key could be altered; null if there was no key. */
  readonly wrongKeys: readonly (typeof WRONG_KEYS)[number][] | null;
  /** Null if the checks ran without the command line. */
  readonly context: ReportContext | null;
}

/** Everything that determines a run's course, so that it can be judged again without the target. */
export interface Recording {
  /** Null in recordings of others. */
  readonly preamble: Preamble | null;
  readonly sideNotes: readonly SideNote[];
  /** In order; may be read more than once. */
  readonly exchanges: Iterable<Exchange>;
}

/** The part of what a run was told that may be stored: no key, no header values, no paths of this machine. */
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

/** The same names, each with a placeholder as value. */
export function placeholders(secrets: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(secrets).map((name) => [name, PLACEHOLDER]));
}

/**
 * A preamble from a file; settings that an older version did not have take their defaults.
 * @throws TypeError if it is none
 */
export function preambleFrom(value: unknown): Preamble {
  const given = isObject(value) && isObject(value.settings) ? value.settings : {};
  const usual = defaultSettings(typeof given.url === "string" ? given.url : "");
  const whole = { ...(isObject(value) ? value : {}), settings: { ...usual, ...given } };
  const read: unknown = JSON.parse(JSON.stringify(whole));
  vouchForPreamble(read);
  return read;
}

function vouchForPreamble(value: unknown): asserts value is Preamble {
  vouchFor("results/preamble", value, "what the recorded run was told");
}

/**
 * The settings for judging a recorded run again. A made-up key stands in for the right one.
 * @param outDir folder for the reports
 */
export function recordedSettings({ settings, wrongKeys }: Preamble, outDir: string): Settings {
  return { ...settings, apiKey: wrongKeys === null ? null : standInKey(wrongKeys), outDir };
}
