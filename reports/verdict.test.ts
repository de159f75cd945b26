import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckRecord, Finding } from "../helpers/wire/exchange.js";
import type { RuleFacts, Testimony } from "./events.js";
import { countsOf } from "./numbers.js";
import type { RuleResult, RuleVerdict } from "./results.js";
import { aFinding, aRecord, aRule, events } from "./testing/sample.js";
import { exitCode, judgeRules, overallVerdict } from "./verdict.js";

const must = aRule("a.must");
const should = aRule("a.should", { level: "should" });
const open = aRule("a.open", { level: "open" });
const hidden = aRule("a.hidden", { by: "none", whyUnjudged: "It happens inside." });

function testimony(rules: readonly RuleFacts[], more: Partial<Testimony> = {}): Testimony {
  return { rules, outOfScope: new Map(), records: [], defects: [], ...more };
}

function only(rule: RuleFacts, more: Partial<Testimony> = {}, strict = false): RuleResult {
  const [result] = judgeRules(testimony([rule], more), { strict });
  if (result === undefined) throw new Error("no result");
  return result;
}

describe("the verdict on one rule", () => {
  it("names what it needs where nothing of it came up", () => {
    const needy = aRule("a.must", { needs: "two pages of labels" });
    const { reason, settle } = only(needy, { records: [aRecord("a.must", { evidence: {} })] });
    expect(reason).toBe("the check saw nothing that it could judge: the rule needs two pages of labels");
    expect(settle).toBe("needs two pages of labels");
  });

  it("names the bound of the run where other checks could not ask any more", () => {
    const rules = [aRule("a.must", { needs: "two labels", unless: "there is none" }), should];
    const options = ["--budget N"] as const;
    const told = { outcome: "inconclusive", reason: "used up", options } as const;
    const records = [aRecord("a.must", { evidence: {} }), aRecord("a.should", { ...told, unasked: true })];
    const [result] = judgeRules(testimony(rules, { records }), { strict: false });
    expect(result).toMatchObject({ verdict: "inconclusive", settle: "used up", options, lookedAt: false });
  });

  it.each<[string, RuleFacts, Partial<Testimony>, boolean, RuleVerdict]>([
    ["judged with evidence", must, { records: [aRecord("a.must")] }, false, "conforms"],
    [
      "judged without evidence",
      must,
      { records: [aRecord("a.must", { evidence: { labels: 0 } })] },
      false,
      "inconclusive",
    ],
    [
      "judged without evidence beside a check to which it does not apply",
      must,
      {
        records: [
          aRecord("a.must", { evidence: {} }),
          aRecord("a.must", { outcome: "not-applicable", reason: "It is gone.", evidence: {} }),
        ],
      },
      false,
      "not-applicable",
    ],
    ["never looked at", must, {}, false, "inconclusive"],
    [
      "a must finding",
      must,
      { records: [aRecord("a.must", { findings: [aFinding("a.must")] })] },
      false,
      "violates",
    ],
    [
      "a should finding",
      should,
      { records: [aRecord("a.should", { findings: [aFinding("a.should")] })] },
      false,
      "warns",
    ],
    [
      "a should finding, strictly",
      should,
      { records: [aRecord("a.should", { findings: [aFinding("a.should")] })] },
      true,
      "violates",
    ],
    ["open with data", open, { records: [aRecord("a.open")] }, false, "observed"],
    [
      "open with a finding, strictly",
      open,
      { records: [aRecord("a.open", { findings: [aFinding("a.open")] })] },
      true,
      "observed",
    ],
    ["not visible", hidden, {}, false, "observed"],
    [
      "not applicable",
      must,
      { records: [aRecord("a.must", { outcome: "not-applicable", evidence: {} })] },
      false,
      "not-applicable",
    ],
    [
      "not applicable to one check only",
      must,
      { records: [aRecord("a.must", { outcome: "not-applicable", evidence: {} }), aRecord("a.must")] },
      false,
      "conforms",
    ],
    [
      "one check undecided",
      must,
      { records: [aRecord("a.must"), aRecord("a.must", { outcome: "inconclusive" })] },
      false,
      "inconclusive",
    ],
    [
      "one check broken by us",
      must,
      { records: [aRecord("a.must"), aRecord("a.must", { outcome: "defect" })] },
      false,
      "inconclusive",
    ],
    [
      "found while undecided",
      must,
      { records: [aRecord("a.must", { outcome: "inconclusive", findings: [aFinding("a.must")] })] },
      false,
      "violates",
    ],
    [
      "found by a check broken by us",
      must,
      { records: [aRecord("a.must", { outcome: "defect", findings: [aFinding("a.must")] })] },
      false,
      "inconclusive",
    ],
    [
      "out of scope whatever was found",
      must,
      {
        outOfScope: new Map([["a.must", "v2 only"]]),
        records: [aRecord("a.must", { findings: [aFinding("a.must")] })],
      },
      false,
      "not-applicable",
    ],
  ])("%s", (_, rule, more, strict, verdict) => {
    expect(only(rule, more, strict).verdict).toBe(verdict);
  });

  it("says what would settle an undecided rule: what the check missed, else what the rule needs", () => {
    const missed = aRecord("a.must", { outcome: "inconclusive", reason: "3 labels; supply 10" });
    expect(only(must, { records: [missed] }).settle).toBe("3 labels; supply 10");
    expect(only(must).settle).toBe(`needs ${must.needs}`);
    expect(only(aRule("a.bare", { needs: null })).settle).not.toBe("");
  });

  it("gathers the options that settle it from all checks that could not judge, each once", () => {
    const undecided = (options: CheckRecord["options"]) =>
      aRecord("a.must", { outcome: "inconclusive", ...(options === undefined ? {} : { options }) });
    const records = [
      undecided(["--writes fixtures", "--fixture store=ID"]),
      undecided(undefined),
      undecided(["--writes fixtures"]),
    ];
    expect(only(must, { records }).options).toEqual(["--fixture store=ID", "--writes fixtures"]);
  });

  it("blames a finding on the rule that it names, not on the check that made it", () => {
    const record = aRecord("a.must", { findings: [aFinding("a.should")] });
    const verdicts = judgeRules(testimony([must, should], { records: [record] }), { strict: false }).map(
      (rule) => rule.verdict,
    );
    expect(verdicts).toEqual(["conforms", "warns"]);
  });

  it("adds up the evidence of all checks", () => {
    const records = [
      aRecord("a.must", { evidence: { labels: 2 } }),
      aRecord("a.must", { evidence: { labels: 3, pages: 1 } }),
    ];
    expect(only(must, { records }).evidence).toEqual({ labels: 5, pages: 1 });
  });
});

describe("the verdict on a target", () => {
  const rule = (level: RuleResult["level"], verdict: RuleVerdict) => ({ ...only(must), level, verdict });

  it.each([
    ["a broken rule", [rule("must", "violates"), rule("must", "inconclusive")], "violates"],
    ["a must rule undecided", [rule("must", "conforms"), rule("must", "inconclusive")], "incomplete"],
    ["a should rule undecided", [rule("must", "conforms"), rule("should", "inconclusive")], "conforms"],
    ["a warning", [rule("must", "conforms"), rule("should", "warns")], "conforms"],
    ["nothing in scope", [rule("must", "not-applicable")], "incomplete"],
    ["nothing at all", [], "incomplete"],
  ])("%s", (_, rules, verdict) => {
    expect(overallVerdict(rules)).toBe(verdict);
  });

  it("maps to exit codes", () => {
    const { run } = events([]);
    const code = (verdict: "conforms" | "violates" | "incomplete", complete: boolean, defect: boolean) =>
      exitCode({
        verdict,
        counts: countsOf([]),
        failure: null,
        run: { ...run, complete },
        defects: defect ? [{ rule: null, check: null, message: "x" }] : [],
      });
    expect(code("conforms", true, false)).toBe(0);
    expect(code("violates", false, false)).toBe(1);
    expect(code("incomplete", false, false)).toBe(0);
    expect(code("incomplete", true, false)).toBe(1);
    expect(code("violates", false, true)).toBe(2);
  });
});

describe("for all testimonies", () => {
  const rules = [must, should, open, hidden];
  const anId = fc.constantFrom(...rules.map(({ id }) => id));
  const someFinding: fc.Arbitrary<Finding> = fc.record({
    rule: anId,
    request: fc.constantFrom("GET /a", "GET /b?page=2"),
    operation: fc.constant("v1ListLabels"),
    documented: fc.constantFrom("ascending", "25 items"),
    received: fc.string({ maxLength: 5 }),
    pointer: fc.constantFrom("", "/labels/0/status", "/labels/7/status", "/total"),
    exchanges: fc.array(fc.nat(9), { maxLength: 2 }),
    intermittent: fc.boolean(),
  });
  const someRecord: fc.Arbitrary<CheckRecord> = fc.record({
    rule: anId,
    check: fc.constantFrom("one", "two"),
    outcome: fc.constantFrom("judged", "inconclusive", "not-applicable", "defect"),
    reason: fc.constantFrom("r1", "r2"),
    options: fc.subarray(["--writes own", "--effort thorough"] as const),
    evidence: fc.dictionary(fc.constantFrom("labels", "pages"), fc.nat(3)),
    findings: fc.array(someFinding, { maxLength: 8 }),
    observations: fc.constant([]),
  });
  const some = fc.record({
    records: fc.array(someRecord, { maxLength: 6 }),
    outOfScope: fc
      .subarray(rules.map(({ id }) => id))
      .map((ids) => new Map(ids.map((id) => [id, "not asked for"]))),
  });
  const severity: Readonly<Record<string, number>> = {
    "not-applicable": 0,
    observed: 0,
    conforms: 1,
    inconclusive: 2,
    warns: 3,
    violates: 4,
  };
  const gravity = { conforms: 0, incomplete: 1, violates: 2 };

  it("the order of what was said does not matter", () => {
    const shuffled = some.chain((said) =>
      fc.record({
        said: fc.constant(said),
        records: fc.shuffledSubarray(said.records, { minLength: said.records.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, fc.boolean(), ({ said, records }, strict) => {
        const other = testimony(rules, { ...said, records });
        expect(judgeRules(other, { strict })).toEqual(judgeRules(testimony(rules, said), { strict }));
      }),
    );
  });

  it("one more finding never improves a verdict", () => {
    fc.assert(
      fc.property(some, someFinding, fc.boolean(), (said, finding, strict) => {
        const before = judgeRules(testimony(rules, said), { strict });
        const more = aRecord(finding.rule, { evidence: {}, findings: [finding] });
        const after = judgeRules(testimony(rules, { ...said, records: [...said.records, more] }), { strict });
        for (const [at, { verdict }] of after.entries()) {
          expect(severity[verdict]).toBeGreaterThanOrEqual(severity[before[at]?.verdict ?? ""] ?? Number.NaN);
        }
        expect(gravity[overallVerdict(after)]).toBeGreaterThanOrEqual(gravity[overallVerdict(before)]);
      }),
    );
  });

  it("strictness never improves a verdict", () => {
    fc.assert(
      fc.property(some, (said) => {
        const [lenient, strict] = [false, true].map((isStrict) =>
          overallVerdict(judgeRules(testimony(rules, said), { strict: isStrict })),
        );
        expect(gravity[strict ?? "conforms"]).toBeGreaterThanOrEqual(gravity[lenient ?? "violates"]);
      }),
    );
  });

  it("without evidence nothing conforms", () => {
    fc.assert(
      fc.property(some, (said) => {
        const records = said.records.map((record) => ({ ...record, evidence: { labels: 0 } }));
        const results = judgeRules(testimony(rules, { ...said, records }), { strict: false });
        expect(results.filter(({ verdict }) => verdict === "conforms")).toEqual([]);
      }),
    );
  });

  it("every finding is counted once, shown or not", () => {
    fc.assert(
      fc.property(some, (said) => {
        for (const { findings, breaches, unlisted } of judgeRules(testimony(rules, said), {
          strict: false,
        })) {
          expect(findings.length).toBeLessThanOrEqual(5);
          const shown = findings.reduce((sum, { count }) => sum + count, 0);
          if (unlisted === 0) expect(shown).toBe(breaches);
          else expect(shown + unlisted).toBeLessThanOrEqual(breaches);
        }
      }),
    );
  });
});
