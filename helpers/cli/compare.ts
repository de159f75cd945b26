import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { comparisonOf, type Side } from "../../reports/compare/comparison.js";
import { comparisonMarkdown, comparisonText } from "../../reports/compare/words.js";
import { HAR_FILE } from "../target/har.js";
import { readRecording } from "../target/read-recording.js";
import { defaultSettings } from "../target/settings.js";
import { UsageError } from "./errors.js";
import { judgeTraffic, ownRecordingIn } from "./judge.js";
import { judgedRecording } from "./judged-recording.js";
import { trafficIn } from "./recorded-traffic.js";
import { resultIn } from "./result-file.js";

/** Options of `plimsoll compare`. */
export interface CompareOptions {
  readonly json: boolean;
  readonly markdown: boolean;
}

/**
 * `plimsoll compare A B`: what B breaks, mends and leaves unjudged that A did not, and what the two do differently.
 *
 * @param before folder of a run, its compliance.json, or a recording, which is judged first
 * @param after the same of what it is compared with
 * @returns the exit code: 1 where a required rule is newly broken, otherwise 0
 * @throws UsageError when one of them is none of that
 */
export async function compare(before: string, after: string, options: CompareOptions): Promise<number> {
  if (options.json && options.markdown) throw new UsageError("choose one of --json and --markdown.");
  const comparison = comparisonOf(await sideOf(before), await sideOf(after));
  const { json, markdown } = options;
  process.stdout.write(
    json
      ? `${JSON.stringify(comparison, null, 2)}\n`
      : markdown
        ? comparisonMarkdown(comparison)
        : comparisonText(comparison),
  );
  return comparison.broken.some(({ to }) => to === "violates") ? 1 : 0;
}

async function sideOf(place: string): Promise<Side> {
  return /\.(har|ndjson)$/.test(place) ? recordedSide(place) : reportedSide(place);
}

/** A result, with the recording that lies beside it. */
function reportedSide(place: string): Side {
  const result = resultIn(place);
  const folder = statSync(place).isDirectory() ? place : dirname(place);
  const recording = join(folder, HAR_FILE);
  const exchanges = existsSync(recording) ? readRecording(recording).exchanges : null;
  return { name: place, result, exchanges };
}

async function recordedSide(file: string): Promise<Side> {
  const own = ownRecordingIn(file);
  if (own !== null) {
    const { result } = await judgedRecording(file);
    return { name: file, result, exchanges: own.exchanges };
  }
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-compared-"));
  const { requestIdHeader } = defaultSettings("http://localhost");
  try {
    const result = await judgeTraffic(file, { requestIdHeader, out: folder });
    return { name: file, result, exchanges: trafficIn(file, null).exchanges() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
