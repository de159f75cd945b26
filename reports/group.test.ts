import { describe, expect, it } from "vitest";
import { pointerPattern } from "../helpers/wire/same-breach.js";
import { groupFindings } from "./group.js";
import { aFinding } from "./testing/sample.js";

describe("equal findings", () => {
  it("are one, wherever in an array they are", () => {
    const findings = [0, 3, 12].map((at) => aFinding("a.b", { pointer: `/labels/${at}/created_at` }));
    const { shown, unlisted } = groupFindings(findings);
    expect(shown.map(({ count }) => count)).toEqual([3]);
    expect(unlisted).toBe(0);
  });

  it("differ by what is documented, by operation and by member", () => {
    const findings = [
      aFinding("a.b"),
      aFinding("a.b", { documented: "something else" }),
      aFinding("a.b", { operation: "v2ListLabels" }),
      aFinding("a.b", { pointer: "/labels/0/status" }),
      aFinding("a.b", { pointer: "/labels/0/label_id" }),
    ];
    expect(groupFindings(findings).shown).toHaveLength(5);
  });

  it("are shown by the one that convinces most", () => {
    const steady = aFinding("a.b", { request: "GET /long/and/steady" });
    const shrunk = aFinding("a.b", { request: "GET /long/and/steady", smallest: "page=1" });
    const passing = aFinding("a.b", { request: "GET /x", intermittent: true });
    expect(groupFindings([passing, steady, shrunk]).shown[0]).toMatchObject({ smallest: "page=1", count: 3 });
    expect(groupFindings([passing, steady]).shown[0]?.intermittent).toBeUndefined();
  });

  it("leaves out the sixth distinct one and counts it", () => {
    const findings = Array.from({ length: 7 }, (_, at) => aFinding("a.b", { documented: `rule ${at}` }));
    const { shown, unlisted } = groupFindings(findings);
    expect([shown.length, unlisted]).toEqual([5, 2]);
  });

  it("show every operation that breaks the rule, the clearest first", () => {
    const labels = Array.from({ length: 7 }, (_, at) => aFinding("a.b", { documented: `rule ${at}` }));
    const others = (["v2ListLabels", "v2ListBatches"] as const).map((operation) =>
      aFinding("a.b", { operation, request: `GET /a/longer/address/of/${operation}` }),
    );
    const { shown, unlisted } = groupFindings([...labels, ...others]);
    expect([shown.length, unlisted]).toEqual([5, 4]);
    expect(new Set(shown.map(({ operation }) => operation)).size).toBe(3);
    const many = Array.from({ length: 9 }, (_, at) => aFinding("a.b", { operation: `operation ${at}` }));
    expect(groupFindings(many)).toMatchObject({ unlisted: 0, shown: { length: 9 } });
  });
});

describe("pointerPattern", () => {
  it("masks positions but not names that hold digits", () => {
    expect(pointerPattern("/labels/3/rates/12")).toBe("/labels/*/rates/*");
    expect(pointerPattern("/custom_field1/4x6")).toBe("/custom_field1/4x6");
  });
});
