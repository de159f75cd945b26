import { join, resolve } from "node:path";
import { distinct } from "../../reports/collect.js";
import { consoleText } from "../../reports/console.js";
import { exitCode } from "../../reports/verdict.js";
import { complianceJson, writeReports } from "../../reports/write.js";
import { writeHar } from "../target/har.js";
import { exchangesIn, JOURNAL_FILE } from "../target/journal.js";
import { defaultSettings } from "../target/settings.js";
import { UsageError } from "./errors.js";
import { eventsOf } from "./events.js";
import { joinShards } from "./join.js";
import { joinAllure } from "./join-allure.js";
import { asPart } from "./part.js";
import { coloured } from "./progress.js";
import { readShard, type ShardFile } from "./shard-file.js";

/** Options of `plimsoll merge`. */
export interface MergeOptions {
  readonly out: string;
  readonly partial: boolean;
  readonly json: boolean;
}

/** A shard and where it was found. */
interface Found {
  readonly folder: string;
  readonly file: ShardFile;
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
  const found = folders
    .map((folder): Found => ({ folder, file: readShard(folder) }))
    .toSorted((one, other) => one.file.shard.index - other.file.shard.index);
  const [first] = found;
  if (first === undefined) throw new UsageError("name the folders of the shards.");
  throwUnlessOneRun(first, found);
  const missing = missingShards(found, first.file.shard.count);
  if (missing.length > 0 && !options.partial) throw new UsageError(missingLine(missing, first.file));
  const joined = joinShards(
    found.map(({ folder, file }) => ({ file, exchanges: () => exchangesIn(join(folder, JOURNAL_FILE)) })),
    first.file.alike,
  );
  const files = found.map(({ file }) => file);
  const whole = eventsFrom(files, first.file, joined.left);
  const parts = { parts: files.map(({ shard }) => shard.index), of: first.file.shard.count };
  const compliance = await writeReports(missing.length === 0 ? whole : asPart(whole, parts), out);
  await writeHar(join(out, "exchanges.har"), joined.exchanges());
  await joinAllure(folders, out, joined.everyExchange, first.file.alike.strict);
  process.stdout.write(
    options.json
      ? complianceJson(compliance)
      : consoleText(compliance, { colour: coloured(process.stdout), report: join(out, "index.html") }),
  );
  return exitCode(compliance);
}

/** The events of the joined run. It lasted from the start of the first shard to the end of the last. */
function eventsFrom(
  files: readonly ShardFile[],
  { alike }: ShardFile,
  left: ReturnType<typeof joinShards>["left"],
) {
  const { waivers, bodies: _digest, ...told } = alike;
  const [startedAt = ""] = files.map((file) => file.startedAt).sort();
  const endedAt =
    files
      .map((file) => file.endedAt)
      .sort()
      .at(-1) ?? startedAt;
  const settings = { ...defaultSettings(told.url), ...told };
  const events = eventsOf(settings, left, false, new Date(startedAt));
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

/** @throws UsageError when two are the same shard, or were not told the same */
function throwUnlessOneRun(first: Found, found: readonly Found[]): void {
  const { count } = first.file.shard;
  for (const [at, { folder, file }] of found.entries()) {
    if (file.shard.count !== count) {
      throw new UsageError(
        `${folder} is one of ${file.shard.count} shards, ${first.folder} one of ${count}; name the shards of one run.`,
      );
    }
    const before = found[at - 1];
    if (before?.file.shard.index === file.shard.index) {
      throw new UsageError(
        `${before.folder} and ${folder} are both shard ${file.shard.index} of ${count}; name each shard once.`,
      );
    }
    const others = new Map<string, unknown>(Object.entries(first.file.alike));
    for (const [name, value] of Object.entries(file.alike)) {
      const [here, there] = [value, others.get(name)].map((one) => JSON.stringify(one));
      if (here === there) continue;
      throw new UsageError(
        `${folder} was run with ${name} ${here}, ${first.folder} with ${there}; name the shards of one run.`,
      );
    }
  }
}

function missingShards(found: readonly Found[], count: number): number[] {
  const there = new Set(found.map(({ file }) => file.shard.index));
  return Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
}

function missingLine(missing: readonly number[], { shard }: ShardFile): string {
  const which = `${missing.length === 1 ? "shard" : "shards"} ${missing.join(", ")} of ${shard.count}`;
  return `${which} missing; name every shard's folder, or join what is there by --partial.`;
}
