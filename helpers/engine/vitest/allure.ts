import { join } from "node:path";
import { Status } from "allure-js-commons";
import type { Category } from "allure-js-commons/sdk";
import { ReporterRuntime } from "allure-js-commons/sdk/reporter";
import AllureVitestReporter from "allure-vitest/reporter";
import type { TestCase, Vitest } from "vitest/node";
import type { Settings } from "../../target/settings.js";
import { AllureFiles } from "./allure-files.js";

/** How Allure groups what is not green. */
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
 * allure-vitest's reporter, told of each test when it ends. It would wait for the end of the run, and keep account of
 * which test is under way by hooks around each and a runner of its own; our checks say it by themselves.
 */
export class AllureReporter extends AllureVitestReporter {
  readonly #files: AllureFiles;
  readonly #settings: Settings;
  #vitest: Vitest | null = null;

  constructor(settings: Settings) {
    super({});
    this.#settings = settings;
    this.#files = new AllureFiles(join(settings.outDir, "allure-results"));
  }

  /** In place of the reporter's own, which sets up hooks and runner. */
  override onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    const { url, effort, seed } = this.#settings;
    const runtime = new ReporterRuntime({
      writer: this.#files,
      categories: CATEGORIES,
      environmentInfo: { target: url, effort, seed: String(seed) },
    });
    runtime.writeCategoriesDefinitions();
    runtime.writeEnvironmentInfo();
    // The reporter offers no other way to give it a writer.
    Reflect.set(this, "allureReporterRuntime", runtime);
  }

  onTestCaseResult({ id }: TestCase): void {
    const task = this.#vitest?.state.idMap.get(id);
    if (task !== undefined) this.handleTask(task);
  }

  /** Every test was told when it ended. */
  override onTestRunEnd(): void {}

  /** Waits until all results are written. @throws the error of the first file that could not be */
  async written(): Promise<void> {
    await this.#files.written();
  }
}
