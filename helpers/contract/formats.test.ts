import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epochOf, formats, hasTimeOfDay, isOffsetTimestamp, isTimestamp, isUrl } from "./formats.js";
import { PATTERNS } from "./openapi/plain-schema.js";

/** What the formats accept and the OpenAPI document's patterns for them refuse. */
const lostInPatterns = (text: string) =>
  Object.entries(formats)
    .filter(([name, accepts]) => accepts(text) && !new RegExp(PATTERNS[name] ?? "", "u").test(text))
    .map(([name]) => name);

describe("epochOf", () => {
  it.each([
    ["2024-03-01T10:20:30Z", "2024-03-01T10:20:30.000Z"],
    ["2024-03-01T10:20:30.1239", "2024-03-01T10:20:30.123Z"],
    ["2024-03-01T10:20:30,5+0130", "2024-03-01T08:50:30.500Z"],
    ["20240301T10-02", "2024-03-01T12:00:00.000Z"],
    ["2024-03-01t10Z", "2024-03-01T10:00:00.000Z"],
    ["20240301", "2024-03-01T00:00:00.000Z"],
    ["2024-02-29T24:00:00Z", "2024-03-01T00:00:00.000Z"],
    ["2024-061T10:20:30Z", "2024-03-01T10:20:30.000Z"],
    ["2024-W09-5T10:20+01:00", "2024-03-01T09:20:00.000Z"],
    ["2027-W01-1T00:00Z", "2027-01-04T00:00:00.000Z"],
    ["2026-W53-7T00:00Z", "2027-01-03T00:00:00.000Z"],
    ["0001-01-01T00:00:00", "0001-01-01T00:00:00.000Z"],
  ])("reads %s", (text, due) => {
    expect(new Date(epochOf(text) ?? Number.NaN).toISOString()).toBe(due);
  });

  it.each(["2026-02-30", "2024-461T10:20Z", "today", ""])("finds no time in %j", (text) => {
    expect(epochOf(text)).toBeNull();
  });
});

describe("isTimestamp", () => {
  it.each([
    "2024-03-01T10:20:30Z",
    "2024-03-01T10:20:30.123456789Z",
    "2024-03-01T10:20:30",
    "2024-03-01T10:20",
    "2024-03-01T10:20:30+05:30",
    "2024-03-01T10:20:30-0800",
    "2024-02-29T00:00:00Z",
    "20240301T102030Z",
    "2024-03-01",
    "2024-061T10:20:30Z",
    "2024-W09-5T10:20+01:00",
    "2024-03-01T10:20:30,5+01",
    "20240301t102030+0100",
  ])("accepts %s", (text) => {
    expect(isTimestamp(text)).toBe(true);
    expect(lostInPatterns(text)).toEqual([]);
  });

  it.each([
    "",
    "1709288430",
    "1709288430123",
    "Fri, 01 Mar 2024 10:20:30 GMT",
    "2024-03-01 10:20:30",
    "03/01/2024",
    "2024-13-01T00:00:00Z",
    "2024-461T10:20:30Z",
    "2024-061",
    "2023-02-29T00:00:00Z",
    "2024-03-01T25:00:00Z",
    "2024-03-01T10:61:00Z",
    "2024-03-01T10:20:30 Z",
    "today",
  ])("refuses %s", (text) => {
    expect(isTimestamp(text)).toBe(false);
  });

  it("accepts every time that JavaScript prints", () => {
    const dates = fc.date({ min: new Date("1900-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const text = date.toISOString();
        expect([isTimestamp(text), isOffsetTimestamp(text), hasTimeOfDay(text)]).toEqual([true, true, true]);
        expect(isOffsetTimestamp(text.slice(0, -1))).toBe(false);
        expect(hasTimeOfDay(text.slice(0, 10))).toBe(false);
      }),
    );
  });
});

describe("hasTimeOfDay", () => {
  it("has nothing to say of text that is not a timestamp", () => {
    expect(hasTimeOfDay("today")).toBe(true);
  });
});

describe("isUrl", () => {
  it.each([
    "https://service.invalid/a?b=c",
    "/v1/labels?page=2",
    "labels?tag=é",
    "/v1/shipments?tag=for Ann",
    "../x",
  ])("accepts %s", (text) => {
    expect(isUrl(text)).toBe(true);
    expect(lostInPatterns(text)).toEqual([]);
  });

  it.each(["", " ", "not an address", "https://", "https://x/\n"])("refuses %j", (text) => {
    expect(isUrl(text)).toBe(false);
  });
});
