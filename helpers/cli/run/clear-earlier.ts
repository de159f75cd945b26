import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { REPORT_FILES } from "../../../reports/write.js";
import { ALLURE_FOLDER, clearAllure } from "../../engine/vitest/allure-files.js";
import { HAR_FILE } from "../../target/recordings/har.js";
import { JOURNAL_FILE } from "../../target/recordings/journal.js";
import { placeOf } from "../mistakes/files.js";
import { CERTIFICATE_FILE } from "./result-file.js";
import { isShardRecording, SHARD_FILE } from "./shard-file.js";

const RESULTS: readonly string[] = [...REPORT_FILES, CERTIFICATE_FILE, HAR_FILE, JOURNAL_FILE, SHARD_FILE];

/**
 * Removes the results of an earlier run, which would be mistaken for those of this one if it does not reach its end.
 * The ledger of what it owes stays.
 * @param outDir an existing folder
 * @param kept a file that is still to be read: if it is one of the results, all stay
 */
export async function clearEarlier(outDir: string, kept?: string): Promise<void> {
  const results = readdirSync(outDir).filter((name) => RESULTS.includes(name) || isShardRecording(name));
  const files = results.map((name) => join(outDir, name));
  if (kept !== undefined && files.some((file) => placeOf(file) === placeOf(kept))) return;
  for (const file of files) rmSync(file, { force: true });
  await clearAllure(join(outDir, ALLURE_FOLDER));
}
