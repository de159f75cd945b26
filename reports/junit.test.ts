import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { complianceOf } from "./compliance.js";
import { junitXml } from "./junit.js";
import { aFinding, aRecord, aRule, events } from "./testing/sample.js";
import {
  brokenRun,
  cleanRun,
  failedRun,
  hostileRun,
  partialRun,
  recordedRun,
  runWithBroken,
  sparseRun,
} from "./testing/scenes.js";
import { elementsOf } from "./testing/wellformed.js";

const schema = readFileSync(new URL("./testing/junit.xsd", import.meta.url), "utf8");

/** What the schema finds wrong. */
async function errorsOf(xml: string): Promise<unknown> {
  const { errors } = await validateXML({
    xml: { fileName: "junit.xml", contents: xml },
    schema: { fileName: "junit.xsd", contents: schema },
  });
  return errors;
}

describe("junit.xml", () => {
  it.each([
    ["clean", cleanRun(60)],
    ["broken", brokenRun(60)],
    ["91 broken", runWithBroken(91)],
    ["hostile", hostileRun()],
    ["sparse", sparseRun()],
    ["partial", partialRun()],
    ["recorded", recordedRun()],
    ["could not be run", failedRun()],
  ])("keeps the usual schema, and its numbers add up: %s", async (_, run) => {
    const result = complianceOf(run);
    const xml = junitXml(result);
    expect(await errorsOf(xml)).toEqual([]);
    const elements = elementsOf(xml);
    const count = (name: string) => elements.filter((one) => one === name).length;
    const [, told = ""] = /<testsuite [^>]*?(tests=.*?) time="/.exec(xml) ?? [];
    expect(told).toBe(
      `tests="${count("testcase")}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`,
    );
    const { required, verdicts } = result.counts;
    expect(count("failure")).toBe(verdicts.violates + verdicts.stale);
    if (result.failure === null) expect(count("skipped")).toBe(required.notJudged + required.notLookedAt);
  });

  it("would not keep the schema without a name", async () => {
    expect(await errorsOf("<testsuites><testsuite><testcase/></testsuite></testsuites>")).not.toEqual([]);
  });

  it("tells the verdicts apart", () => {
    const rules = [
      aRule("r.broken"),
      aRule("r.warned", { level: "should" }),
      aRule("r.unasked", { level: "should" }),
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
    expect(xml).toMatch(
      /name="r\.broken"><failure type="required" message="GET [^"]+: documented page 2 [^"]+; received the same/,
    );
    expect(xml).toContain("Replay      npx plimsoll run");
    expect(xml).toMatch(/name="r\.warned"[^>]*><system-out>broken, recommended/);
    expect(xml).toMatch(/name="r\.fine"[^>]*><\/testcase>/);
    expect(xml).toMatch(/name="r\.unseen"[^>]*><skipped message="not judged: /);
    expect(xml).not.toContain("r.unasked");
  });

  it("says why a run could not be made, and nothing of any rule", () => {
    const xml = junitXml(complianceOf(failedRun()));
    expect(xml).toContain('tests="1" failures="0" errors="1" skipped="0"');
    expect(xml).toContain("refused the API key");
  });
});
