import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckRecord } from "../../wire/exchange.js";
import { type SkippedByEffort, withSkipped } from "./skipped-by-effort.js";

const RULES = ["labels.slice.asc", "labels.slice.desc", "labels.partition"] as const;

function leftOut(rule: SkippedByEffort["rule"]): SkippedByEffort {
  const reason = "left out at effort quick";
  return { rule, check: `${rule} · walks`, reason, options: ["--effort standard"] };
}

function record(rule: string): CheckRecord {
  return {
    rule,
    check: rule,
    outcome: "judged",
    evidence: { pages: 1 },
    findings: [],
    observations: [],
  };
}

const someRules = fc.array(fc.constantFrom(...RULES), { maxLength: 5 });

describe("checks that the effort leaves out", () => {
  it("make their rule inconclusive, with the reason and the option that settles it", () => {
    const skipped = leftOut("labels.partition");
    expect(withSkipped([], [skipped])).toMatchObject([{ ...skipped, outcome: "inconclusive", evidence: {} }]);
  });

  it("say nothing where another check had a word on the rule, and never take one away", () => {
    fc.assert(
      fc.property(someRules, someRules, (looked, left) => {
        const records = looked.map(record);
        const all = withSkipped(records, left.map(leftOut));
        expect(all.slice(0, records.length)).toEqual(records);
        expect(all.slice(records.length).map(({ rule }) => rule)).toEqual(
          left.filter((rule) => !looked.includes(rule)),
        );
      }),
    );
  });
});
