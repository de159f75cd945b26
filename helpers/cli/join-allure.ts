import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CheckRecord } from "../contract/exchange.js";
import { ruleById } from "../contract/rules.js";
import { breaks, brokenText } from "../runner/broken.js";

/** Folder of the Allure results below `outDir`. */
const FOLDER = "allure-results";
const RESULT = "-result.json";

/** What is read of an Allure result; the rest is kept as it is. */
interface Result {
  readonly uuid: string;
  /** Title of the check. */
  readonly name: string;
  /** The same for the same check in each shard. */
  readonly historyId: string;
  readonly status: string;
}

/** How a test ended, as Allure says it. */
interface End {
  readonly status: string;
  readonly statusDetails: { readonly message?: string };
}

/** What Allure calls the ends of a test, the worst first: of equal checks of several shards the worst counts. */
const WORST_FIRST = ["failed", "broken", "skipped", "passed"];

/**
 * Joins the Allure results of the shards. A check that several shards made comes once; what is about every single
 * exchange ends as it did over all exchanges.
 *
 * @param everyExchange the joined records that are about every exchange
 */
export async function joinAllure(
  folders: readonly string[],
  outDir: string,
  everyExchange: readonly CheckRecord[],
  strict: boolean,
): Promise<void> {
  const to = join(outDir, FOLDER);
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const results = new Map<string, Result>();
  for (const folder of folders.map((each) => join(each, FOLDER)).filter((each) => existsSync(each))) {
    for (const name of await readdir(folder)) {
      if (!name.endsWith(RESULT)) await copyFile(join(folder, name), join(to, name));
      else keepWorst(results, JSON.parse(await readFile(join(folder, name), "utf8")));
    }
  }
  const ends = new Map<string, End>();
  for (const record of everyExchange) {
    const end = endOf(record, strict);
    if (isWorse(end, ends.get(record.check))) ends.set(record.check, end);
  }
  for (const result of results.values()) {
    const text = JSON.stringify({ ...result, ...ends.get(result.name) });
    await writeFile(join(to, result.uuid + RESULT), text);
  }
}

function keepWorst(results: Map<string, Result>, result: Result): void {
  if (isWorse(result, results.get(result.historyId))) results.set(result.historyId, result);
}

function isWorse({ status }: Pick<Result, "status">, than: Pick<Result, "status"> | undefined): boolean {
  return than === undefined || WORST_FIRST.indexOf(status) < WORST_FIRST.indexOf(than.status);
}

function endOf(record: CheckRecord, strict: boolean): End {
  if (breaks(ruleById(record.rule), record, { strict })) {
    return { status: "failed", statusDetails: { message: brokenText(record) } };
  }
  return record.outcome === "judged"
    ? { status: "passed", statusDetails: {} }
    : { status: "skipped", statusDetails: { message: record.reason ?? "" } };
}
