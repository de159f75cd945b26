import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: one type comes for another", () => {
  it("one type for another in many members, not in a few", () => {
    const wrong = (
      name: string,
      record: string,
      documented = "a number",
      received = '"7" (string) (2 places)',
    ) => ({
      rule: `${record}.field.${name}`,
      documented,
      received,
      pointer: `/${name}`,
    });
    const found = [
      wrong("total", "paging", "a whole number"),
      wrong("count", "batch", "a whole number or null"),
      wrong("amount", "money"),
      wrong("width", "package"),
      wrong("voided", "label", "true or false"),
      wrong("length", "package", "a number", "null"),
    ];
    expect(causes(found).map(({ title, rules }) => [title, rules.length])).toEqual([
      ["Numbers come as strings: total, count, amount and width (GET /v1/labels)", 4],
      [expect.stringContaining("voided"), 1],
      [expect.stringContaining("length"), 1],
    ]);
    expect(causes(found.slice(1, 4))).toHaveLength(3);
    const spelled = ["a_b", "a_c", "a_d", "a_e"].map((name) =>
      wrong(name, name, `a member ${name}`, `none, but A${name}; the members are A${name}`),
    );
    expect(causes(spelled)[0]?.title).toBe(
      "Members come in another spelling: a_b, a_c, a_d and a_e (GET /v1/labels)",
    );
  });

  it("null is left out, unless members are missing that are never null", () => {
    const missing = (name: string, record: string, documented = `a member ${name}, which may be null`) => ({
      rule: `${record}.field.${name}`,
      documented,
      received: "none; the members are id",
      pointer: `/${name}`,
    });
    const found = [
      missing("a", "label"),
      missing("b", "label"),
      missing("c", "batch"),
      missing("d", "shipment"),
    ];
    expect(causes(found).map(({ title, rules }) => [title, rules.length])).toEqual([
      ["Members that may be null are left out: a, b, c and d (GET /v1/labels)", 4],
    ]);
    expect(causes([...found, missing("e", "label", "a member e")]).map(({ title }) => title)).toContain(
      "3 members of label (GET /v1/labels) are missing: a, b and e",
    );
  });
});
