import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { matchRules } from "../../contract/rules.js";
import { budgets, budgetsOf } from "./effort.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const rows = Object.entries(budgets);

/** Text of all checks and of what they stand on. */
function sources(): string {
  return ["helpers/engine", "suites"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts") && !file.endsWith("effort.ts") && !file.endsWith(".test.ts"))
        .map((file) => readFileSync(join(ROOT, folder, file), "utf8")),
    )
    .join("\n");
}

describe("the effort table", () => {
  it.each(rows)("names rules of the contract for %s", (_, { rules }) => {
    expect(rules.filter((glob) => matchRules(glob).matched.length === 0)).toEqual([]);
    expect(rules).not.toEqual([]);
  });

  it("has no row that no check asks for", () => {
    const text = ["v1", "v2"].map((generation) => sources().replace(/\$\{generation\}/g, generation)).join();
    expect(rows.map(([name]) => name).filter((name) => !new RegExp(`["\`]${name}["\`]`).test(text))).toEqual(
      [],
    );
  });

  it("is in order, and a row that grows does so towards thorough", () => {
    const names = rows.map(([name]) => name);
    expect(names).toEqual(names.toSorted());
    for (const [, { quick, thorough }] of rows) expect(thorough).toBeGreaterThanOrEqual(quick);
  });

  it("tells the rows of a rule", () => {
    expect(budgetsOf("carriers.options.differ").map(({ name }) => name)).toEqual(["carriers.records"]);
    expect(budgetsOf("limits.offset.boundary").map(({ name }) => name)).toEqual(["limits.offset.at-limit"]);
    expect(budgetsOf("limits.offset.v2")).toEqual([]);
  });
});
