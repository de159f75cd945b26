import { join } from "node:path";
import { consoleText } from "../../reports/console.js";
import type { Compliance } from "../../reports/results.js";
import { exitCode } from "../../reports/verdict.js";
import { complianceJson, writeReports } from "../../reports/write.js";
import { readRecording } from "../target/read-recording.js";
import { JOINED_ASIDE, type Recording } from "../target/recording.js";
import { defaultSettings } from "../target/settings.js";
import type { Exchange } from "../wire/exchange.js";
import { UsageError } from "./errors.js";
import { eventsOf } from "./events.js";
import { makeOutFolder } from "./files.js";
import type { OwnRecording } from "./judge-again.js";
import { judgeForeign } from "./judge-foreign.js";
import { fileTrouble } from "./system-errors.js";

/** Whatever else a recording holds is not what the contract is about. */
const OF_THE_API = /\/v[12]\//;

/** Options of `plimsoll judge`. */
export interface JudgeOptions {
  readonly baseUrl?: string;
  readonly requestIdHeader: string;
  readonly out: string;
  readonly json: boolean;
}

/** A recording that was read as a whole. */
export type Read = Recording<readonly Exchange[]>;

/**
 * `plimsoll judge`: judges recorded traffic offline. A recording of `plimsoll run` is judged as it was then, by
 * all checks; one of anybody else by everything that single exchanges and pairs of them show.
 *
 * @param file a HAR file, or the journal.ndjson of a run, also of one that was killed
 * @returns the exit code, as of `plimsoll run`
 * @throws UsageError when the file cannot be read, is neither, or was joined from several runs
 */
export async function judge(file: string, options: JudgeOptions): Promise<number> {
  const recording = recordingOf(file, options.baseUrl ?? null);
  makeOutFolder(options.out);
  const compliance = await judged(file, recording, options);
  const report = join(options.out, "index.html");
  process.stdout.write(
    options.json ? complianceJson(compliance) : consoleText(compliance, { colour: false, report }),
  );
  return exitCode(compliance);
}

/** Judges a recording and writes the reports into `out`. */
export function judged(
  file: string,
  recording: Read,
  options: Pick<JudgeOptions, "baseUrl" | "requestIdHeader" | "out">,
): Promise<Compliance> {
  const { preamble } = recording;
  return preamble === null
    ? judgeTraffic(file, recording.exchanges, options)
    : again(file, { ...recording, preamble }, options.out);
}

/** A run of our own; traffic of others is judged without vitest, which takes a while to load. */
async function again(file: string, recording: OwnRecording, out: string): Promise<Compliance> {
  const { judgeAgain } = await import("./judge-again.js");
  return judgeAgain(file, recording, out);
}

/** Traffic of anybody. */
async function judgeTraffic(
  file: string,
  recorded: readonly Exchange[],
  { baseUrl, requestIdHeader, out }: Pick<JudgeOptions, "baseUrl" | "requestIdHeader" | "out">,
): Promise<Compliance> {
  const exchanges = recorded.filter(({ request }) => OF_THE_API.test(request.url));
  const [first] = exchanges;
  if (first === undefined) throw new UsageError(`${file} holds no exchange.`);
  const settings = {
    ...defaultSettings(baseUrl ?? new URL(first.request.url).origin),
    requestIdHeader,
    outDir: out,
  };
  const left = judgeForeign(exchanges, requestIdHeader);
  const events = eventsOf(settings, left, false, new Date());
  const notes = [`Judged offline from ${file}: nothing was sent.`];
  return writeReports({ ...events, run: { ...events.run, traffic: true, notes } }, out);
}

/** @throws UsageError for what merge wrote: its exchanges are of several runs, each with a course of its own */
function throwIfJoined(file: string, { asides }: Read): void {
  if (!asides.some(({ name }) => name === JOINED_ASIDE)) return;
  throw new UsageError(
    `${file} was joined from shards by plimsoll merge; judge the exchanges.har of each shard instead.`,
  );
}

/**
 * Reads a recording that is to be judged.
 * @throws UsageError when it cannot be read, is none, or was joined from several runs
 */
export function recordingOf(file: string, baseUrl: string | null = null): Read {
  const recording = read(file, baseUrl);
  throwIfJoined(file, recording);
  return recording;
}

function read(file: string, baseUrl: string | null): Read {
  try {
    return readRecording(file, baseUrl);
  } catch (error) {
    throw new UsageError(`${file} cannot be judged: ${whyNot(error)}`);
  }
}

/** What a parser says may quote the file, and with it a key. */
function whyNot(error: unknown): string {
  const trouble = fileTrouble(error);
  if (trouble !== null) return `${trouble}.`;
  if (error instanceof SyntaxError) return "it is no JSON; name a HAR file, or the journal.ndjson of a run.";
  if (isTooLong(error))
    return "it is too long to be read at once; name the journal.ndjson of the same run, which is read line by line.";
  return error instanceof Error ? error.message : String(error);
}

/** A file of more characters than a text may have, some 500 million. */
function isTooLong(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STRING_TOO_LONG";
}
