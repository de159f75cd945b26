import { join } from "node:path";
import { consoleText } from "../../../reports/console.js";
import type { Compliance } from "../../../reports/results.js";
import { jsonText } from "../../../reports/text.js";
import { coloured } from "./progress.js";

/** Name of the page in the report folder. */
export const PAGE_FILE = "index.html";

/** Prints a result on standard output, as text or as JSON. @param outDir folder of its reports */
export function printResult(result: Compliance, outDir: string, json = false): void {
  const report = join(outDir, PAGE_FILE);
  process.stdout.write(
    json ? jsonText(result) : consoleText(result, { colour: coloured(process.stdout), report }),
  );
}
