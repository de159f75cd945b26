import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckRecord } from "../../wire/exchange.js";
import { type SkippedByEffort, withSkipped } from "./skipped-by-effort.js";

const RULES = ["labels.slice.asc", "labels.slice.desc", "labels.partition"] as const;

function leftOut(rule: SkippedByEffort["rule"], from = "standard"): SkippedByEffort {
  const reason = `left out at effort quick; --effort ${from} judges it`;
  return { rule, check: `${rule} · walks`, reason, options: [`--effort ${from}`] };
}

function record(rule: string, evidence: CheckRecord["evidence"] = { pages: 1 }): CheckRecord {
  return {
    rule,
    check: rule,
    outcome: "judged",
    evidence,
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

  it("have the word where another check saw nothing of the rule", () => {
    const idle = record("labels.partition", { "places judged": 0 });
    expect(withSkipped([idle], [leftOut("labels.partition")])).toMatchObject([
      idle,
      { outcome: "inconclusive" },
    ]);
  });

  it("name the least effort that settles their rule", () => {
    const [thorough, standard] = ["thorough", "standard"].map((from) => leftOut("labels.partition", from));
    const all = [thorough, standard].flatMap((one) => one ?? []);
    expect(withSkipped([], all)).toMatchObject([{ options: ["--effort standard"] }]);
  });

  it("say nothing where another check had a word on the rule, and never take one away", () => {
    fc.assert(
      fc.property(someRules, someRules, (looked, left) => {
        const records = looked.map((rule) => record(rule));
        const all = withSkipped(
          records,
          left.map((rule) => leftOut(rule)),
        );
        expect(all.slice(0, records.length)).toEqual(records);
        expect(all.slice(records.length).map(({ rule }) => rule)).toEqual(
          [...new Set(left)].filter((rule) => !looked.includes(rule)),
        );
      }),
    );
  });
});
