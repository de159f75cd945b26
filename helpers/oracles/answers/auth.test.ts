import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { judgeMissingKey, judgeWrongKey } from "./auth.js";

describe("judgeWrongKey", () => {
  it.each([
    [401, 0],
    [200, 1],
    [403, 1],
    [404, 1],
    [500, 1],
    [429, 0],
    [503, 0],
  ])("status %i gives %i findings", (status, findings) => {
    expect(judgeWrongKey({ rule: "wrong", exchange: sampleExchange({ status }) })).toHaveLength(findings);
  });

  it("says nothing where no answer came", () => {
    expect(judgeWrongKey({ rule: "wrong", exchange: sampleExchange({ trouble: "ECONNRESET" }) })).toEqual([]);
  });
});

describe("judgeMissingKey", () => {
  it.each([
    [401, []],
    [200, ["missing"]],
    [204, ["missing"]],
    [403, ["missing.status"]],
    [400, ["missing.status"]],
    [429, []],
  ])("status %i blames %j", (status, rules) => {
    const exchange = sampleExchange({ status });
    const claim = { rule: "missing", statusRule: "missing.status", exchange };
    expect(judgeMissingKey(claim).map((finding) => finding.rule)).toEqual(rules);
    expect(judgeMissingKey({ ...claim, statusRule: null })).toHaveLength(rules.includes("missing") ? 1 : 0);
  });
});
