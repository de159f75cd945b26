import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consoleText } from "../../reports/console.js";
import type { RunEvents } from "../../reports/events.js";
import { exitCode } from "../../reports/verdict.js";
import { complianceJson, writeReports } from "../../reports/write.js";
import { operations } from "../contract/operations.js";
import { rules } from "../contract/rules.js";
import { operationInScope, whyOutOfScope } from "../contract/scope.js";
import { REPORT_TRIGGER } from "../reference/app.js";
import { createReferenceService, type ReferenceService } from "../reference/service.js";
import type { RunEvents as Left } from "../runner/reporter.js";
import { runChecks } from "../runner/start.js";
import { defaultSettings, isLoopback, parseBaseUrl, type Settings } from "../target/settings.js";
import { UsageError } from "./errors.js";
import { type RunOptions, settingsFromOptions } from "./options.js";
import { Progress } from "./progress.js";
import { reach } from "./reach.js";

/**
 * `plimsoll run`: judges a target, writes the reports and prints the result.
 * @param url the target's address, or null for the embedded reference service
 * @returns the exit code: 0 nothing violated, 1 something violated, 2 a defect of ours
 * @throws UsageError when the run could not be made
 */
export async function run(url: string | null, options: RunOptions): Promise<number> {
  const startedAt = new Date();
  const service =
    url === null ? createReferenceService({ seed: options.seed ?? 1, https: options.https }) : null;
  try {
    const settings =
      service === null ? foreignSettings(url ?? "", options) : await embeddedSettings(service, options);
    if (service === null) await reach(settings);
    const progress = new Progress();
    const left = await runChecks(settings, progress.check);
    progress.end();
    const events = eventsOf(settings, left, service !== null, startedAt);
    const compliance = await writeReports(events, settings.outDir);
    process.stdout.write(
      options.json
        ? complianceJson(compliance)
        : consoleText(compliance, {
            colour: coloured(process.stdout),
            report: join(settings.outDir, "index.html"),
          }),
    );
    return exitCode(compliance);
  } finally {
    await service?.close();
  }
}

/** Everything that the embedded reference holds may be changed: nobody else uses it. */
async function embeddedSettings(service: ReferenceService, options: RunOptions): Promise<Settings> {
  const url = await service.listen();
  const { apiKey, certificate } = service;
  const settings = settingsFromOptions(options, {
    ...defaultSettings(url),
    apiKey,
    writes: "fixtures",
    fixturesAll: true,
    reportTrigger: REPORT_TRIGGER,
  });
  if (certificate === null) return settings;
  const caFile = join(settings.outDir, "reference-ca.pem");
  mkdirSync(settings.outDir, { recursive: true });
  writeFileSync(caFile, certificate);
  return { ...settings, caFile };
}

function foreignSettings(address: string, options: RunOptions): Settings {
  const url = baseUrl(address);
  const apiKey = process.env[options.keyEnv];
  if (apiKey === undefined || apiKey === "") {
    throw new UsageError(`no API key: set ${options.keyEnv}, or name another variable by --key-env.`);
  }
  if (options.https)
    throw new UsageError("--https is for the embedded reference; write https:// in the address.");
  // Somebody who asks for fixtures on this machine and names none means all that the mock holds.
  const fixturesAll = options.writes === "fixtures" && isLoopback(url);
  return settingsFromOptions(options, { ...defaultSettings(url), apiKey, fixturesAll });
}

function baseUrl(address: string): string {
  try {
    return parseBaseUrl(address);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** Puts what the checks left together with the contract, for the reports. */
function eventsOf(settings: Settings, left: Left, embedded: boolean, startedAt: Date): RunEvents {
  const outOfScope = new Map<string, string>();
  for (const rule of rules) {
    const why = whyOutOfScope(rule, settings);
    if (why !== null) outOfScope.set(rule.id, why);
  }
  const { facts } = left;
  return {
    run: {
      version: version(),
      seed: settings.seed,
      effort: settings.effort,
      requests: facts?.requests ?? 0,
      seconds: Math.round((Date.now() - startedAt.getTime()) / 100) / 10,
      startedAt: startedAt.toISOString(),
      generations: settings.generations,
      edition: settings.edition,
      writes: settings.writes,
      only: settings.only.length === 0 ? null : settings.only.join(","),
      strict: settings.strict,
      complete: settings.complete,
      notes: [],
    },
    target: { url: settings.url, embedded, requestIdHeader: settings.requestIdHeader },
    rules,
    outOfScope,
    records: left.records,
    judgements: [],
    defects: facts === null && left.defects.length === 0 ? ["the run ended early"] : left.defects,
    operations: operations.filter((operation) => operationInScope(operation.id, settings)),
    coverage: facts?.coverage ?? {},
    instability: facts?.instability ?? {},
    samples: facts?.samples ?? [],
    leftovers: facts?.leftovers ?? [],
  };
}

function version(): string {
  const file = new URL("../../../package.json", import.meta.url);
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}

function coloured(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && process.env.NO_COLOR === undefined;
}
