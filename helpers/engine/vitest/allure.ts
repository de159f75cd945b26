import { join } from "node:path";
import { Stage, Status, type StatusDetails } from "allure-js-commons";
import { type Category, getMessageAndTraceFromError } from "allure-js-commons/sdk";
import { getFrameworkLabel, getLanguageLabel, ReporterRuntime } from "allure-js-commons/sdk/reporter";
import type { Reporter, TestCase } from "vitest/node";
import type { Settings } from "../../target/settings/settings.js";
import { ALLURE_FOLDER, AllureFiles } from "./allure-files.js";
import { allureMessages, allureStatus } from "./allure-messages.js";

/** Allure's groups for results that are not green. */
const CATEGORIES: Category[] = [
  {
    name: "Contract violated",
    matchedStatuses: [Status.FAILED],
    messageRegex: "[\\s\\S]*Documented[\\s\\S]*",
  },
  { name: "Could not be judged", matchedStatuses: [Status.SKIPPED] },
  { name: "Defect of the suite", matchedStatuses: [Status.BROKEN] },
];

/**
 * Writes Allure results by Allure's own reporter SDK, each check as it ends. Allure's reporter for vitest would wait
 * for the end of the run and replace vitest's runner, only to learn what the checks' records already say.
 */
export class AllureReporter implements Reporter {
  readonly #files: AllureFiles;
  readonly #runtime: ReporterRuntime;

  constructor({ outDir, url, effort, seed }: Settings) {
    this.#files = new AllureFiles(join(outDir, ALLURE_FOLDER));
    this.#runtime = new ReporterRuntime({
      writer: this.#files,
      categories: CATEGORIES,
      environmentInfo: { target: url, effort, seed: String(seed) },
    });
    this.#runtime.writeCategoriesDefinitions();
    this.#runtime.writeEnvironmentInfo();
  }

  onTestCaseResult(test: TestCase): void {
    const { plimsoll: record } = test.meta();
    // The effort left it out.
    if (record === undefined && test.result().state === "skipped") return;
    const { startTime: start = Date.now(), duration = 0 } = test.diagnostic() ?? {};
    const uuid = this.#runtime.startTest({ name: test.name, fullName: test.name, start });
    this.#runtime.updateTest(uuid, (result) => {
      result.labels.push(getFrameworkLabel("vitest"), getLanguageLabel());
      result.stage = Stage.FINISHED;
      result.status = record === undefined ? Status.BROKEN : allureStatus(record);
      result.statusDetails = detailsOf(test);
    });
    if (record !== undefined) this.#runtime.applyRuntimeMessages(uuid, [...allureMessages(record)]);
    this.#runtime.stopTest(uuid, { duration });
    this.#runtime.writeTest(uuid);
  }

  /** Waits until all results are written. @throws the error of the first file that could not be written */
  async written(): Promise<void> {
    await this.#files.written();
  }
}

/** How a check ended: why it was skipped, or what broke. */
function detailsOf(test: TestCase): StatusDetails {
  const result = test.result();
  if (result.state === "skipped") return result.note === undefined ? {} : { message: result.note };
  const [error] = result.errors ?? [];
  return error === undefined ? {} : getMessageAndTraceFromError(error);
}
