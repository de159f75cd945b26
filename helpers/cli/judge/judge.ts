import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Compliance } from "../../../reports/results.js";
import { exitCode } from "../../../reports/verdict.js";
import { writeReports } from "../../../reports/write.js";
import { codeOf } from "../../contract/code-of.js";
import { HAR_FILE } from "../../target/recordings/har.js";
import { writeHar } from "../../target/recordings/har-writer.js";
import { JOINED_NOTE } from "../../target/recordings/note-names.js";
import { isOwnRecording, readRecording } from "../../target/recordings/read-recording.js";
import type { Recording } from "../../target/recordings/recording.js";
import { UsageError } from "../mistakes/errors.js";
import { makeOutFolder, placeOf } from "../mistakes/files.js";
import { fileTrouble } from "../mistakes/system-errors.js";
import { clearEarlier } from "../run/clear-earlier.js";
import { lockFolder } from "../run/lock.js";
import { printResult } from "../run/print-result.js";
import { baseUrl } from "../settings/target-settings.js";
import type { OwnRecording } from "./judge-again.js";
import { trafficEvents } from "./judge-foreign.js";
import { trafficIn } from "./recorded-traffic.js";

export interface JudgeCommandOptions {
  readonly baseUrl?: string;
  readonly requestIdHeader: string;
  readonly out: string;
  readonly json?: boolean;
}

/** What is needed to judge foreign traffic. */
type TrafficOptions = Pick<JudgeCommandOptions, "baseUrl" | "requestIdHeader" | "out">;

/** What the thread must judge, and what it returns: the verdicts, or a message for the user. */
export interface Work {
  readonly file: string;
  readonly options: TrafficOptions;
}
export type Told = { readonly compliance: Compliance } | { readonly mistake: string };

/** From this many bytes on, a recording is long. */
const LONG = 32 * 2 ** 20;
/** Memory of the thread: a recording of 250 MB needs some 60 MB, or 150 MB if hardly any item comes twice. */
const ROOM = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/**
 * `plimsoll judge`: judges recorded traffic offline. A recording of `plimsoll run` is judged as it was then, by all
 * checks; any other by everything that single exchanges and pairs of them show.
 * @param file a HAR file, or the journal.ndjson of a run, which may have been killed
 * @returns the exit code, as of `plimsoll run`
 * @throws UsageError if the file cannot be read, is neither, or was joined from several runs
 */
export async function judge(file: string, options: JudgeCommandOptions): Promise<number> {
  makeOutFolder(options.out);
  const unlock = lockFolder(options.out, "judge");
  const compliance = await judgeInto(file, options).finally(unlock);
  printResult(compliance, options.out, { json: options.json });
  return exitCode(compliance);
}

async function judgeInto(file: string, options: JudgeCommandOptions): Promise<Compliance> {
  const own = ownRecordingIn(file);
  return own === null ? judgeRecording(file, options) : again(file, own, options.out);
}

/**
 * The recording of one of our runs; null for foreign traffic.
 * @throws UsageError if the file cannot be read, is neither, or was joined from several runs
 */
export function ownRecordingIn(file: string): OwnRecording | null {
  return reading(file, () => ownOrNull(file));
}

function ownOrNull(file: string): OwnRecording | null {
  if (!isOwnRecording(file)) return null;
  const recording = readRecording(file);
  throwIfJoined(file, recording);
  const { preamble } = recording;
  if (preamble === null) throw new TypeError("it does not say what the run was told.");
  return { ...recording, preamble };
}

/**
 * Judges one of our runs; the page refers to its recording. Foreign traffic is judged without vitest, which takes a
 * while to load.
 */
async function again(file: string, recording: OwnRecording, out: string): Promise<Compliance> {
  const { judgeAgain } = await import("./judge-again.js");
  const har = join(out, HAR_FILE);
  await clearEarlier(out, file);
  if (placeOf(file) !== placeOf(har)) writeHar(har, recording);
  return judgeAgain(file, recording, out);
}

/** Judges foreign traffic and writes the reports into `out`; a long recording in a thread of its own. */
export async function judgeRecording(file: string, options: TrafficOptions): Promise<Compliance> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size < LONG ? judgeHere(file, options) : judgeInThread(file, options);
}

/**
 * Judges in a thread with limited memory, because V8 collects garbage late if it has room. If the thread runs out of
 * memory, judges again without the limit.
 * @throws UsageError as `judgeHere`
 */
async function judgeInThread(file: string, options: TrafficOptions): Promise<Compliance> {
  const workerData: Work = { file, options };
  const thread = new Worker(new URL("./judge-thread.js", import.meta.url), {
    workerData,
    resourceLimits: ROOM,
  });
  try {
    const told: Told = (await once(thread, "message"))[0];
    if ("mistake" in told) throw new UsageError(told.mistake);
    return told.compliance;
  } catch (error) {
    if (codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY") return judgeHere(file, options);
    throw error;
  }
}

/**
 * Judges traffic, read from the file as needed.
 * @throws UsageError if the file cannot be read, or holds no traffic with the API
 */
export async function judgeHere(file: string, options: TrafficOptions): Promise<Compliance> {
  const { baseUrl: address, out } = options;
  const startedAt = new Date();
  const base = address === undefined ? null : baseUrl(address);
  const traffic = reading(file, () => trafficIn(file, base));
  const events = trafficEvents(file, traffic, options, startedAt);
  await clearEarlier(out, file);
  return writeReports(events, out);
}

/** @throws UsageError for output of merge: its exchanges come from several runs, each with its own course */
function throwIfJoined(file: string, { sideNotes }: Recording): void {
  if (!sideNotes.some(({ name }) => name === JOINED_NOTE)) return;
  throw new UsageError(
    `${file} was joined from shards by plimsoll merge; judge the exchanges.har of each shard instead.`,
  );
}

/** @throws UsageError if the file cannot be read */
function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be judged: ${whyNot(error)}`);
  }
}

/** A parser's message may quote the file, and a key with it. */
function whyNot(error: unknown): string {
  const trouble = fileTrouble(error);
  if (trouble !== null) return `${trouble}.`;
  if (error instanceof SyntaxError) return "it is not JSON; name a HAR file, or the journal.ndjson of a run.";
  if (isTooLong(error))
    return "it is too long to be read at once; name the journal.ndjson of the same run, which is read line by line.";
  return error instanceof Error ? error.message : String(error);
}

/** A file of more characters than a string can have, some 500 million. */
function isTooLong(error: unknown): boolean {
  return codeOf(error) === "ERR_STRING_TOO_LONG";
}
