import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { rules } from "../contract/rules.js";
import { checksByRule, rulesTable, rulesWithChecks } from "./rules.js";

const SUITES = fileURLToPath(new URL("../../suites/", import.meta.url));

describe("the checks of the rules", () => {
  it("leave no rule at level must or should without a check", () => {
    const bare = rulesWithChecks().filter(({ level, checks }) => level !== "open" && checks.length === 0);
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it("name only rules of the contract", () => {
    const known = new Set<string>(rules.map(({ id }) => id));
    expect([...checksByRule().keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  it("are all brought together by the entry", () => {
    const entry = readFileSync(`${SUITES}plimsoll.suite.ts`, "utf8");
    const files = readdirSync(SUITES, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".suite.ts") && file !== "plimsoll.suite.ts",
    );
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter((file) => !entry.includes(`./${file.replace(/\.ts$/, ".js")}`))).toEqual([]);
  });

  it("are listed for people with every rule", () => {
    const table = rulesTable();
    for (const { id } of rules) expect(table).toContain(`${id}\n`);
  });
});
