import { join, resolve } from "node:path";
import { distinct } from "../../reports/collect.js";
import { exitCode } from "../../reports/verdict.js";
import { writeReports } from "../../reports/write.js";
import { HAR_FILE } from "../target/har.js";
import { writeHar } from "../target/har-writer.js";
import { JOURNAL_FILE } from "../target/journal.js";
import { exchangesIn } from "../target/journal-reader.js";
import { JOINED_NOTE } from "../target/recording.js";
import { defaultSettings } from "../target/settings.js";
import type { Exchange } from "../wire/exchange.js";
import { UsageError } from "./errors.js";
import { eventsOf } from "./events.js";
import { makeOutFolder } from "./files.js";
import { joinShards } from "./join.js";
import { joinAllure } from "./join-allure.js";
import { oneRun } from "./one-run.js";
import { asPart } from "./part.js";
import { printResult } from "./print-result.js";
import { type Alike, readShard, type ShardFile } from "./shard-file.js";

/** Options of `plimsoll merge`. */
export interface MergeOptions {
  readonly out: string;
  readonly partial: boolean;
  readonly json: boolean;
}

/**
 * `plimsoll merge DIR…`: joins what the shards of one run left into one set of reports, as of a single run.
 * @param folders the --out folders of the shards, in any order
 * @returns the exit code, as of `plimsoll run`
 * @throws UsageError when they are not the shards of one run, each of them once
 */
export async function merge(folders: readonly string[], options: MergeOptions): Promise<number> {
  const { out } = options;
  if (folders.some((folder) => resolve(folder) === resolve(out))) {
    throw new UsageError(`--out ${out} is one of the shards; name another folder for the result.`);
  }
  const { shards, alike, part } = oneRun(
    folders.map((folder) => ({ folder, file: readShard(folder) })),
    options.partial,
  );
  makeOutFolder(out);
  const joined = joinShards(
    shards.map(({ folder, file }) => ({ file, exchanges: () => exchangesOf(folder) })),
    alike,
  );
  const whole = eventsFrom(
    shards.map(({ file }) => file),
    alike,
    joined.left,
  );
  const compliance = await writeReports(part === null ? whole : asPart(whole, part), out);
  const sideNotes = [{ name: JOINED_NOTE, value: shards.length }];
  writeHar(join(out, HAR_FILE), { preamble: null, sideNotes, exchanges: joined.exchanges() });
  await joinAllure(folders, out, joined.left.records, alike.strict);
  printResult(compliance, out, options.json);
  return exitCode(compliance);
}

/** @throws UsageError when the shard's journal is damaged */
function* exchangesOf(folder: string): Generator<Exchange> {
  try {
    yield* exchangesIn(join(folder, JOURNAL_FILE));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${join(folder, JOURNAL_FILE)}: ${error.message}`);
  }
}

/** The events of the joined run. It lasted from the start of the first shard to the end of the last. */
function eventsFrom(files: readonly ShardFile[], alike: Alike, left: ReturnType<typeof joinShards>["left"]) {
  const { waivers, bodies: _digest, sellerId: _other, headers: _names, ...told } = alike;
  const [startedAt = ""] = files.map((file) => file.startedAt).sort();
  const endedAt =
    files
      .map((file) => file.endedAt)
      .sort()
      .at(-1) ?? startedAt;
  const settings = { ...defaultSettings(told.url), ...told };
  const events = eventsOf(settings, left, false, new Date(startedAt), files[0]?.options ?? []);
  return {
    ...events,
    leftovers: files.flatMap(({ leftovers }) => leftovers),
    waivers: { list: waivers, today: startedAt.slice(0, 10) },
    run: {
      ...events.run,
      seconds: Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 100) / 10,
      notes: [`Joined from ${files.length} shards.`, ...distinct(files.flatMap(({ notes }) => notes))],
    },
  };
}
