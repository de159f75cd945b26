import { join } from "node:path";
import { consoleText } from "../../reports/console.js";
import { exitCode } from "../../reports/verdict.js";
import { complianceJson, writeReports } from "../../reports/write.js";
import { createReferenceService } from "../reference/service.js";
import { runChecks } from "../runner/start.js";
import { defaultSettings, isLoopback, parseBaseUrl, type Settings } from "../target/settings.js";
import { embeddedSettings } from "./embedded.js";
import { UsageError } from "./errors.js";
import { eventsOf } from "./events.js";
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
      service === null
        ? foreignSettings(url ?? "", options)
        : await embeddedSettings(service, (defaults) => settingsFromOptions(options, defaults));
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

function coloured(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && process.env.NO_COLOR === undefined;
}
