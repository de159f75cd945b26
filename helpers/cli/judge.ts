import { readFileSync } from "node:fs";
import { join } from "node:path";
import { consoleText } from "../../reports/console.js";
import { coverageOf, instabilityOf } from "../../reports/fold.js";
import { exitCode } from "../../reports/verdict.js";
import { complianceJson, writeReports } from "../../reports/write.js";
import type { CheckRecord, Exchange } from "../contract/exchange.js";
import { createJudge, exchangeRules } from "../oracles/exchange/judge.js";
import { fromHar } from "../target/har.js";
import { readJournal } from "../target/journal.js";
import { defaultSettings } from "../target/settings.js";
import { UsageError } from "./errors.js";
import { eventsOf } from "./events.js";

/** Whatever else a recording holds is not what the contract is about. */
const OF_THE_API = /\/v[12]\//;

/** Options of `plimsoll judge`. */
export interface JudgeOptions {
  readonly baseUrl?: string;
  readonly requestIdHeader: string;
  readonly out: string;
  readonly json: boolean;
}

/**
 * `plimsoll judge`: judges recorded traffic offline, whoever recorded it, by everything that a single exchange
 * can show. What takes several exchanges on purpose stays inconclusive.
 *
 * @param file a HAR file, or the journal.ndjson of a run, also of one that was killed
 * @returns the exit code, as of `plimsoll run`
 * @throws UsageError when the file cannot be read or is neither
 */
export async function judge(file: string, options: JudgeOptions): Promise<number> {
  const exchanges = read(file, options.baseUrl ?? null).filter(({ request }) => OF_THE_API.test(request.url));
  const [first] = exchanges;
  if (first === undefined) throw new UsageError(`${file} holds no exchange.`);
  const settings = {
    ...defaultSettings(options.baseUrl ?? new URL(first.request.url).origin),
    requestIdHeader: options.requestIdHeader,
    outDir: options.out,
  };
  const left = {
    records: recordsOf(exchanges, options.requestIdHeader),
    leftOut: [],
    facts: {
      requests: exchanges.length,
      coverage: coverageOf(exchanges),
      instability: instabilityOf(exchanges),
      samples: exchanges,
      givenUp: null,
    },
    defects: [],
  };
  const events = eventsOf(settings, left, false, new Date());
  const notes = [`Judged offline from ${file}: nothing was sent.`];
  const compliance = await writeReports({ ...events, run: { ...events.run, notes } }, options.out);
  const report = join(options.out, "index.html");
  process.stdout.write(
    options.json ? complianceJson(compliance) : consoleText(compliance, { colour: false, report }),
  );
  return exitCode(compliance);
}

function read(file: string, baseUrl: string | null): readonly Exchange[] {
  try {
    return file.endsWith(".ndjson")
      ? readJournal(file)
      : fromHar(JSON.parse(readFileSync(file, "utf8")), baseUrl);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UsageError(`${file} cannot be judged: ${why}`);
  }
}

/** One record for each rule that single exchanges show. */
function recordsOf(exchanges: readonly Exchange[], requestIdHeader: string): CheckRecord[] {
  const judged = createJudge({ requestIdHeader, serviceName: null });
  for (const exchange of exchanges) judged.look(exchange);
  return exchangeRules.map((rule) => {
    const { findings, evidence } = judged.collected(rule);
    return {
      rule,
      check: "recorded traffic",
      outcome: "judged",
      evidence: { "places judged": evidence },
      findings,
      observations: [],
      requests: 0,
      ms: 0,
    };
  });
}
