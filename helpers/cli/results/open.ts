import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import open from "open";
import { UsageError } from "../mistakes/errors.js";
import { PAGE_FILE } from "../run/print-result.js";
import { reportFolder } from "../settings/config.js";

export interface OpenOptions {
  readonly out?: string;
  readonly print?: boolean;
}

/**
 * `plimsoll open`: shows the last report in the browser, and prints its path for machines that have none.
 * @throws UsageError if there is no report
 */
export async function openReport({ out, print }: OpenOptions): Promise<void> {
  const folder = await reportFolder(out);
  const file = resolve(join(folder, PAGE_FILE));
  if (!existsSync(file)) {
    throw new UsageError(`${folder} holds no report; plimsoll run makes one, --out names its folder.`);
  }
  process.stdout.write(`${pathToFileURL(file).href}\n`);
  if (print) return;
  const child = await open(file);
  // Without a browser, the printed path must do.
  child.on("error", () => {});
  child.unref();
}
