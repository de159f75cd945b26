import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { aFinding, aRecord, aRule, events } from "./testing/sample.js";
import { exitCode } from "./verdict.js";
import type { Waiver } from "./waivers.js";

const TODAY = "2026-09-14";
const must = aRule("a.must");
const broken = (operation = "v1ListLabels") =>
  aRecord("a.must", { findings: [aFinding("a.must", { operation })] });
const holds = aRecord("a.must");
const undecided = aRecord("a.must", { outcome: "inconclusive", reason: "too few labels" });

function waiver(more: Partial<Waiver> = {}): Waiver {
  return { rule: "a.must", reason: "SHIP-12", expires: "2026-12-31", ...more };
}

const lists = ["v1ListLabels", "v1ListShipments"].map((id) => ({ id, method: "GET" as const, path: "/" }));
const answered = {
  operations: lists,
  coverage: { v1ListLabels: { "200": 1 }, v1ListShipments: { "200": 1 } },
};

function judge(records: Parameters<typeof events>[1], list: readonly Waiver[], rule = must) {
  const result = complianceOf(events([rule], { ...answered, ...records, waivers: { list, today: TODAY } }));
  const [only] = result.rules;
  return { verdict: only?.verdict, reason: only?.reason, exit: exitCode(result), result, only };
}

describe("the four cases of a waiver", () => {
  it("violated and waived is waived and does not fail", () => {
    const { verdict, exit, reason } = judge({ records: [broken()] }, [waiver()]);
    expect({ verdict, exit }).toEqual({ verdict: "waived", exit: 0 });
    expect(reason).toMatch(/waived until 2026-12-31: SHIP-12/);
  });

  it("violated and not waived fails", () => {
    const other = waiver({ rule: "another.rule" });
    expect(judge({ records: [broken()] }, [other])).toMatchObject({ verdict: "violates", exit: 1 });
  });

  it("conforming and waived is stale and fails", () => {
    expect(judge({ records: [holds] }, [waiver()])).toMatchObject({ verdict: "stale", exit: 1 });
  });

  it("expired fails, whether broken, holding or undecided", () => {
    const over = [waiver({ expires: "2026-09-13" })];
    expect(judge({ records: [broken()] }, over)).toMatchObject({ verdict: "violates", exit: 1 });
    expect(judge({ records: [broken()] }, over).reason).toMatch(/expired on 2026-09-13/);
    expect(judge({ records: [holds] }, over)).toMatchObject({ verdict: "stale", exit: 1 });
    expect(judge({ records: [undecided] }, over)).toMatchObject({ verdict: "stale", exit: 1 });
  });
});

describe("waivers in one shard of a run", () => {
  const inPart = (records: readonly ReturnType<typeof aRecord>[], list: readonly Waiver[]) =>
    complianceOf(events([must], { records, waivers: { list, today: TODAY, part: true } })).rules[0]?.verdict;

  it("may be idle there, since another shard may show the breach", () => {
    expect(inPart([holds], [waiver()])).toBe("conforms");
    expect(inPart([broken()], [waiver(), waiver({ operation: "v1ListShipments" })])).toBe("waived");
  });

  it("are over when they are over", () => {
    expect(inPart([holds], [waiver({ expires: "2026-09-13" })])).toBe("stale");
  });
});

describe("waivers in detail", () => {
  it("hold through their last day", () => {
    expect(judge({ records: [broken()] }, [waiver({ expires: TODAY })]).verdict).toBe("waived");
  });

  it("do not hide that a rule could not be judged", () => {
    expect(judge({ records: [undecided] }, [waiver()])).toMatchObject({ verdict: "inconclusive", exit: 0 });
  });

  it("say nothing where the run is not about the rule", () => {
    const outOfScope = new Map([["a.must", "not asked for"]]);
    const { verdict } = judge({ outOfScope }, [waiver({ expires: "2000-01-01" })]);
    expect(verdict).toBe("not-applicable");
  });

  it("of one operation leave a breach in another one, and show just that", () => {
    const { verdict, only } = judge({ records: [broken(), broken("v1ListShipments")] }, [
      waiver({ operation: "v1ListLabels" }),
    ]);
    expect(verdict).toBe("violates");
    expect(only?.findings.map(({ operation }) => operation)).toEqual(["v1ListShipments"]);
    expect(only?.reason).toMatch(/1 of them not waived/);
  });

  it("of an operation that keeps the rule are stale, though another one's breach is waived", () => {
    const list = [waiver({ operation: "v1ListLabels" }), waiver({ operation: "v1ListShipments" })];
    expect(judge({ records: [broken()] }, list)).toMatchObject({ verdict: "stale", exit: 1 });
  });

  it("of an operation that was not asked, or left out, may be of use", () => {
    const list = [waiver({ operation: "v1ListLabels" })];
    for (const less of [{ coverage: {} }, { operations: [] }]) {
      expect(judge({ records: [holds], ...less }, list)).toMatchObject({ verdict: "conforms", exit: 0 });
      const both = [...list, waiver({ operation: "v1ListShipments", reason: "SHIP-13" })];
      const told = judge({ records: [broken("v1ListShipments")], ...less }, both);
      expect(told).toMatchObject({ verdict: "waived", reason: expect.stringContaining("SHIP-13") });
    }
  });

  it("waive warnings too", () => {
    const should = aRule("a.must", { level: "should" });
    expect(judge({ records: [broken()] }, [waiver()], should).verdict).toBe("waived");
    expect(judge({ records: [broken()] }, [], should).verdict).toBe("warns");
  });

  it("bar a certificate", () => {
    expect(judge({ records: [broken()] }, [waiver()]).result.certificate.granted).toBe(false);
  });

  it("never turn a run that fails into one that passes unless every finding is covered", () => {
    const operations = ["v1ListLabels", "v1ListShipments", null] as const;
    const some = fc.array(fc.constantFrom(...operations), { minLength: 1, maxLength: 6 });
    const waivers = fc.array(fc.record({ operation: fc.constantFrom(...operations), over: fc.boolean() }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(some, waivers, (found, given) => {
        const list = given.map(({ operation, over }) =>
          waiver({
            ...(operation === null ? {} : { operation }),
            expires: over ? "2026-01-01" : "2027-01-01",
          }),
        );
        const findings = found.map((operation) => aFinding("a.must", { operation }));
        const { exit } = judge({ records: [aRecord("a.must", { findings })] }, list);
        const covered = found.every((operation) =>
          given.some((one) => !one.over && (one.operation === null || one.operation === operation)),
        );
        const useless = given.some(
          (one) => one.over || (one.operation !== null && !found.includes(one.operation)),
        );
        expect(exit).toBe(covered && !useless ? 0 : 1);
      }),
    );
  });
});
