import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { isGone, isLost, readRecords } from "./lost-records.js";

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

  it("leaves out what had to be refused or got no answer", () => {
    const wrongKey = sampleExchange({ path: "/v1/batches/se-1", status: 404, key: "wrong" });
    const unknown = { ...read("se-2", 404), intent: "id" } as const;
    const silent = sampleExchange({ path: "/v1/batches/se-3", trouble: "ECONNRESET" });
    expect(readRecords([wrongKey, unknown, silent]).read.size).toBe(0);
  });
});

const STATUSES = [200, 404, 410, 400, 401, 403, 409, 422, 500];

describe("isGone", () => {
  it("holds for 404 and 410 alone", () => {
    expect(STATUSES.filter((status) => isGone(read("se-1", status)))).toEqual([404, 410]);
  });
});

describe("isLost", () => {
  it("holds for bad requests too", () => {
    expect(STATUSES.filter((status) => isLost(read("se-1", status)))).toEqual([404, 410, 400, 422]);
  });

  it("does not hold for a refusal that is about the account", () => {
    const errors = [
      { error_source: "itself", error_type: "account_status", error_code: "trial_expired", message: "x" },
    ];
    expect(isLost(sampleExchange({ path: "/v1/batches/se-1", status: 400, json: { errors } }))).toBe(false);
  });
});
