import { fileURLToPath } from "node:url";
import AllureReporter from "allure-vitest/reporter";
import { startVitest } from "vitest/node";
import type { CheckRecord } from "../contract/exchange.js";
import type { Settings } from "../target/settings.js";
import { RecordReporter, type RunEvents } from "./reporter.js";

/** Folder with helpers/ and suites/: the repository's own in development, dist/ in the package. */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Compiled checks end like this file does. */
const ENTRY = `suites/plimsoll.suite${import.meta.url.slice(import.meta.url.lastIndexOf("."))}`;

/**
 * Runs the checks against the target in one worker and returns what they left.
 *
 * One worker, because all checks share one census and one journal; inside it they run side by side, held
 * back by the client's concurrency alone.
 *
 * @param progress called after each check
 * @param options `allure: false` leaves the Allure results out
 */
export async function runChecks(
  settings: Settings,
  progress: (record: CheckRecord, done: number) => void,
  { allure = true }: { readonly allure?: boolean } = {},
): Promise<RunEvents> {
  const reporter = new RecordReporter(progress);
  const vitest = await startVitest(
    "test",
    [],
    {
      root: ROOT,
      config: false,
      watch: false,
      include: [ENTRY],
      exclude: [],
      reporters: [reporter, ...(allure ? [allureReporter(settings.outDir)] : [])],
      provide: { plimsoll: settings },
      pool: "threads",
      isolate: false,
      fileParallelism: false,
      sequence: { concurrent: true },
      // The client holds requests back; a check that waits for its turn must not time out.
      maxConcurrency: Number.MAX_SAFE_INTEGER,
      testTimeout: 0,
      passWithNoTests: true,
      server: { deps: { external: [/\.js$/] } },
    },
    { logLevel: "silent", optimizeDeps: { noDiscovery: true, include: [] } },
  );
  await vitest.close();
  // vitest sets it when a test is red; the exit code is the command line's to choose.
  process.exitCode = 0;
  return reporter.events;
}

function allureReporter(outDir: string): AllureReporter {
  return new AllureReporter({ resultsDir: `${outDir}/allure-results` });
}
