import { describe, expect, it } from "vitest";
import type { Body } from "../../wire/exchange.js";
import {
  addressesIn,
  insteadOfReport,
  isOtherTime,
  isReportsTime,
  listsReports,
  namesRecord,
  reportNamedBy,
  reportsNamedIn,
  speaksOfReport,
} from "./event.js";

const REPORT = "2026-03-04T05:06:07Z";
const READ_AT = Date.parse("2026-03-04T05:06:17Z");

describe("isOtherTime", () => {
  it.each([
    ["the same instant", REPORT],
    ["the same instant with an offset", "2026-03-04T07:06:07+02:00"],
    ["a fraction cut off", "2026-03-04T05:06:06.001Z"],
    ["the time of the event, which comes later", "2026-03-04T05:06:12Z"],
    ["a local time without zone", "2026-03-04T00:06:07"],
    ["no time at all, which another rule tells", "yesterday"],
  ])("%s may be said", (_, said) => {
    expect(isOtherTime(said, REPORT, READ_AT)).toBe(false);
  });

  it.each([
    ["a second early", "2026-03-04T05:06:06Z"],
    ["an hour late", "2026-03-04T06:06:07Z"],
    ["long ago, in whatever zone", "0001-01-01T00:00:00"],
  ])("%s is another time", (_, said) => {
    expect(isOtherTime(said, REPORT, READ_AT)).toBe(true);
  });
});

describe("namesRecord", () => {
  it.each([
    ["by its id", '{"batch_id":"se-12"}'],
    ["in an address", '{"data":{"href":"https://api.test/v2/batches/se-12?x=1"}}'],
    ["without JSON", "batch se-12 is complete"],
  ])("%s", (_, text) => {
    expect(namesRecord(text, "se-12")).toBe(true);
  });

  it("does not take a longer id for it", () => {
    expect(namesRecord('{"batch_id":"se-123"}', "se-12")).toBe(false);
  });
});

describe("speaksOfReport", () => {
  it.each([
    ["by its type", '{"resource_type":"API_REPORT_COMPLETE"}'],
    [
      "by the address of a report, whatever its type",
      '{"resource_type":"report","resource_url":"/v1/incubator/adjustments/reports/rpt_1"}',
    ],
    ["with slashes escaped", String.raw`{"resource_url":"\/v1\/incubator\/adjustments\/reports\/rpt_1"}`],
    ["in a form", "resource_type=API_REPORT_COMPLETE&resource_url=x"],
  ])("%s", (_, text) => {
    expect(speaksOfReport(text)).toBe(true);
  });

  it("is none of a ping, of an empty delivery or of another event", () => {
    for (const text of ["", "{}", '{"resource_type":"API_PING","resource_url":null}', '{"event":"batch"}'])
      expect(speaksOfReport(text)).toBe(false);
  });
});

describe("isReportsTime", () => {
  it("knows the instant in any form, and texts that are the same", () => {
    expect(isReportsTime("2026-03-04T07:06:07+02:00", REPORT)).toBe(true);
    expect(isReportsTime("2026-03-04T05:06:07.001Z", REPORT)).toBe(false);
    expect(isReportsTime("yesterday", REPORT)).toBe(false);
    expect(isReportsTime("yesterday", "yesterday")).toBe(true);
  });
});

describe("reportNamedBy", () => {
  it.each([
    ["https://a.example/v1/incubator/adjustments/reports/rpt%201", "rpt 1"],
    ["/v1/incubator/adjustments/reports/7/?format=csv", "7"],
    ["https://a.example/v1/incubator/adjustments/reports", null],
    ["https://files.example/2026/7", null],
    ["https://a.example/v1/incubator/adjustments/reports/%E0", null],
  ])("%s", (address, id) => {
    expect(reportNamedBy(address)).toBe(id);
  });
});

describe("listsReports", () => {
  it("takes several reports for a list, and one report in JSON for none", () => {
    expect(listsReports({ reports: [{ report_id: "a" }, { report_id: "b" }] })).toBe(true);
    expect(listsReports({ reports: [{ report_id: "a" }] })).toBe(false);
    expect(listsReports({ report_id: "a" })).toBe(false);
  });
});

describe("addressesIn", () => {
  it("finds those that are there", () => {
    expect(addressesIn('{"resource_url":"/a","data":{"report_url":{"href":"/b"}}}')).toEqual(["/a", "/b"]);
    expect(addressesIn("[]")).toEqual([]);
    expect(addressesIn("{")).toEqual([]);
  });
});

describe("reportsNamedIn", () => {
  const payload = (one: string, other: string) =>
    JSON.stringify({ resource_url: one, data: { report_url: { href: other } } });
  const PATH = "/v1/incubator/adjustments/reports";

  it("names each report once", () => {
    expect(reportsNamedIn(payload(`${PATH}/7`, `https://a.example${PATH}/7`))).toEqual(["7"]);
    expect(reportsNamedIn(payload(`${PATH}/7`, `${PATH}/8`))).toEqual(["7", "8"]);
    expect(reportsNamedIn(payload(PATH, "/elsewhere/7"))).toEqual([]);
  });
});

describe("insteadOfReport", () => {
  const json = (value: unknown): Body => ({ kind: "json", value, text: "" });
  const instead = (status: number, body: Body) => insteadOfReport({ status, headers: {}, body });

  it("is nothing for a report in any format", () => {
    expect(instead(200, { kind: "text", text: "a,b" })).toBeNull();
    expect(instead(200, json({ report_id: "a" }))).toBeNull();
  });

  it("is an error, a list or no body", () => {
    expect(instead(404, json({ errors: [] }))).toBe("404");
    expect(instead(200, { kind: "empty" })).toBe("200 with no body");
    expect(instead(200, json({ reports: [{ report_id: "a" }, { report_id: "b" }] }))).toBe(
      "200 with a list of reports",
    );
  });
});
