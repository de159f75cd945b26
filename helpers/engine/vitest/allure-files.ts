import { statSync } from "node:fs";
import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Globals, TestResult, TestResultContainer } from "allure-js-commons";
import type { Category, EnvironmentInfo } from "allure-js-commons/sdk";
import { stringifyEnvInfo, type Writer } from "allure-js-commons/sdk/reporter";

/** Name of the folder below `outDir`. */
export const ALLURE_FOLDER = "allure-results";

/** Names of the files that we write there; never touch others. */
const OURS =
  /^([\da-f]{8}-[\da-f-]{27}-(result|container|globals|attachment)\b.*|environment\.properties|categories\.json)$/;

/** Removes the results of an earlier run, and the folder if it holds nothing else. */
export async function clearAllure(folder: string): Promise<void> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const names = await readdir(folder);
  const ours = names.filter((name) => OURS.test(name));
  await Promise.all(ours.map((name) => rm(join(folder, name), { force: true })));
  if (ours.length === names.length) await rm(folder, { recursive: true });
}

/**
 * Writes Allure's result files during the run, replacing those of an earlier run. Allure's own writer flushes each of
 * the hundreds of files to disk, which can take longer than the run.
 */
export class AllureFiles implements Writer {
  readonly #folder: string;
  readonly #cleared: Promise<unknown>;
  readonly #pending: Promise<void>[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    this.#cleared = clearAllure(folder).then(() => mkdir(folder, { recursive: true }));
  }

  /** Waits until everything is written. @throws the error of the first file that could not be written */
  async written(): Promise<void> {
    await Promise.all(this.#pending);
  }

  writeResult(result: TestResult): void {
    this.#write(`${result.uuid}-result.json`, JSON.stringify(result));
  }

  writeGroup(result: TestResultContainer): void {
    this.#write(`${result.uuid}-container.json`, JSON.stringify(result));
  }

  writeAttachment(name: string, content: Buffer): void {
    this.#write(name, content);
  }

  writeAttachmentFromPath(name: string, from: string): void {
    this.#keep(() => copyFile(from, join(this.#folder, name)));
  }

  writeEnvironmentInfo(info: EnvironmentInfo): void {
    this.#write("environment.properties", stringifyEnvInfo(info));
  }

  writeCategoriesDefinitions(categories: Category[]): void {
    this.#write("categories.json", JSON.stringify(categories));
  }

  writeGlobals(name: string, globals: Globals): void {
    this.#write(name, JSON.stringify(globals));
  }

  #write(name: string, content: string | Buffer): void {
    this.#keep(() => writeFile(join(this.#folder, name), content));
  }

  #keep(write: () => Promise<void>): void {
    const written = this.#cleared.then(write);
    this.#pending.push(written);
    // `written`, called later, reports the error.
    written.catch(() => {});
  }
}
