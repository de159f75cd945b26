import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { exitCode } from "../../../reports/verdict.js";
import { writeReports } from "../../../reports/write.js";
import { HAR_FILE } from "../../target/recordings/har.js";
import { writeHar } from "../../target/recordings/har-writer.js";
import { JOURNAL_FILE } from "../../target/recordings/journal.js";
import { exchangesIn } from "../../target/recordings/journal-reader.js";
import { JOINED_NOTE } from "../../target/recordings/note-names.js";
import type { Exchange } from "../../wire/exchange.js";
import { UsageError } from "../mistakes/errors.js";
import { makeOutFolder, placeOf } from "../mistakes/files.js";
import { allureNotice } from "../run/allure-notice.js";
import { clearEarlier } from "../run/clear-earlier.js";
import { lockFolder } from "../run/lock.js";
import { printResult } from "../run/print-result.js";
import { readShard, shardRecording } from "../run/shard-file.js";
import { joinAllure } from "./join-allure.js";
import { type JoinableShard, joinedRun } from "./joined-run.js";

export interface MergeOptions {
  readonly out: string;
  readonly partial?: boolean;
  readonly json?: boolean;
}

/**
 * `plimsoll merge DIR…`: joins the results of a run's shards into one set of reports, as of a single run.
 * @param folders the --out folders of the shards, in any order
 * @returns the exit code, as of `plimsoll run`
 * @throws UsageError unless they are the shards of one run, each once
 */
export async function merge(folders: readonly string[], options: MergeOptions): Promise<number> {
  const { out, partial = false, json } = options;
  if (folders.some((folder) => placeOf(folder) === placeOf(out))) {
    throw new UsageError(`--out ${out} is one of the shards; name another folder for the result.`);
  }
  const shards = folders.map((folder) => ({
    folder,
    file: readShard(folder),
    exchanges: () => exchangesOf(folder),
  }));
  const { events, joined, inOrder, isWhole } = joinedRun(shards, partial);
  makeOutFolder(out);
  const unlock = lockFolder(out, "merge");
  const write = async () => {
    await clearEarlier(out);
    const notices: string[] = [];
    await joinAllure(folders, out, joined.record.records, events.run.strict).catch((error: unknown) => {
      notices.push(allureNotice(error));
    });
    const told = { ...events, notices: [...(events.notices ?? []), ...notices] };
    const result = await writeReports(told, out);
    const sideNotes = [{ name: JOINED_NOTE, value: shards.length }];
    writeHar(join(out, HAR_FILE), { preamble: null, sideNotes, exchanges: joined.exchanges() });
    if (isWhole) keepRecordings(inOrder, out);
    return result;
  };
  const compliance = await write().finally(unlock);
  printResult(compliance, out, { json });
  return exitCode(compliance);
}

/** Certificates are judged again from the shards' recordings, each of which is the course of one run. */
function keepRecordings(inOrder: readonly JoinableShard[], out: string): void {
  for (const [at, { folder }] of inOrder.entries()) {
    const recording = join(folder, HAR_FILE);
    if (existsSync(recording)) copyFileSync(recording, join(out, shardRecording(at + 1)));
  }
}

/** @throws UsageError if the shard's journal is damaged */
function* exchangesOf(folder: string): Generator<Exchange> {
  try {
    yield* exchangesIn(join(folder, JOURNAL_FILE));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${join(folder, JOURNAL_FILE)}: ${error.message}`);
  }
}
