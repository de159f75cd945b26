import { describe, expect, it } from "vitest";
import { operation, operations } from "./operations.js";
import { matchesGlob, matchRules, ruleById, rules } from "./rules.js";

describe("rules", () => {
  it("have ids of their own", () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("have ids that are dot-separated kebab segments, wire names in snake case allowed", () => {
    const segment = "(?:[a-z0-9]+(?:-[a-z0-9]+)*|[a-z0-9]+(?:_[a-z0-9]+)*)";
    const shape = new RegExp(`^${segment}(?:\\.${segment})+$`);
    const odd = rules.filter(({ id }) => !id.startsWith("operation.") && !shape.test(id));
    expect(odd.map(({ id }) => id)).toEqual([]);
  });

  it("keep their ids", async () => {
    const ids = rules.map(({ id }) => id).toSorted();
    await expect(`${ids.join("\n")}\n`).toMatchFileSnapshot("rules.snapshot.txt");
  });

  it("say all that a rule has to say", () => {
    for (const rule of rules) {
      expect(["must", "should", "open"], rule.id).toContain(rule.level);
      expect(["v1", "v2", "both"], rule.id).toContain(rule.generation);
      expect(["exchange", "relation", "state", "transport", "event", "none"], rule.id).toContain(rule.by);
      expect(rule.section, rule.id).toBeTruthy();
      expect(rule.statement, rule.id).toMatch(/\S.*[.]$/);
      expect(rule.whyUnjudged !== null, `${rule.id}: why-unjudged goes with by: none`).toBe(
        rule.by === "none",
      );
    }
  });

  it("speak of operations of the contract, one at least of their own generation", () => {
    for (const rule of rules) {
      const generations = rule.operations.map((id) => operation(id).generation);
      if (rule.generation !== "both" && generations.length > 0) {
        expect(generations, rule.id).toContain(rule.generation);
      }
    }
  });

  it("hold one for each operation, must unless its path is assumed", () => {
    for (const { id, assumed, generation } of operations) {
      const rule = ruleById(`operation.${id}`);
      expect(rule).toMatchObject({ generation, operations: [id] });
      expect(rule.level === "must", id).toBe(!assumed);
    }
    // Neither method nor path of the v1 void is shown: it is looked for and never demanded.
    expect(ruleById("operation.v1VoidLabel").level).toBe("open");
    expect(rules.filter(({ id }) => id.startsWith("operation."))).toHaveLength(operations.length);
  });
});

describe("ruleById", () => {
  it("refuses an unknown id", () => {
    expect(() => ruleById("labels.nonsense")).toThrow(RangeError);
  });
});

describe("matchesGlob", () => {
  it.each([
    ["label.field.status", "label.*", true],
    ["label.field.status", "*.status", true],
    ["label.field.status", "LABEL.field.status", true],
    ["label.field.status", "label", false],
    ["labels.slice.desc", "label.*", false],
    ["labelxfield", "label.field", false],
  ])("%s against %s: %s", (id, glob, expected) => {
    expect(matchesGlob(id, glob)).toBe(expected);
  });
});

describe("matchRules", () => {
  it("selects by glob", () => {
    const { matched, nearest } = matchRules("error.field.*");
    expect(matched.length).toBeGreaterThan(5);
    expect(matched.every(({ id }) => id.startsWith("error.field."))).toBe(true);
    expect(nearest).toBeNull();
  });

  it.each([
    ["labels.fliter*", "labels.filter*"],
    ["label.filter.*", "labels.filter.*"],
  ])("names the nearest beginning for %s", (glob, nearest) => {
    expect(matchRules(glob)).toEqual({ matched: [], nearest });
  });

  it("names the nearest rule for a slip of the pen", () => {
    expect(matchRules("label.field.traking_number")).toEqual({
      matched: [],
      nearest: "label.field.tracking_number",
    });
  });
});
