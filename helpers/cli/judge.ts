import { join } from "node:path";
import { consoleText } from "../../reports/console.js";
import type { Compliance, Leftover } from "../../reports/results.js";
import { plural } from "../../reports/text.js";
import { exitCode } from "../../reports/verdict.js";
import { complianceJson, writeReports } from "../../reports/write.js";
import type { Exchange } from "../contract/exchange.js";
import { runChecks } from "../runner/start.js";
import { readRecording } from "../target/read-recording.js";
import {
  END_ASIDE,
  LEFTOVERS_ASIDE,
  type Preamble,
  type Recording,
  recordedSettings,
} from "../target/recording.js";
import { defaultSettings } from "../target/settings.js";
import { UsageError } from "./errors.js";
import { eventsOf } from "./events.js";
import { judgeForeign } from "./judge-foreign.js";
import { Progress } from "./progress.js";

/** Whatever else a recording holds is not what the contract is about. */
const OF_THE_API = /\/v[12]\//;

/** Options of `plimsoll judge`. */
export interface JudgeOptions {
  readonly baseUrl?: string;
  readonly requestIdHeader: string;
  readonly out: string;
  readonly json: boolean;
}

type Read = Recording<readonly Exchange[]>;

/**
 * `plimsoll judge`: judges recorded traffic offline. A recording of `plimsoll run` is judged as it was then, by
 * all checks; one of anybody else by everything that single exchanges and pairs of them show.
 *
 * @param file a HAR file, or the journal.ndjson of a run, also of one that was killed
 * @returns the exit code, as of `plimsoll run`
 * @throws UsageError when the file cannot be read or is neither
 */
export async function judge(file: string, options: JudgeOptions): Promise<number> {
  const recording = read(file, options.baseUrl ?? null);
  const { preamble } = recording;
  const compliance =
    preamble === null
      ? await judgeTraffic(file, recording.exchanges, options)
      : await judgeAgain(file, { ...recording, preamble }, options.out);
  const report = join(options.out, "index.html");
  process.stdout.write(
    options.json ? complianceJson(compliance) : consoleText(compliance, { colour: false, report }),
  );
  return exitCode(compliance);
}

/** A run of our own: the same checks, answered by the recording. */
async function judgeAgain(
  file: string,
  { preamble, asides, exchanges }: Read & { readonly preamble: Preamble },
  out: string,
): Promise<Compliance> {
  const startedAt = new Date();
  const settings = recordedSettings(preamble, out);
  const { context } = preamble;
  const progress = new Progress();
  const left = await runChecks(settings, progress.check, { allure: false, context, recording: file });
  progress.end();
  const events = eventsOf(settings, left, context?.embedded ?? false, startedAt);
  const ended = asides.some(({ name }) => name === END_ASIDE);
  const notes = [
    ...(context?.notes ?? []),
    ...(ended ? [] : [`The recorded run was stopped after ${plural(exchanges.length, "exchange")}.`]),
    ...unplayedNote(left.facts?.unplayed ?? 0),
  ];
  const leftovers = asides
    .filter(({ name }) => name === LEFTOVERS_ASIDE)
    .flatMap(({ value }) => leftoversIn(value));
  return writeReports(
    {
      ...events,
      leftovers,
      run: { ...events.run, notes },
      ...(context === null ? {} : { waivers: context.waivers }),
    },
    out,
  );
}

function unplayedNote(unplayed: number): string[] {
  if (unplayed === 0) return [];
  return [`${plural(unplayed, "recorded exchange")} answered no check: the run was made by another version.`];
}

function leftoversIn(value: unknown): Leftover[] {
  return Array.isArray(value) ? value.map(({ what, why }) => ({ what: String(what), why: String(why) })) : [];
}

/** Traffic of anybody. */
async function judgeTraffic(
  file: string,
  recorded: readonly Exchange[],
  { baseUrl, requestIdHeader, out }: JudgeOptions,
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
  return writeReports({ ...events, run: { ...events.run, notes } }, out);
}

function read(file: string, baseUrl: string | null): Read {
  try {
    return readRecording(file, baseUrl);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UsageError(`${file} cannot be judged: ${why}`);
  }
}
