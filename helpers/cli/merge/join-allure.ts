import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Status } from "allure-js-commons";
import { groupBy } from "../../contract/group-by.js";
import { isObject, parsedJson } from "../../contract/json.js";
import { ruleById } from "../../contract/rules.js";
import { breaks, brokenText } from "../../engine/check/broken.js";
import { ALLURE_FOLDER, clearAllure } from "../../engine/vitest/allure-files.js";
import { allureStatus } from "../../engine/vitest/allure-messages.js";
import type { CheckRecord } from "../../wire/exchange.js";
import { UsageError } from "../mistakes/errors.js";

const RESULT = "-result.json";

/** The parts of an Allure result that are read; the rest is kept unchanged. */
interface Result {
  readonly uuid: string;
  /** Title of the check. */
  readonly name: string;
  /** The same for the same check in every shard. */
  readonly historyId: string;
  readonly status: string;
}

/** The outcome of a test in Allure's terms. */
interface End {
  readonly status: string;
  readonly statusDetails: { readonly message?: string };
}

/** Allure's outcomes, worst first: if several shards made the same check, the worst is kept. */
const WORST_FIRST = ["failed", "broken", "skipped", "passed"];

/**
 * Joins the Allure results of the shards. A check that several shards made appears once, with the outcome of its joined
 * records.
 * @param records of the joined run
 */
export async function joinAllure(
  folders: readonly string[],
  outDir: string,
  records: readonly CheckRecord[],
  strict: boolean,
): Promise<void> {
  const to = join(outDir, ALLURE_FOLDER);
  await clearAllure(to);
  await mkdir(to, { recursive: true });
  const results = new Map<string, Result>();
  for (const folder of folders.map((each) => join(each, ALLURE_FOLDER)).filter((each) => existsSync(each))) {
    for (const name of await readdir(folder)) {
      if (!name.endsWith(RESULT)) await copyFile(join(folder, name), join(to, name));
      else keepWorst(results, await allureResult(join(folder, name)));
    }
  }
  const byCheck = groupBy(records, ({ check }) => check);
  for (const result of results.values()) {
    const end = endOf(byCheck.get(result.name) ?? [], strict);
    const differs = end !== null && end.status !== result.status;
    await writeFile(join(to, result.uuid + RESULT), JSON.stringify(differs ? { ...result, ...end } : result));
  }
}

/** @throws UsageError when the file is not a result */
async function allureResult(file: string): Promise<Result> {
  const result = parsedJson(await readFile(file, "utf8"));
  if (isResult(result)) return result;
  throw new UsageError(`${file} is damaged: it is not the result of a check.`);
}

function isResult(value: unknown): value is Result {
  const members = ["uuid", "name", "historyId", "status"] satisfies (keyof Result)[];
  return isObject(value) && members.every((name) => typeof value[name] === "string");
}

function keepWorst(results: Map<string, Result>, result: Result): void {
  const before = results.get(result.historyId);
  const isWorse =
    before === undefined || WORST_FIRST.indexOf(result.status) < WORST_FIRST.indexOf(before.status);
  if (isWorse) results.set(result.historyId, result);
}

/** The outcome of a check by its records; null for a defect of ours. */
function endOf(records: readonly CheckRecord[], strict: boolean): End | null {
  const [first] = records;
  if (first === undefined || records.some(({ outcome }) => outcome === "defect")) return null;
  const broken = records.find((record) => breaks(ruleById(record.rule), record, { strict }));
  if (broken !== undefined) return { status: "failed", statusDetails: { message: brokenText(broken) } };
  const undecided = records.find(({ outcome }) => outcome === "inconclusive");
  if (undecided === undefined && records.some((record) => allureStatus(record) === Status.PASSED)) {
    return { status: Status.PASSED, statusDetails: {} };
  }
  const { reason } = undecided ?? first;
  return { status: Status.SKIPPED, statusDetails: reason === undefined ? {} : { message: reason } };
}
