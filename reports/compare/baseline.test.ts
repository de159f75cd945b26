import { describe, expect, it } from "vitest";
import { annotations } from "../annotations.js";
import { complianceOf } from "../compliance.js";
import { htmlPage } from "../html.js";
import { junitXml } from "../junit.js";
import type { Compliance } from "../results.js";
import { summaryMarkdown } from "../summary.js";
import { aFinding, aRecord, aRule, events } from "../testing/sample.js";
import { baselineText, exitCodeAgainst } from "./baseline.js";
import { changesBetween } from "./changes.js";

const RULES = ["labels.one", "labels.two", "labels.three"];

/** A result in which some rules are broken, and some not judged. */
function resultWith(broken: readonly string[], open: readonly string[] = [], complete = false): Compliance {
  const records = RULES.map((rule) =>
    aRecord(rule, {
      findings: broken.includes(rule) ? [aFinding(rule)] : [],
      ...(open.includes(rule) ? { outcome: "inconclusive", reason: "needs a label", evidence: {} } : {}),
    }),
  );
  const made = events(
    RULES.map((id) => aRule(id)),
    { records },
  );
  return complianceOf({ ...made, run: { ...made.run, complete } });
}

describe("a run with a baseline", () => {
  it("fails for what is new only", () => {
    const before = resultWith(["labels.one"]);
    const code = (after: Compliance) => exitCodeAgainst(changesBetween(before, after), after);
    expect(code(resultWith(["labels.one"]))).toBe(0);
    expect(code(resultWith([]))).toBe(0);
    expect(code(resultWith(["labels.two"]))).toBe(1);
    expect(code(resultWith(["labels.one", "labels.two"]))).toBe(1);
    expect(code(resultWith(["labels.one"], ["labels.three"], true))).toBe(1);
    expect(
      code({ ...resultWith(["labels.one"]), defects: [{ rule: null, check: null, message: "x" }] }),
    ).toBe(2);
  });

  it("is told in every report: what the baseline has too fails nowhere", () => {
    const records = ["labels.one", "labels.two"].map((id) =>
      aRecord(id, { findings: [aFinding(id, { request: `GET /${id}`, received: id })] }),
    );
    const rules = records.map(({ rule }) => aRule(rule));
    const result = complianceOf(events(rules, { records, known: ["labels.one", "labels.gone"] }));
    const sentence = "Against the baseline: 1 rule newly broken, 1 broken before.";
    expect(result.known).toEqual(["labels.one"]);
    expect(htmlPage(result)).toContain(sentence);
    expect(htmlPage(result).match(/broken in the baseline too/g)).toHaveLength(1);
    expect(summaryMarkdown(result)).toContain(`> ${sentence}`);
    expect(summaryMarkdown(result)).toContain("`labels.one` (in the baseline too)");
    expect(junitXml(result)).toContain('failures="1"');
    expect(annotations(result)).toMatch(/^::warning title=in the baseline too.*\n::error /m);
  });

  it("says what is new and what was fixed", () => {
    const changes = changesBetween(resultWith(["labels.one"]), resultWith(["labels.two"], ["labels.three"]));
    expect(baselineText(changes)).toMatch(/^ {2}new: labels\.two {2}GET /);
    expect(baselineText(changes)).toMatch(/Against the baseline: 1 rule newly broken, 1 fixed\.$/);
    expect(changes.noLongerJudged.map(({ rule }) => rule)).toEqual(["labels.three"]);
  });
});
