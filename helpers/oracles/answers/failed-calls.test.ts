import { describe, expect, it } from "vitest";
import { operation } from "../../contract/operations.js";
import { sampleExchange } from "../testing.js";
import { callsOf, fails, isOpenCall } from "./failed-calls.js";

const call = (status: number) => sampleExchange({ method: "POST", path: "/v2/rates", status });
const failsWith = (...statuses: number[]) => fails(callsOf(statuses.map(call)));

describe("an operation fails", () => {
  it("if each of its calls does, or two of them", () => {
    expect([failsWith(500), failsWith(500, 500), failsWith(200, 500, 500)]).toEqual([true, true, true]);
  });

  it("but not if one call among others does, or if the target is unwell", () => {
    expect([failsWith(), failsWith(200), failsWith(200, 500)]).toEqual([false, false, false]);
    expect([failsWith(503), failsWith(429), failsWith(501)]).toEqual([false, false, false]);
  });

  it("whatever happens to wrong keys and to calls that must be refused", () => {
    const refused = { ...call(500), intent: "body" } as const;
    const wrongKey = sampleExchange({ method: "POST", path: "/v2/rates", status: 500, key: "wrong" });
    expect(callsOf([refused, wrongKey]).made).toBe(0);
  });
});

it("leaves out what the contract shows", () => {
  expect(isOpenCall(operation("v2CreateRates"))).toBe(true);
  expect(isOpenCall(operation("v2UpdatePurchaseOrderStatus"))).toBe(true);
  expect(isOpenCall(operation("v2UpdateWebhook"))).toBe(true);
  for (const id of ["v2ListLabels", "v2CreateWebhook", "v1UpdateWarehouse", "v1ArchiveBatch"] as const)
    expect(isOpenCall(operation(id)), id).toBe(false);
});
