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

describe("a refusal with 401", () => {
  const refusal = (json: unknown) => sampleExchange({ path: "/v1/shipments/se-7", status: 401, json });
  const found = (json: unknown) => [
    judgeWrongKey({ rule: "wrong", exchange: refusal(json) }).length,
    judgeMissingKey({ rule: "missing", statusRule: null, exchange: refusal(json) }).length,
  ];

  it.each([
    [{ labels: [{ label_id: "se-1" }] }],
    [[{ shipment: { shipment_id: "se-1" } }]],
    [{ reports: [{ report_id: "rpt_1" }] }],
    [{ errors: [{}], labels: [{ label_id: "se-1" }] }],
  ])("must not show records: %j", (json) => expect(found(json)).toEqual([1, 1]));

  it.each([
    [{ errors: [{ error_code: "unauthorized", carrier_id: "se-1" }], request_id: "r" }],
    [{ message: "The key is not valid.", shipment_id: "se-7" }],
    [{ message: "The key is not valid.", report_id: "0c5b6d1e-0000-4000-8000-000000000001" }],
    [{ title: "Unauthorized", trace_id: "1" }],
    [{ labels: [] }],
  ])("may say why: %j", (json) => expect(found(json)).toEqual([0, 0]));
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

  it("says that a made-up token was sent", () => {
    const plain = sampleExchange({ status: 200 });
    const headers = { authorization: "Bearer plimsoll-made-up-token" };
    const exchange = { ...plain, request: { ...plain.request, headers } };
    expect(judgeMissingKey({ rule: "missing", statusRule: null, exchange })).toMatchObject([
      { received: "status 200 (sent with a made-up token)" },
    ]);
  });
});
