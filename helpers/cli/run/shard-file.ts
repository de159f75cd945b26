import { scryptSync } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Leftover } from "../../../reports/results.js";
import type { Waiver } from "../../../reports/waivers.js";
import { sha256 } from "../../contract/digests.js";
import { isObject, parsedJson } from "../../contract/json.js";
import { rules } from "../../contract/rules.js";
import type { SkippedByEffort } from "../../engine/check/skipped-by-effort.js";
import { JOURNAL_FILE } from "../../target/recordings/journal.js";
import { vouchFor } from "../../target/recordings/vouched.js";
import { parseBaseUrl, type Settings, type Shard } from "../../target/settings/settings.js";
import type { CheckRecord } from "../../wire/exchange.js";
import { UsageError } from "../mistakes/errors.js";
import { textOf } from "../mistakes/files.js";
import { limitedNotes } from "./events.js";
import type { Supervised } from "./supervise.js";
import { version } from "./version.js";

/** Name of the file below `outDir` that a shard leaves for joining, beside its journal. */
export const SHARD_FILE = "shard.json";

/** Name of the recording of the k-th shard in the folder of a joined run. */
export function shardRecording(index: number): string {
  return `shard-${index}.har`;
}

/** Whether a file is named like that. */
export function isShardRecording(name: string): boolean {
  return /^shard-\d+\.har$/.test(name);
}

/** Settings that must be equal in all shards of a run. Key, folders, pace and receiver may differ on each machine. */
export type Alike = ReturnType<typeof alikeOf>;

/** What one shard leaves: its checks' records and its settings. It contains no secret. */
export interface ShardFile {
  /** Version of the program that wrote it. */
  readonly version: string;
  readonly shard: Shard;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly alike: Alike;
  readonly records: readonly CheckRecord[];
  readonly skipped: readonly SkippedByEffort[];
  readonly requests: number;
  readonly instability: Readonly<Record<string, number>>;
  readonly defects: readonly string[];
  readonly effects: readonly string[];
  /** Why it gave its target up, and why its findings ended it, as in `RunFacts`; null if neither. */
  readonly givenUp: string | null;
  readonly stopped: string | null;
  readonly leftovers: readonly Leftover[];
  readonly notes: readonly string[];
  /** The environment variable with the API key. */
  readonly keyEnv: string;
  /** Operations whose body the user gave. */
  readonly bodies: readonly string[];
  /** Options that a replay needs. */
  readonly options: readonly string[];
}

type ShardSettings = Settings & { readonly shard: Shard };

/** Writes what joining needs into the shard's folder. */
export function writeShard(
  settings: ShardSettings,
  waivers: readonly Waiver[],
  made: ShardMade,
  told: ShardTold,
): void {
  const file = shardFileOf(settings, waivers, made, told);
  writeFileSync(join(settings.outDir, SHARD_FILE), `${JSON.stringify(file)}\n`);
}

/** The outcome of a shard. */
type ShardMade = Pick<Supervised, "record" | "leftovers" | "notes">;

interface ShardTold {
  readonly startedAt: Date;
  readonly options: readonly string[];
}

/** What joining needs of a shard. */
export function shardFileOf(
  settings: ShardSettings,
  waivers: readonly Waiver[],
  { record, leftovers, notes }: ShardMade,
  { startedAt, options }: ShardTold,
): ShardFile {
  return {
    version: version(),
    shard: settings.shard,
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    alike: alikeOf(settings, waivers),
    records: record.records,
    skipped: record.skipped,
    requests: record.facts?.requests ?? 0,
    instability: record.facts?.instability ?? {},
    defects: record.defects,
    effects: record.facts?.effects ?? [],
    givenUp: record.facts?.givenUp ?? null,
    stopped: record.facts?.stopped ?? null,
    leftovers,
    notes: [...notes, ...(record.facts === null ? [] : limitedNotes(record.facts))],
    keyEnv: settings.keyEnv,
    bodies: Object.keys(settings.bodies),
    options,
  };
}

function alikeOf(settings: Settings, waivers: readonly Waiver[]) {
  return {
    url: settings.url,
    generations: settings.generations,
    edition: settings.edition,
    requestIdHeader: settings.requestIdHeader,
    serviceName: settings.serviceName,
    effort: settings.effort,
    seed: settings.seed,
    writes: settings.writes,
    fixturesAll: settings.fixturesAll,
    fixtures: settings.fixtures,
    reportTrigger: settings.reportTrigger,
    only: settings.only,
    skip: settings.skip,
    strict: settings.strict,
    complete: settings.complete,
    replayPath: settings.replayPath,
    waivers,
    /** Digest of the configured bodies, which may hold secrets. */
    bodies: sha256(JSON.stringify(settings.bodies)),
    /** Digest of the SELLER-ID header, or null. */
    sellerId: settings.sellerId === null ? null : slowDigest(settings.sellerId),
    /** Names of the added headers, whose values may differ on each machine. */
    headers: Object.keys(settings.extraHeaders).sort(),
  };
}

/** A digest of a short text: slow enough that trying all short texts takes too long. */
function slowDigest(text: string): string {
  return scryptSync(text, "plimsoll shard", 32).toString("hex");
}

/**
 * What a shard left in its folder.
 * @throws UsageError if the folder is not that of a finished shard, or another version wrote it
 */
export function readShard(folder: string): ShardFile {
  for (const name of [SHARD_FILE, JOURNAL_FILE]) {
    if (existsSync(join(folder, name))) continue;
    throw new UsageError(
      `${folder} holds no ${name}; name the whole --out folder of a finished plimsoll run --shard.`,
    );
  }
  const file = parsedJson(textOf(join(folder, SHARD_FILE)));
  if (file === undefined)
    throw new UsageError(`${join(folder, SHARD_FILE)} is not JSON; it was not copied whole.`);
  if (!isObject(file) || file.version !== version()) {
    const by =
      isObject(file) && typeof file.version === "string" ? `plimsoll ${file.version}` : "something else";
    throw new UsageError(`${folder} was written by ${by}, and this is plimsoll ${version()}.`);
  }
  throwUnlessWhole(file, folder);
  return file;
}

function throwUnlessWhole(file: unknown, folder: string): asserts file is ShardFile {
  const name = join(folder, SHARD_FILE);
  try {
    vouchForShard(file, name);
    parseBaseUrl(file.alike.url);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const findings = file.records.flatMap((record) => record.findings);
  const known = new Set<string>(rules.map(({ id }) => id));
  const unknown = [...file.records, ...file.skipped, ...findings].find(({ rule }) => !known.has(rule))?.rule;
  if (unknown !== undefined) throw new UsageError(`${name} is damaged: there is no rule ${unknown}.`);
}

function vouchForShard(value: unknown, name: string): asserts value is ShardFile {
  vouchFor("results/shard", value, name);
}
