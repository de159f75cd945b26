import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { exchangeRules } from "../../oracles/exchange/judge.js";
import { rulesTable, rulesWithChecks } from "./rules.js";

const SUITES = fileURLToPath(new URL("../../../suites/", import.meta.url));
const all = await rulesWithChecks();
const idsOf = (those: typeof all) => those.map(({ id }) => id);

it("leaves no rule at level must or should without a check", () => {
  expect(idsOf(all.filter(({ level, checks }) => level !== "open" && checks.length === 0))).toEqual([]);
});

it("says exchange of the rules that an oracle judges on every exchange, and of no others", () => {
  const judged: ReadonlySet<string> = new Set(exchangeRules);
  expect(idsOf(all.filter(({ id, by }) => judged.has(id) !== (by === "exchange")))).toEqual([]);
});

it("says of rules without a check, and of no others, that nothing judges them", () => {
  expect(idsOf(all.filter(({ by, checks }) => (by === "none") !== (checks.length === 0)))).toEqual([]);
});

it("names the least effort at which a check judges a rule, and what it does then", () => {
  const carriers = all.find(({ id }) => id === "carriers.options.differ");
  expect(carriers).toMatchObject({ from: "standard", effort: [{ name: "carriers.records", quick: 1 }] });
  expect(all.find(({ id }) => id === "batches.archive.put.v2")?.from).toBe("standard");
  expect(carriers?.checks.every((check) => check.startsWith("carriers/carriers.suite · "))).toBe(true);
});

it("lists every rule for people", () => {
  const table = rulesTable(all);
  for (const { id } of all) expect(table).toContain(`${id}\n`);
});

it("finds every suite brought together by the entry", () => {
  const entry = readFileSync(`${SUITES}plimsoll.suite.ts`, "utf8");
  const files = readdirSync(SUITES, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".suite.ts") && file !== "plimsoll.suite.ts",
  );
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !entry.includes(`./${file.replace(/\.ts$/, ".js")}`))).toEqual([]);
});
