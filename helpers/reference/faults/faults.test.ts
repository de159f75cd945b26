import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { rules } from "../../contract/rules.js";
import { usual } from "../service/usual.js";
import { behaviourFaults, readFaults } from "./list.js";
import { listSchemaFaults } from "./schema.js";

describe("the faults of behaviour", () => {
  const faults = behaviourFaults;

  it("each have a name of their own and a sentence", () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    expect(faults.filter(({ id }) => !/^[a-z][\w-]+$/i.test(id))).toEqual([]);
    expect(faults.filter(({ sentence }) => !/^[A-Z].+\.$/.test(sentence))).toEqual([]);
  });

  it("each take hold of a behaviour, and leave the others", () => {
    const idle = faults.filter(({ bend }) => Object.keys(bend(usual)).length === 0);
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});

describe("the rules", () => {
  const excused: readonly { readonly rule: string; readonly reason: string }[] = parse(
    readFileSync(new URL("unfaultable.yaml", import.meta.url), "utf8"),
  );
  const broken = new Set([...behaviourFaults, ...listSchemaFaults()].map(({ rule }) => rule));
  const judged = rules.filter(({ by }) => by !== "none");

  it("have a fault or a reason for none: every must rule", () => {
    const due = judged.filter(({ level }) => level === "must");
    const without = due.map(({ id }) => id).filter((id) => !broken.has(id));
    expect(without.sort()).toEqual(excused.map(({ rule }) => rule).sort());
    expect(excused.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it("have a fault: every should rule", () => {
    const should = judged.filter(({ level }) => level === "should");
    const without = should.filter(({ id }) => !broken.has(id));
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

describe("readFaults", () => {
  it("takes those that follow from the schemas", () => {
    const id = "schema:v1/labels:labels.*.status:value";
    expect(readFaults([id]).map((fault) => fault.id)).toEqual([id]);
    expect(() => readFaults([`${id}s`])).toThrow(`did you mean ${id}?`);
  });

  it("gives the named ones, in that order", () => {
    const ids = ["request-id-repeats", "error-body-missing-on-404"];
    expect(readFaults(ids).map(({ id }) => id)).toEqual(ids);
  });

  it("names the nearest for an unknown one", () => {
    expect(() => readFaults(["request-id-repeat"])).toThrow("did you mean request-id-repeats?");
  });
});
