import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { RULE_VERDICTS } from "./results.js";
import { aFinding, aRecord, aRule, events } from "./testing/sample.js";
import { brokenRun, cleanRun, failedRun, hostileRun, partialRun, recordedRun } from "./testing/scenes.js";
import { jsonText } from "./text.js";

const schema = JSON.parse(
  readFileSync(new URL("../schemas/results/compliance.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What the schema finds wrong, or null. */
function errorsOf(value: unknown): unknown {
  validate(value);
  return validate.errors;
}

describe("the result", () => {
  it("lists operations with their answers, those that were never asked too", () => {
    const operations = ["v1ListLabels", "v1ListBatches"].map((id) => ({ id, method: "GET", path: `/${id}` }));
    const coverage = { v1ListLabels: { "404": 1, "200": 2 } };
    expect(complianceOf(events([], { operations, coverage })).operations).toEqual([
      { ...operations[0], statuses: { "200": 2, "404": 1 } },
      { ...operations[1], statuses: {} },
    ]);
  });

  it.each([
    ["clean", cleanRun(80)],
    ["broken", brokenRun(80)],
    ["hostile", hostileRun()],
    ["partial", partialRun()],
    ["failed", failedRun()],
    ["recorded", recordedRun()],
    ["empty", events([])],
  ])("keeps its schema: %s", (_, run) => {
    expect(errorsOf(JSON.parse(jsonText(complianceOf(run))))).toBeNull();
  });

  it("would not keep it with a verdict that lacks its grounds", () => {
    const result = complianceOf(cleanRun(80));
    const [first, ...others] = result.rules;
    expect(errorsOf({ ...result, rules: [{ ...first, verdict: "violates" }, ...others] })).not.toBeNull();
    expect(errorsOf({ ...result, rules: [{ ...first, evidence: {} }, ...others] })).not.toBeNull();
  });

  it("knows the verdicts of the schema", () => {
    expect([...RULE_VERDICTS].sort()).toEqual([...schema.$defs.ruleVerdict.enum].sort());
  });

  it("is the same text whatever order the checks ended in", () => {
    const run = brokenRun(80);
    const turned = { ...run, records: run.records.toReversed(), samples: run.samples.toReversed() };
    expect(jsonText(complianceOf(turned))).toBe(jsonText(complianceOf(run)));
  });

  it("counts every rule once", () => {
    const { counts, rules } = complianceOf(brokenRun(200));
    const sum = (of: Readonly<Record<string, number>>) =>
      Object.values(of).reduce((all, one) => all + one, 0);
    expect(sum(counts.verdicts)).toBe(rules.length);
    expect(sum(counts.levels.must) + sum(counts.levels.should) + sum(counts.levels.open)).toBe(rules.length);
  });

  it("keeps no user, password or query of the target's address", () => {
    const target = {
      url: "https://me:secret@host.test/api/?key=secret",
      embedded: false,
      requestIdHeader: "x",
    };
    expect(complianceOf(events([], { target })).target.url).toBe("https://host.test/api");
  });

  it("calls names outside of the contract a defect, not a breach", () => {
    const record = aRecord("r.fine", { findings: [aFinding("no.such.rule")] });
    const result = complianceOf(events([aRule("r.fine")], { records: [record] }));
    expect(result.verdict).toBe("conforms");
    expect(result.defects).toMatchObject([{ rule: "no.such.rule" }]);
  });
});

describe("the certificate", () => {
  const rules = [aRule("r.one"), aRule("r.two", { level: "should" })];

  it("is granted when every must rule was shown to hold", () => {
    const { certificate } = complianceOf(events(rules, { records: [aRecord("r.one")] }));
    expect(certificate).toEqual({ granted: true, missing: [] });
  });

  it("is not granted for half a run, an undecided rule, an error of ours or nothing", () => {
    const records = [aRecord("r.one")];
    const { run } = events([]);
    const lacking = [
      events(rules, { records, run: { ...run, only: "r.*" } }),
      events(rules),
      events(rules, { records, defects: ["boom"] }),
      events([]),
    ];
    for (const run of lacking) expect(complianceOf(run).certificate.granted).toBe(false);
  });
});
