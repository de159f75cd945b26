import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import type { CheckRecord } from "../../wire/exchange.js";
import type { SkippedByEffort } from "../check/skipped-by-effort.js";
import { EVERY_EXCHANGE } from "./every-exchange.js";
import type { RunFacts } from "./facts.js";

/** What a run left: the records of all checks, the facts of the run, and our own errors. */
export interface RunRecord {
  readonly records: CheckRecord[];
  /** Checks that the effort left out. */
  readonly skipped: SkippedByEffort[];
  facts: RunFacts | null;
  readonly defects: string[];
}

/** Collects the checks' records from vitest as they end. Reports are made only from this record. */
export class RecordReporter implements Reporter {
  readonly record: RunRecord = { records: [], skipped: [], facts: null, defects: [] };

  /** Checks that send requests: done, and in all. Those that look at every exchange end together after these. */
  readonly #checks = { done: 0, of: 0 };

  constructor(private readonly progress: (record: CheckRecord, done: number, of: number) => void) {}

  onTestModuleCollected(module: TestModule): void {
    for (const { name, options } of module.children.allTests()) {
      if (options.mode === "run" && !name.endsWith(EVERY_EXCHANGE)) this.#checks.of += 1;
    }
  }

  onTestCaseResult(test: TestCase): void {
    const { plimsoll, plimsollSkipped } = test.meta();
    if (plimsollSkipped !== undefined) this.record.skipped.push(plimsollSkipped);
    if (plimsoll === undefined) {
      for (const error of test.result().errors ?? []) this.record.defects.push(textOf(error));
      return;
    }
    this.record.records.push(plimsoll);
    if (!plimsoll.check.endsWith(EVERY_EXCHANGE)) this.#checks.done += 1;
    this.progress(plimsoll, this.#checks.done, this.#checks.of);
  }

  onTestModuleEnd(module: TestModule): void {
    this.record.facts ??= module.meta().plimsollFacts ?? null;
    for (const error of module.errors()) this.record.defects.push(textOf(error));
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) this.record.defects.push(textOf(error));
    }
  }

  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    for (const error of errors) this.record.defects.push(textOf(error));
  }
}

function textOf(error: { message: string; stack?: string | undefined }): string {
  return error.stack ?? error.message;
}
