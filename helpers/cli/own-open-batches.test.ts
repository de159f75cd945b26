import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance, RuleResult } from "../../reports/results.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

// Where no batch is open before a run, it makes its own to judge the open list and the ways to archive by.

const KEY = "the-secret-key-of-this-test-4711";
const LIST = ["batches.open.only", "batches.open.complete", "batches.archive.only-that-one"];
const WAYS = ["batches.archive.status-204", "batches.archive.delete.v2", "batches.archive.put.v2"];

interface Case {
  readonly faults?: readonly string[];
  readonly habits?: readonly string[];
  readonly options?: readonly string[];
}

async function judged(
  rules: readonly string[],
  { faults = [], habits = [], options = [] }: Case,
): Promise<readonly (RuleResult | undefined)[]> {
  const out = emptyFolder();
  const judge = async (url: string) => {
    await plimsoll(["run", url, "--only", rules.join(","), "--out", out, ...options], KEY);
  };
  await whileAnswering(faults, KEY, judge, { habits });
  const result: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return rules.map((id) => result.rules.find((rule) => rule.id === id));
}

async function verdicts(
  rules: readonly string[],
  { habits = [], ...more }: Case,
): Promise<readonly unknown[]> {
  const results = await judged(rules, { ...more, habits: ["batches-none-open-at-first", ...habits] });
  return results.map((rule) => rule?.verdict);
}

it.each([
  [{}, ["conforms", "conforms", "conforms"]],
  [{ options: ["--effort", "quick"] }, ["conforms", "conforms", "conforms"]],
  [{ faults: ["batches-open-finds-completed"] }, ["violates", "conforms", "conforms"]],
  [{ faults: ["batch-archive-takes-all"] }, ["inconclusive", "inconclusive", "violates"]],
  [{ options: ["--writes", "none"] }, ["inconclusive", "inconclusive", "inconclusive"]],
])("the open list, %j: %j", { timeout: 60_000 }, async (of, expected) => {
  expect(await verdicts(LIST, of)).toEqual(expected);
});

it("a new batch is archived once a lagging replica has it", { timeout: 60_000 }, async () => {
  expect(await verdicts(WAYS, { habits: ["batches-found-later"] })).toEqual(WAYS.map(() => "conforms"));
});

it("a batch that v1 never shows is no evidence of its open list", { timeout: 60_000 }, async () => {
  const [rule] = await judged(["batches.open.complete"], { habits: ["batches-of-v2-apart"] });
  expect(rule?.evidence).toHaveProperty("open batches");
  expect(rule?.evidence).not.toHaveProperty("create commands");
});
