import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { badgeSvg } from "./badge.js";
import { complianceOf } from "./compliance.js";
import type { RunEvents } from "./events.js";
import { htmlPage } from "./html.js";
import { junitXml } from "./junit.js";
import type { Compliance } from "./results.js";
import { sarifLog } from "./sarif.js";
import { summaryMarkdown } from "./summary.js";
import { jsonText } from "./text.js";

/** The names of the files that are written. */
export const REPORT_FILES = [
  "compliance.json",
  "index.html",
  "junit.xml",
  "results.sarif",
  "summary.md",
  "badge.svg",
] as const;

/**
 * Judges the events of a run and writes every report into a folder, which is created if necessary.
 * @returns the result that was written
 * @throws the error of the file system
 */
export async function writeReports(events: RunEvents, outDir: string): Promise<Compliance> {
  const result = complianceOf(events);
  await writeResult(result, outDir);
  return result;
}

/**
 * Writes every report of a result into a folder, which is created if necessary.
 * @throws the error of the file system
 */
export async function writeResult(result: Compliance, outDir: string): Promise<void> {
  const files: Readonly<Record<(typeof REPORT_FILES)[number], string>> = {
    "compliance.json": jsonText(result),
    "index.html": htmlPage(result),
    "junit.xml": junitXml(result),
    "results.sarif": jsonText(sarifLog(result)),
    "summary.md": summaryMarkdown(result),
    "badge.svg": badgeSvg(result),
  };
  await mkdir(outDir, { recursive: true });
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(outDir, name), text)));
}
