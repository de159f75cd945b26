import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { type Comparison, comparisonOf, type Side } from "../../../reports/compare/comparison.js";
import type { Named } from "../../../reports/compare/trend.js";
import { comparisonMarkdown, comparisonText } from "../../../reports/compare/words.js";
import { comparisonPage } from "../../../reports/page/comparison.js";
import { jsonText } from "../../../reports/text.js";
import { wasMade } from "../../../reports/wording.js";
import { isObject, parsedJson } from "../../contract/json.js";
import { HAR_FILE } from "../../target/recordings/har.js";
import { isOwnRecording, readRecording } from "../../target/recordings/read-recording.js";
import { USUAL } from "../../target/settings/settings.js";
import type { Exchange } from "../../wire/exchange.js";
import { judgeRecording, ownRecordingIn } from "../judge/judge.js";
import { judgedRecordings } from "../judge/judged-recording.js";
import { trafficIn } from "../judge/recorded-traffic.js";
import { Interrupted, tellUser, UsageError } from "../mistakes/errors.js";
import { EXIT } from "../mistakes/exit-codes.js";
import { makeOutFolder, placeOf, textOf } from "../mistakes/files.js";
import { judgeTarget } from "../run/judge-target.js";
import { PAGE_FILE } from "../run/print-result.js";
import { RESULT_FILE, resultIn } from "../run/result-file.js";
import { inTemporaryFolder, withOwnTemporary } from "../run/temporary.js";
import { COMPARISON_FOLDER, type TargetOptions } from "../settings/options.js";
import { baseUrl, choose } from "../settings/target-settings.js";

/** How the address of a service begins. */
const ADDRESS = /^https?:\/\//;

export interface CompareOptions extends TargetOptions {
  /** Variable with the key of the second address. */
  readonly keyEnvAfter?: string;
  /** Folder of results. */
  readonly history?: string;
  readonly markdown?: boolean;
}

/**
 * `plimsoll compare A B`: what B breaks, fixes and leaves unjudged compared with A, and what the two do differently.
 * @param before address of a service, folder of a run, its compliance.json, or a recording; judged first if there is no
 * result yet
 * @param after the same for the other side; null if `before` is a folder of results, whose last two are compared
 * @returns the exit code: 2 if the run of B did not reach its end, 1 if a required rule is newly broken, otherwise 0
 * @throws UsageError if one of them is none of these
 */
export async function compare(
  before: string,
  after: string | null,
  options: CompareOptions,
): Promise<number> {
  const { json, markdown, keyEnvAfter, out = COMPARISON_FOLDER } = options;
  if (json && markdown) throw new UsageError("choose either --json or --markdown.");
  if (after === null && options.history === undefined) throwIfOneSide(before);
  const history = options.history ?? (after === null ? before : null);
  const results = history === null ? [] : resultsIn(history);
  const [first, last] = after === null ? lastTwo(before, results) : [before, after];
  const [beforeOut, afterOut] = [join(out, "before"), join(out, "after")];
  throwIfOverwritten(first, last, afterOut);
  throwIfOverwritten(last, first, beforeOut);
  const keyed = keyEnvAfter === undefined ? options : { ...options, keyEnv: keyEnvAfter };
  const one = await sideOf(first, { ...options, out: beforeOut });
  const other = await sideOf(last, { ...keyed, out: afterOut });
  for (const side of [one, other]) throwUnlessMade(side);
  const comparison = comparisonOf(one, other, results);
  const page = writeComparison(comparison, out);
  process.stdout.write(
    json
      ? jsonText(comparison)
      : markdown
        ? comparisonMarkdown(comparison)
        : `${comparisonText(comparison)}Page: ${page}\n`,
  );
  return exitCodeOf(comparison.broken, other);
}

/** @throws UsageError if a side lies where the run of the other side writes to */
function throwIfOverwritten(side: string, other: string, otherOut: string): void {
  if (ADDRESS.test(side) || !ADDRESS.test(other) || !isInside(side, otherOut)) return;
  throw new UsageError(
    `${side} would be overwritten by the run of ${other}; name another folder with --out, or move it first.`,
  );
}

function isInside(place: string, folder: string): boolean {
  return `${placeOf(place)}${sep}`.startsWith(`${placeOf(folder)}${sep}`);
}

/** @throws UsageError unless there was a run */
function throwUnlessMade({ name, result }: Side): void {
  if (!wasMade(result))
    throw new UsageError(`the run of ${name} could not be made, so there is nothing to compare.`);
}

/** What a later run that did not reach its end does not show as broken may be. */
function exitCodeOf(broken: Comparison["broken"], { name, result }: Side): number {
  const [defect] = result.defects;
  const why = result.failure ?? defect?.message.split("\n")[0];
  if (why !== undefined) {
    tellUser(`the run of ${name} did not reach its end: ${why}`);
    return EXIT.couldNotRun;
  }
  return broken.some(({ to }) => to === "violates") ? EXIT.violated : EXIT.ok;
}

/** @throws UsageError if it can only be a side of a comparison, not a folder of results */
function throwIfOneSide(place: string): void {
  const isFile = existsSync(place) && statSync(place).isFile();
  if (!ADDRESS.test(place) && !isFile && !existsSync(join(place, RESULT_FILE))) return;
  throw new UsageError(`${place} is one side only; name after it what it is to be compared with.`);
}

/** Writes page and JSON; returns the name of the page. */
function writeComparison(comparison: Comparison, out: string): string {
  makeOutFolder(out);
  const page = join(out, PAGE_FILE);
  writeFileSync(page, comparisonPage(comparison));
  writeFileSync(join(out, "comparison.json"), jsonText(comparison));
  return page;
}

/**
 * The results in a folder: files of them and the run folders in it, oldest first. Other JSON may lie beside them.
 * @throws UsageError if there is no such folder, or no result in it
 */
function resultsIn(folder: string): Named[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UsageError(`${folder}: there is no such folder of results.`);
  }
  const places = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((place) => existsSync(join(place, RESULT_FILE)) || (place.endsWith(".json") && hasRules(place)));
  if (places.length === 0)
    throw new UsageError(
      `${folder} holds no results: neither files such as compliance.json nor folders of runs.`,
    );
  return places
    .map((name) => ({ name, result: resultIn(name) }))
    .sort((one, other) => (one.result.run.startedAt < other.result.run.startedAt ? -1 : 1));
}

/** Whether a file is a result, if perhaps one of another version. */
function hasRules(file: string): boolean {
  const value = statSync(file).isFile() ? parsedJson(textOf(file)) : undefined;
  return isObject(value) && Array.isArray(value.rules);
}

function lastTwo(folder: string, results: readonly Named[]): [string, string] {
  const [before, after] = results.slice(-2);
  if (before !== undefined && after !== undefined) return [before.name, after.name];
  throw new UsageError(`${folder} holds one result only; name what it is to be compared with.`);
}

async function sideOf(place: string, options: CompareOptions): Promise<Side> {
  if (ADDRESS.test(place)) return judgedSide(place, options);
  // An address without its beginning; whoever names a port means no file.
  if (!existsSync(place) && /^[^/]+:\d+(\/|$)/.test(place)) baseUrl(place);
  return /\.(har|ndjson)$/.test(place) ? recordedSide(place) : reportedSide(place);
}

/** A service, judged now. */
async function judgedSide(url: string, options: CompareOptions): Promise<Side> {
  const chosen = await choose(url, options);
  const outcome = await judgeTarget(chosen, { ...options, https: false });
  if (outcome.interrupted !== null)
    throw new Interrupted("interrupted, so there is nothing to compare.", outcome.interrupted);
  const { exchanges } = readRecording(join(outcome.settings.outDir, HAR_FILE));
  return { name: url, result: outcome.result, exchanges };
}

/** A result, with the recording beside it. */
function reportedSide(place: string): Side {
  const result = resultIn(place);
  const folder = statSync(place).isDirectory() ? place : dirname(place);
  const recording = join(folder, HAR_FILE);
  return { name: place, result, exchanges: existsSync(recording) ? exchangesIn(recording) : null };
}

function exchangesIn(file: string): Iterable<Exchange> {
  return isOwnRecording(file) ? readRecording(file).exchanges : trafficIn(file, null).exchanges();
}

async function recordedSide(file: string): Promise<Side> {
  const own = ownRecordingIn(file);
  if (own !== null) {
    const { result } = await judgedRecordings([file]);
    return { name: file, result, exchanges: own.exchanges };
  }
  const { requestIdHeader } = USUAL;
  const result = await withOwnTemporary(() =>
    inTemporaryFolder((out) => judgeRecording(file, { requestIdHeader, out })),
  );
  return { name: file, result, exchanges: trafficIn(file, null).exchanges() };
}
