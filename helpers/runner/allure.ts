import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Status } from "allure-js-commons";
import type { Category } from "allure-js-commons/sdk";
import { InMemoryWriter, ReporterRuntime, stringifyEnvInfo } from "allure-js-commons/sdk/reporter";
import AllureVitestReporter from "allure-vitest/reporter";
import type { Vitest } from "vitest/node";
import type { Settings } from "../target/settings.js";

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
 * allure-vitest's reporter, with its results written at the end side by side. Its own writer flushes each of the
 * hundreds of files to the disk on its own, which can take longer than the run.
 */
export class AllureReporter extends AllureVitestReporter {
  readonly #results = new InMemoryWriter();
  readonly #settings: Settings;

  constructor(settings: Settings) {
    super({});
    this.#settings = settings;
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    const { url, effort, seed } = this.#settings;
    const runtime = new ReporterRuntime({
      writer: this.#results,
      categories: CATEGORIES,
      environmentInfo: { target: url, effort, seed: String(seed) },
    });
    runtime.writeCategoriesDefinitions();
    runtime.writeEnvironmentInfo();
    // The reporter offers no other way to give it a writer.
    Reflect.set(this, "allureReporterRuntime", runtime);
  }

  /** Writes the results of this run in place of those of an earlier one. */
  async write(): Promise<void> {
    const folder = join(this.#settings.outDir, "allure-results");
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const { tests, groups, attachments, categories, envInfo } = this.#results;
    const files: readonly (readonly [string, string | Buffer])[] = [
      ...tests.map((test) => [`${test.uuid}-result.json`, JSON.stringify(test)] as const),
      ...groups.map((group) => [`${group.uuid}-container.json`, JSON.stringify(group)] as const),
      ...Object.entries(attachments),
      ["categories.json", JSON.stringify(categories ?? [])],
      ["environment.properties", stringifyEnvInfo(envInfo ?? {})],
    ];
    await Promise.all(files.map(([name, content]) => writeFile(join(folder, name), content)));
  }
}
