import { describe, expect, it } from "vitest";
import { complianceOf } from "../../../reports/compliance.js";
import { aFinding, aRecord, aRule, events } from "../../../reports/testing/sample.js";
import { asPart } from "./part.js";

const SHARD = { parts: [2], of: 3 };

function verdictsOf(run: ReturnType<typeof events>): Record<string, string> {
  return Object.fromEntries(complianceOf(run).rules.map(({ id, verdict }) => [id, verdict]));
}

describe("a part of a run", () => {
  const rules = [
    aRule("r.kept"),
    aRule("r.broken"),
    aRule("r.missed"),
    aRule("r.silent"),
    aRule("r.elsewhere"),
    aRule("r.hidden", { by: "none" }),
  ];
  const records = [
    aRecord("r.kept", { findings: [aFinding("r.broken")] }),
    aRecord("r.missed", { outcome: "inconclusive", evidence: {}, reason: "3 labels; supply 10" }),
    aRecord("r.silent", { evidence: { "places judged": 0 } }),
  ];

  it("leaves to the other shards what it does not show, and nothing else", () => {
    expect(verdictsOf(asPart(events(rules, { records }), SHARD))).toEqual({
      "r.kept": "conforms",
      "r.broken": "violates",
      "r.missed": "inconclusive",
      "r.silent": "not-applicable",
      "r.elsewhere": "not-applicable",
      "r.hidden": "observed",
    });
  });

  it("keeps the reason of a rule that the whole run is not about", () => {
    const outOfScope = new Map([["r.elsewhere", "v2 only"]]);
    const part = asPart(events(rules, { records, outOfScope }), SHARD);
    expect(part.outOfScope.get("r.elsewhere")).toBe("v2 only");
    expect(part.outOfScope.get("r.silent")).toMatch(/shard 2 of 3/);
  });

  it("is incomplete and without a certificate, whatever it shows to hold", () => {
    const whole = events([aRule("r.kept")], { records: [aRecord("r.kept")] });
    expect(complianceOf(whole)).toMatchObject({ verdict: "conforms", certificate: { granted: true } });
    const { verdict, certificate } = complianceOf(asPart(whole, SHARD));
    expect(verdict).toBe("incomplete");
    expect(certificate).toMatchObject({ granted: false, missing: [{ rule: null }] });
  });
});
