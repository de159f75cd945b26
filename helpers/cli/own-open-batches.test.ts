import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

// Where no batch is open before a run, it makes its own to judge the open list by.

const KEY = "the-secret-key-of-this-test-4711";
const RULES = ["batches.open.only", "batches.open.complete", "batches.archive.only-that-one"];

async function verdicts(faults: readonly string[], ...more: readonly string[]): Promise<readonly string[]> {
  const out = emptyFolder();
  const judge = async (url: string) => {
    await plimsoll(["run", url, "--only", RULES.join(","), "--out", out, ...more], KEY);
  };
  await whileAnswering(faults, KEY, judge, { habits: ["batches-none-open-at-first"] });
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return RULES.map((id) => rules.find((rule) => rule.id === id)?.verdict ?? "");
}

it.each([
  [[], [], ["conforms", "conforms", "conforms"]],
  [[], ["--effort", "quick"], ["conforms", "conforms", "conforms"]],
  [["batches-open-finds-completed"], [], ["violates", "conforms", "conforms"]],
  [["batch-archive-takes-all"], [], ["inconclusive", "inconclusive", "violates"]],
  [[], ["--writes", "none"], ["inconclusive", "inconclusive", "inconclusive"]],
])("faults %j, options %j: %j", { timeout: 60_000 }, async (faults, options, expected) => {
  expect(await verdicts(faults, ...options)).toEqual(expected);
});
