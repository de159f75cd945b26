import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rules } from "../contract/rules.js";
import { listFaults, readFaults } from "./faults.js";

const room = new URL("./", import.meta.url);
const source = readdirSync(room, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => readFileSync(new URL(file, room), "utf8"))
  .join("\n");

/** Names that the code asks for; a `${…}` in one stands for any text. */
const asked = [...source.matchAll(/faults\.has\(\s*["`]([^"`]+)["`]/g)].map(([, name = ""]) => ({
  name,
  expression: new RegExp(`^${name.replaceAll(/\$\{[^}]+\}/g, ".+")}$`),
}));

describe("faults.yaml", () => {
  const faults = listFaults();
  const ids = faults.map(({ id }) => id);

  it("has one row for each name, with a rule of the contract and a sentence", () => {
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set<string>(rules.map(({ id }) => id));
    expect(faults.filter(({ rule }) => !known.has(rule))).toEqual([]);
    expect(faults.filter(({ sentence }) => !/^[A-Z].+\.$/.test(sentence))).toEqual([]);
  });

  it("has no row that the code never asks for", () => {
    expect(ids.filter((id) => !asked.some(({ expression }) => expression.test(id)))).toEqual([]);
  });

  it("has a row for everything that the code asks for", () => {
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter(({ expression }) => !ids.some((id) => expression.test(id)))).toEqual([]);
  });
});

describe("readFaults", () => {
  it("holds exactly the named ones", () => {
    const faults = readFaults(["request-id-repeats"]);
    expect([faults.has("request-id-repeats"), faults.has("error-body-missing-on-404")]).toEqual([
      true,
      false,
    ]);
  });

  it("names the nearest for an unknown one", () => {
    expect(() => readFaults(["request-id-repeat"])).toThrow('Did you mean "request-id-repeats"?');
  });
});
