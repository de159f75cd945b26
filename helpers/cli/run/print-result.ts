import { join } from "node:path";
import { consoleText } from "../../../reports/console.js";
import type { Compliance } from "../../../reports/results.js";
import { jsonText } from "../../../reports/text.js";
import { coloured } from "./progress.js";

/** Name of the page in the report folder. */
export const PAGE_FILE = "index.html";

interface PrintOptions {
  readonly json?: boolean | undefined;
  /** True if the certificate, where one is earned, is written next. */
  readonly certifies?: boolean;
}

/** Prints a result on standard output, as text or as JSON. @param outDir folder of its reports */
export function printResult(
  result: Compliance,
  outDir: string,
  { json = false, certifies = false }: PrintOptions = {},
): void {
  const report = join(outDir, PAGE_FILE);
  const colour = coloured(process.stdout);
  process.stdout.write(json ? jsonText(result) : consoleText(result, { colour, report, certifies }));
}
