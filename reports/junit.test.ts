import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { junitXml } from "./junit.js";
import { aFinding, aRecord, aRule, events } from "./testing/sample.js";
import { brokenRun, cleanRun, hostileRun } from "./testing/scenes.js";
import { elementsOf } from "./testing/wellformed.js";

describe("junit.xml", () => {
  it.each([
    ["clean", cleanRun(60)],
    ["broken", brokenRun(60)],
    ["hostile", hostileRun()],
  ])("is well-formed with one test case a rule: %s", (_, run) => {
    const result = complianceOf(run);
    const elements = elementsOf(junitXml(result));
    const cases = elements.filter((name) => name === "testcase").length;
    expect(cases).toBe(result.rules.length + (result.defects.length > 0 ? 1 : 0));
    expect(elements.filter((name) => name === "failure")).toHaveLength(result.counts.verdicts.violates);
  });

  it("tells the verdicts apart", () => {
    const rules = [
      aRule("r.broken"),
      aRule("r.warned", { level: "should" }),
      aRule("r.fine"),
      aRule("r.unseen"),
    ];
    const records = [
      aRecord("r.broken", { findings: [aFinding("r.broken")] }),
      aRecord("r.warned", { findings: [aFinding("r.warned")] }),
      aRecord("r.fine"),
    ];
    const xml = junitXml(complianceOf(events(rules, { records })));
    expect(xml).toContain('tests="4" failures="1" errors="0" skipped="1"');
    expect(xml).toMatch(/name="r\.broken"><failure type="must" message="the same five labels/);
    expect(xml).toMatch(/name="r\.warned"><system-out>warning/);
    expect(xml).toMatch(/name="r\.fine"><\/testcase>/);
    expect(xml).toMatch(/name="r\.unseen"><skipped message="inconclusive: /);
  });
});
