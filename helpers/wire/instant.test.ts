import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareInstants,
  type Instant,
  MICROSECOND,
  MILLISECOND,
  parseInstant,
  SECOND,
  shifted,
  YEAR,
} from "./instant.js";

function must(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new Error(`${text} is not read`);
  return instant;
}

describe("parseInstant", () => {
  it.each([
    ["2024-02-29T12:00:00Z", 1709208000_000000000n, 0, true, 1_000_000_000n],
    ["2024-02-29T12:00:00.5Z", 1709208000_500000000n, 1, true, 100_000_000n],
    ["2024-02-29T12:00:00,123456789123Z", 1709208000_123456789n, 12, true, 1n],
    ["2024-02-29T14:00:00.000+02:00", 1709208000_000000000n, 3, true, 1_000_000n],
    ["2024-02-29T07:30:00-0430", 1709208000_000000000n, 0, true, 1_000_000_000n],
    ["2024-02-29 12:00:00.7", 1709208000_700000000n, 1, false, 100_000_000n],
    ["2024-02-29T12:00", 1709208000_000000000n, 0, false, 60_000_000_000n],
    ["2024-02-28T24:00:00Z", 1709164800_000000000n, 0, true, 1_000_000_000n],
    ["1969-12-31T23:59:59.999Z", -1000000n, 3, true, 1_000_000n],
    ["0001-01-01T00:00:00Z", -62135596800_000000000n, 0, true, 1_000_000_000n],
  ])("reads %s", (text, epochNs, fractionDigits, hasZone, hiddenNs) => {
    expect(parseInstant(text)).toEqual({ text, epochNs, fractionDigits, hasZone, hiddenNs });
  });

  it.each([
    "2024-01-01",
    "2023-02-29T00:00:00Z",
    "2024-13-01T00:00:00Z",
    "2024-01-01T25:00:00Z",
    "2024-01-01T24:00:01Z",
    "2024-01-01T00:60:00Z",
    "2024-01-01T00:00:00+24:00",
    "20240101T000000Z",
    "Mon, 01 Jan 2024 00:00:00 GMT",
    "1704067200",
    "",
    1704067200,
    null,
    undefined,
  ])("refuses %s", (value) => {
    expect(parseInstant(value)).toBeNull();
  });

  it("agrees with Date on every moment that Date can print", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (date) => {
          expect(must(date.toISOString()).epochNs).toBe(BigInt(date.getTime()) * MILLISECOND);
        },
      ),
    );
  });
});

describe("compareInstants", () => {
  it("tells apart what a millisecond clock cannot", () => {
    const [early, late] = [must("2024-01-01T00:00:00.0000001Z"), must("2024-01-01T00:00:00.0000002Z")];
    expect(compareInstants(early, late)).toBe(-1);
    expect(compareInstants(late, early)).toBe(1);
    expect(compareInstants(must("2024-01-01T01:00:00+01:00"), must("2024-01-01T00:00:00Z"))).toBe(0);
  });
});

describe("shifted", () => {
  it("stays within the years of four digits", () => {
    expect(shifted(must("9998-12-31T00:00:00Z"), 9n * YEAR).text).toBe("9999-12-31T23:59:59Z");
    expect(shifted(must("0003-01-01T00:00:00.000Z"), -9n * YEAR).text).toBe("0001-01-01T00:00:00.000Z");
  });

  it.each([
    ["2024-01-01T00:00:00Z", MILLISECOND, "2024-01-01T00:00:00.001Z"],
    ["2024-01-01T00:00:00Z", -MILLISECOND, "2023-12-31T23:59:59.999Z"],
    ["2024-01-01T00:00:00.500Z", SECOND, "2024-01-01T00:00:01.500Z"],
    ["2024-01-01T00:00:00.123Z", MICROSECOND, "2024-01-01T00:00:00.123001Z"],
    ["2024-01-01T02:00:00+02:00", SECOND, "2024-01-01T00:00:01Z"],
    ["2024-01-01T00:00:00", SECOND, "2024-01-01T00:00:01"],
  ])("moves %s", (text, shift, due) => {
    expect(shifted(must(text), shift).text).toBe(due);
  });

  it("lands exactly where it should, with nothing in it that a query must escape but the colon", () => {
    const moments = fc.date({
      min: new Date("1000-01-01"),
      max: new Date("9000-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.bigInt({ min: -5n * SECOND, max: 5n * SECOND }), (date, shift) => {
        const start = must(date.toISOString());
        const bound = shifted(start, shift);
        expect(bound.epochNs).toBe(start.epochNs + shift);
        expect(must(bound.text)).toEqual(bound);
        expect(bound.text).toMatch(/^[\dTZ:.-]+$/);
      }),
    );
  });
});
