import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { junitXml } from "./junit.js";
import { sarifLog } from "./sarif.js";
import { aFinding, aRecord, aRule, events } from "./testing/sample.js";
import { brokenRun, cleanRun, failedRun } from "./testing/scenes.js";

describe("results.sarif", () => {
  it("has a result for each finding that is listed, of a rule that it describes", () => {
    const compliance = complianceOf(brokenRun(120));
    const [run] = sarifLog(compliance).runs;
    const described = run?.tool.driver.rules ?? [];
    const results = run?.results ?? [];
    const listed = compliance.rules
      .filter(({ verdict }) => verdict === "violates" || verdict === "warns")
      .flatMap(({ findings }) => findings);
    expect(results).toHaveLength(listed.length);
    expect(results.length).toBeGreaterThan(3);
    for (const { ruleId, ruleIndex = -1, message, locations, partialFingerprints } of results) {
      expect(described[ruleIndex]?.id).toBe(ruleId);
      expect(message.text).toMatch(/documented .*; received .* Replay: npx plimsoll run/s);
      expect(locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe("compliance.json");
      expect(Object.values(partialFingerprints ?? {})).toHaveLength(1);
    }
  });

  it("knows a breach again at another item, but not at another member", () => {
    const at = (pointer: string) => {
      const findings = [aFinding("a.must", { pointer })];
      const result = complianceOf(events([aRule("a.must")], { records: [aRecord("a.must", { findings })] }));
      return sarifLog(result).runs[0]?.results?.[0]?.partialFingerprints?.["plimsollBreach/v1"];
    };
    expect(at("/users/3/2fa")).toBe(at("/users/7/2fa"));
    expect(at("/users/3/2fa")).not.toBe(at("/users/3/3fa"));
  });

  it("offers no replay of a write that somebody else recorded", () => {
    const textOf = (request: string) => {
      const findings = [aFinding("a.must", { request })];
      const { run, ...rest } = events([aRule("a.must")], { records: [aRecord("a.must", { findings })] });
      const result = complianceOf({ ...rest, run: { ...run, traffic: true } });
      return `${sarifLog(result).runs[0]?.results?.[0]?.message.text} ${junitXml(result)}`;
    };
    expect(textOf("GET /v1/labels")).toMatch(/Replay: .*Replay {6}/s);
    expect(textOf("POST /v2/batches")).not.toContain("Replay");
  });

  it("has no result where nothing is broken, and says why a run could not be made", () => {
    expect(sarifLog(complianceOf(cleanRun(60))).runs[0]?.results).toEqual([]);
    const [invocation] = sarifLog(complianceOf(failedRun())).runs[0]?.invocations ?? [];
    expect(invocation?.executionSuccessful).toBe(false);
    expect(invocation?.toolExecutionNotifications?.[0]?.message.text).toContain("refused the API key");
  });
});
