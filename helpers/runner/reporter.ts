import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import type { CheckRecord } from "../contract/exchange.js";
import type { RunFacts } from "./facts.js";
import type { LeftOut } from "./session.js";

/** What a run left: the records of all checks, the facts of the run, and errors that are ours. */
export interface RunEvents {
  readonly records: CheckRecord[];
  facts: RunFacts | null;
  readonly defects: string[];
}

/** Collects the checks' records from vitest as they end. Reports are made from these events and nothing else. */
export class RecordReporter implements Reporter {
  readonly events: RunEvents = { records: [], facts: null, defects: [] };

  constructor(private readonly progress: (record: CheckRecord, done: number) => void) {}

  onTestCaseResult(test: TestCase): void {
    const { plimsoll, plimsollFacts, plimsollLeftOut = [] } = test.meta();
    if (plimsollFacts !== undefined) this.events.facts = plimsollFacts;
    this.#noteLeftOut(plimsollLeftOut);
    if (plimsoll === undefined) {
      for (const error of test.result().errors ?? []) this.events.defects.push(textOf(error));
      return;
    }
    this.events.records.push(plimsoll);
    this.progress(plimsoll, this.events.records.length);
  }

  /** Where another check judged the rule, its word is enough. */
  #noteLeftOut(leftOut: readonly LeftOut[]): void {
    const judged = new Set(this.events.records.map(({ rule }) => rule));
    for (const check of leftOut) {
      if (!judged.has(check.rule)) this.events.records.push(unmade(check));
    }
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.events.defects.push(textOf(error));
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) this.events.defects.push(textOf(error));
    }
  }

  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    for (const error of errors) this.events.defects.push(textOf(error));
  }
}

/** The record of a check that the effort left out. */
function unmade(check: LeftOut): CheckRecord {
  return {
    ...check,
    outcome: "inconclusive",
    evidence: {},
    findings: [],
    observations: [],
    requests: 0,
    ms: 0,
  };
}

function textOf(error: { message: string; stack?: string | undefined }): string {
  return error.stack ?? error.message;
}
