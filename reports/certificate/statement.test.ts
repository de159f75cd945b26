import { describe, expect, it } from "vitest";
import { complianceOf } from "../compliance.js";
import { aRecord, aRule, events } from "../testing/sample.js";
import { differences } from "./holds.js";
import { type Statement, statementOf } from "./statement.js";

const RULES = ["labels.one", "labels.two"];
const TERMS = { product: { name: "mock", version: "1" }, expires: "2027-01-01" };
const RECORDED = {
  files: [{ name: "exchanges.har", sha256: "ab" }],
  observed: { from: "2026-09-14T08:30:00.000Z", to: "2026-09-14T08:31:00.000Z" },
};

function statement(version = "0.1.0", digests = { contract: "c", rules: "r" }): Statement {
  const made = events(
    RULES.map((id) => aRule(id)),
    { records: RULES.map((rule) => aRecord(rule)) },
  );
  return statementOf(complianceOf({ ...made, run: { ...made.run, version } }), RECORDED, TERMS, digests);
}

describe("a statement", () => {
  it("has what the predicate asks for, and depends on nothing but the recording and the terms", () => {
    expect(statement().predicate).toMatchObject({ result: "PASSED", passedTests: RULES, failedTests: [] });
    expect(statement()).toEqual(statement());
    expect(differences(JSON.parse(JSON.stringify(statement())), statement())).toEqual([]);
  });

  it("may come from another version, but not from another contract", () => {
    expect(differences(statement("0.2.0"), statement())).toEqual([]);
    expect(differences(statement("0.2.0", { contract: "c", rules: "x" }), statement())).toEqual([
      "it was made with other rules than those of this version; verify it with plimsoll@0.2.0",
    ]);
    expect(differences(statement("0.2.0", { contract: "x", rules: "r" }), statement())).toEqual([
      expect.stringContaining("other words of the contract"),
    ]);
  });

  it("is compared in every place, whatever somebody wrote there", () => {
    const paths = (value: unknown, path: readonly string[] = []): string[][] =>
      typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => paths(inner, [...path, name]))
        : [[...path]];
    for (const path of paths(statement())) {
      if (path.at(-1) === "uri") continue;
      expect([path, differences(withChanged(statement(), path), statement())]).not.toEqual([path, []]);
    }
    for (const odd of [null, [], "text", { predicate: 7 }])
      expect(differences(odd, statement())).not.toEqual([]);
  });
});

/** The same with another value in one place. */
function withChanged(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return "another value";
  const changed = (inner: unknown, key: string) => (key === name ? withChanged(inner, rest) : inner);
  if (Array.isArray(value)) return value.map((inner, index) => changed(inner, String(index)));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, key)]));
}
