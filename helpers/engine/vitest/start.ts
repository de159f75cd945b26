import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { InlineConfig, Vitest } from "vitest/node";
import type { ReportContext } from "../../target/recordings/recording.js";
import type { Settings } from "../../target/settings/settings.js";
import type { CheckRecord } from "../../wire/exchange.js";
import { type Hearer, hearNews } from "../check/news.js";
import { AllureReporter } from "./allure.js";
import type { EarlyWorker } from "./early-worker.js";
import { RecordReporter, type RunRecord } from "./reporter.js";

/** Folder with helpers/ and suites/: the repository's own in development, dist/ in the package. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** Compiled checks have the same ending as this file. */
export const MODULE_ENDING = import.meta.url.slice(import.meta.url.lastIndexOf("."));
/** The file that imports all checks. */
export const ENTRY = `${ROOT}suites/plimsoll.suite${MODULE_ENDING}`;

/** The file that imports all checks, with all that it needs, in the package; see `scripts/gather.mjs`. */
const GATHERED_ENTRY = join(ROOT, "gathered/checks/plimsoll.suite.js");

/** How the checks are run. */
interface StartOptions {
  /** False leaves the Allure results out. */
  readonly allure?: boolean;
  /** Told why the Allure results could not be written; the checks run on without them. */
  readonly allureFailed?: (error: unknown) => void;
  /** Ends the run at once, whatever is under way. */
  readonly signal?: AbortSignal;
  /** Facts for the reports; goes into the recording. */
  readonly context?: ReportContext | null;
  /** A recording that answers instead of the target. */
  readonly recording?: string | null;
  /** Told at once of each rule whose breach fails the run, with its finding; and of waits. */
  readonly hearer?: Hearer;
  /** The process to make the checks in. */
  readonly worker?: EarlyWorker | null;
}

/**
 * Runs the checks against the target in one worker and returns its record.
 *
 * One worker, because all checks share one census and one journal. Inside it they run side by side, limited only by the
 * client's concurrency.
 * @param progress called after each check with the number done and the number in all
 */
export async function runChecks(
  settings: Settings,
  progress: (record: CheckRecord, done: number, of: number) => void,
  {
    allure = true,
    allureFailed = () => {},
    signal,
    context = null,
    recording = null,
    hearer,
    worker = null,
  }: StartOptions = {},
): Promise<RunRecord> {
  const reporter = new RecordReporter(progress);
  const allureReporter = allure ? new AllureReporter(settings) : null;
  const news = hearer === undefined ? null : await hearNews(hearer);
  const vitest = await createRunner({
    root: ROOT,
    include: [existsSync(GATHERED_ENTRY) ? GATHERED_ENTRY : ENTRY],
    ...(worker !== null && { pool: worker.pool }),
    reporters: allureReporter === null ? [reporter] : [reporter, allureReporter],
    provide: {
      plimsoll: settings,
      plimsollContext: context,
      plimsollRecording: recording,
      plimsollNews: news?.address ?? null,
    },
    fileParallelism: false,
    server: { deps: { external: [/\.js$/] } },
  });
  const stop = () => stopAtOnce(vitest);
  signal?.addEventListener("abort", stop);
  try {
    if (signal?.aborted !== true) await vitest.start();
    await vitest.close();
  } finally {
    signal?.removeEventListener("abort", stop);
    news?.close();
    await allureReporter?.written().catch(allureFailed);
  }
  // vitest sets it if a test is red; the command line chooses the exit code.
  process.exitCode = 0;
  return reporter.record;
}

/**
 * Runs suite files as vitest does by hand, each on its own in one worker, and returns its record.
 * @param seed shuffles files and checks; null for their own order, with checks side by side
 */
export async function runFiles(
  files: readonly string[],
  settings: Settings,
  seed: number | null,
): Promise<RunRecord> {
  const { SuiteOrder } = await import("./order.js");
  const reporter = new RecordReporter(() => {});
  const vitest = await createRunner({
    root: ROOT,
    include: [...files],
    reporters: [reporter],
    provide: { plimsoll: settings },
    fileParallelism: false,
    sequence: {
      sequencer: SuiteOrder,
      concurrent: seed === null,
      ...(seed !== null && { shuffle: true, seed }),
    },
    server: { deps: { external: [/\.js$/] } },
  });
  await vitest.start();
  await vitest.close();
  process.exitCode = 0;
  return reporter.record;
}

/** A vitest that runs the checks of one file side by side and leaves signals to the command line. */
export async function createRunner(config: InlineConfig): Promise<Vitest> {
  // Loading it takes a third of a second, which a command that ends earlier need not wait for.
  const { createVitest } = await import("vitest/node");
  return withoutSignalHandlers(() =>
    createVitest(
      "test",
      {
        config: false,
        watch: false,
        exclude: [],
        // A separate process: if it dies, the command can still report and remove what the run created.
        pool: "forks",
        isolate: false,
        sequence: { concurrent: true },
        // The client limits concurrency; a check that waits for its turn must not time out.
        maxConcurrency: Number.MAX_SAFE_INTEGER,
        testTimeout: 0,
        hookTimeout: 0,
        // The worker's end removes what the checks created.
        teardownTimeout: 120_000,
        passWithNoTests: true,
        cache: false,
        ...config,
      },
      // Write nothing into the folder where this package is installed.
      {
        cacheDir: join(tmpdir(), `plimsoll-${process.pid}`),
        logLevel: "silent",
        optimizeDeps: { noDiscovery: true, include: [] },
      },
    ),
  );
}

/** Ends the worker even in the middle of a check: a second cancellation does not wait for the first. */
function stopAtOnce(vitest: Vitest): void {
  void vitest.cancelCurrentRun("keyboard-input");
  void vitest.cancelCurrentRun("keyboard-input");
}

/** vitest would end the process at once on Ctrl-C; what a run created must be removed first. */
async function withoutSignalHandlers<T>(make: () => Promise<T>): Promise<T> {
  const before = new Map(SIGNALS.map((name) => [name, process.listeners(name)]));
  const made = await make();
  for (const name of SIGNALS) {
    const own = before.get(name) ?? [];
    for (const listener of process.listeners(name)) if (!own.includes(listener)) process.off(name, listener);
  }
  return made;
}
