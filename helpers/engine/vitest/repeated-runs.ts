import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import { RecordReporter, type RunRecord } from "./reporter.js";
import { createRunner, ENTRY, ROOT } from "./start.js";

/** What a worker does before the checks of a round: calls that module's `begin` with `input`. */
interface Opening {
  /** URL of the module. */
  readonly module: string;
  /** Plain JSON, one for each round. */
  readonly inputs: readonly unknown[];
}

const LOST = "the process that makes the checks ended before this round";

/**
 * Runs all checks once for each input. Rounds share workers, so that only the first round of a worker loads and
 * compiles what the checks use. The checks themselves are declared anew in each round, in a session that `begin` starts
 * with `beginSession`.
 * @param ended called with the input's index when a round is over; with a defect if its worker ended before it began
 */
export async function runRepeatedly(
  { module, inputs }: Opening,
  workers: number,
  ended: (index: number, record: RunRecord) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-rounds-"));
  const files = inputs.map((input, index) => {
    const file = join(folder, `${index}.suite.js`);
    writeFileSync(file, textOf(module, input));
    return file;
  });
  const missing = new Set(files.keys());
  const over = (index: number, record: RunRecord) => {
    missing.delete(index);
    ended(index, record);
  };
  try {
    const vitest = await createRunner({
      root: folder,
      include: files,
      reporters: [new RoundReporter((file, record) => over(files.indexOf(file), record))],
      fileParallelism: workers > 1,
      maxWorkers: workers,
      // Load what the checks use once for each worker, but the checks themselves once for each round, also if the whole
      // package is in node_modules, where vitest would load them only once.
      server: {
        deps: { inline: [modulesOf("suites")], external: [modulesOf("helpers"), modulesOf("reports")] },
      },
    });
    await vitest.start();
    await vitest.close();
    for (const index of missing) ended(index, { records: [], skipped: [], facts: null, defects: [LOST] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exitCode = 0;
}

/** Matches the compiled modules of one of our folders, wherever the package is installed. */
function modulesOf(folder: string): RegExp {
  const literally = `${ROOT}${folder}/`.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literally}.*\\.js$`);
}

function textOf(module: string, input: unknown): string {
  return [
    `import { begin } from ${JSON.stringify(module)};`,
    `await begin(${JSON.stringify(input)});`,
    `await import(${JSON.stringify(pathToFileURL(ENTRY).href)});`,
  ].join("\n");
}

/** One `RecordReporter` for each round. */
class RoundReporter implements Reporter {
  readonly #rounds = new Map<string, RecordReporter>();

  constructor(private readonly ended: (file: string, record: RunRecord) => void) {}

  onTestCaseResult(test: TestCase): void {
    this.#of(test.module).onTestCaseResult(test);
  }

  async onTestModuleEnd(module: TestModule): Promise<void> {
    const reporter = this.#of(module);
    reporter.onTestModuleEnd(module);
    // vitest handles batches of news in parallel: a check's end may be reported after its module's end.
    await setImmediate();
    this.#rounds.delete(module.moduleId);
    this.ended(module.moduleId, reporter.record);
  }

  /** If a worker died, ends the rounds that it left open. */
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    for (const [file, reporter] of this.#rounds) {
      reporter.onTestRunEnd(_modules, errors);
      this.ended(file, reporter.record);
    }
  }

  #of({ moduleId }: TestModule): RecordReporter {
    const known = this.#rounds.get(moduleId);
    if (known !== undefined) return known;
    const fresh = new RecordReporter(() => {});
    this.#rounds.set(moduleId, fresh);
    return fresh;
  }
}
