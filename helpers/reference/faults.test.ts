import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { rules } from "../contract/rules.js";
import { listFaults, readFaults } from "./faults.js";
import { listSchemaFaults } from "./schema-faults.js";

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

describe("the rules", () => {
  const excused: readonly { readonly rule: string; readonly reason: string }[] = parse(
    readFileSync(new URL("unfaultable.yaml", room), "utf8"),
  );
  const broken = new Set([...listFaults(), ...listSchemaFaults()].map(({ rule }) => rule));
  const judged = rules.filter(({ id, by }) => by !== "none" && !id.startsWith("operation."));

  it("have a fault or a reason for none: every must rule but those of operations", () => {
    const due = judged.filter(({ level }) => level === "must");
    const without = due.map(({ id }) => id).filter((id) => !broken.has(id));
    expect(without.sort()).toEqual(excused.map(({ rule }) => rule).sort());
    expect(excused.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it("have a fault: every should rule but those of operations", () => {
    const should = judged.filter(({ level }) => level === "should");
    const without = should.filter(({ id }) => !broken.has(id));
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

describe("readFaults", () => {
  it("takes those that follow from the schemas", () => {
    const id = "schema:v1/labels:labels.*.status:value";
    expect(readFaults([id]).schemaIds).toEqual([id]);
    expect(() => readFaults([`${id}s`])).toThrow(`did you mean ${id}?`);
  });

  it("holds exactly the named ones", () => {
    const faults = readFaults(["request-id-repeats"]);
    expect([faults.has("request-id-repeats"), faults.has("error-body-missing-on-404")]).toEqual([
      true,
      false,
    ]);
  });

  it("names the nearest for an unknown one", () => {
    expect(() => readFaults(["request-id-repeat"])).toThrow("did you mean request-id-repeats?");
  });
});
