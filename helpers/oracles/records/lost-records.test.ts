import { describe, expect, it } from "vitest";
import { sampleAnswered, sampleExchange } from "../testing.js";
import { isLost, isRefusedForId, readRecords } from "./lost-records.js";

const read = (id: string, status: number) => sampleExchange({ path: `/v1/batches/${id}`, status });

describe("readRecords", () => {
  it("tells the records that were found from those that were not", () => {
    const { read: all, found, lost } = readRecords([read("se-1", 200), read("se-2", 404), read("se-3", 410)]);
    expect([...all]).toEqual(["se-1", "se-2", "se-3"]);
    expect([...found]).toEqual(["se-1"]);
    expect([...lost]).toEqual(["se-2", "se-3"]);
  });

  it("counts the last answer to each id", () => {
    const { found, lost } = readRecords([
      read("se-1", 404),
      read("se-1", 200),
      read("se-2", 200),
      read("se-2", 404),
    ]);
    expect([...found]).toEqual(["se-1", "se-2"]);
    expect([...lost]).toEqual(["se-2"]);
  });

  it("takes a refusal of the key for one of the record where the key found another one", () => {
    const { lost } = readRecords([
      read("se-1", 401),
      read("se-2", 200),
      read("se-3", 405),
      read("se-4", 403),
    ]);
    expect([...lost]).toEqual(["se-1", "se-3"]);
    expect(readRecords([read("se-1", 401), read("se-3", 405)]).lost.size).toBe(0);
  });

  it("leaves out what had to be refused or got no answer", () => {
    const wrongKey = sampleExchange({ path: "/v1/batches/se-1", status: 404, key: "wrong" });
    const unknown = { ...read("se-2", 404), intent: "id" } as const;
    const silent = sampleExchange({ path: "/v1/batches/se-3", trouble: "ECONNRESET" });
    expect(readRecords([wrongKey, unknown, silent]).read.size).toBe(0);
  });
});

const STATUSES = [200, 404, 410, 400, 401, 403, 405, 409, 422, 429, 500, 503];

describe("isLost", () => {
  it("holds for refusals that can only be about the record", () => {
    expect(STATUSES.filter((status) => isLost(read("se-1", status)))).toEqual([404, 410, 400, 409, 422]);
  });

  it.each([
    ["the account", { error_type: "account_status", error_code: "trial_expired" }],
    ["a carrier", { error_type: "business_rules", error_code: "carrier_disconnected" }],
    ["a store", { error_source: "order_source", error_type: "system", error_code: "unknown" }],
    ["a connection", { error_type: "integrations", error_code: "unspecified" }],
  ])("does not hold for a refusal that is about %s", (_, error) => {
    const errors = [{ error_source: "itself", message: "x", ...error }];
    expect(isLost(sampleExchange({ path: "/v1/batches/se-1", status: 400, json: { errors } }))).toBe(false);
  });
});

describe("isRefusedForId", () => {
  const refused = (status: number, error: object) => {
    const errors = [{ error_source: "itself", message: "x", ...error }];
    return isRefusedForId(sampleAnswered({ path: "/v1/carriers/se-1/options", status, json: { errors } }));
  };

  it.each([
    [404, "business_rules", "unspecified"],
    [400, "validation", "invalid_identifier"],
    [400, "validation", "invalid_field_value"],
  ])("holds for a %i of type %s with code %s", (status, error_type, error_code) => {
    expect(refused(status, { error_type, error_code })).toBe(true);
  });

  it.each([
    [400, "business_rules", "unspecified"],
    [400, "validation", "settings_not_supported"],
    [404, "validation", "settings_not_supported"],
    [409, "validation", "invalid_status"],
    [403, "security", "forbidden"],
  ])("does not hold for a %i of type %s with code %s", (status, error_type, error_code) => {
    expect(refused(status, { error_type, error_code })).toBe(false);
  });
});
