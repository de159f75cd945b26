import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Dated } from "../../../wire/dated.js";
import { MILLISECOND, parseInstant, SECOND } from "../../../wire/instant.js";
import { boundsAround, boundsBeside, boundsBetween, movedBy, withoutZeros } from "./bounds.js";

function dated(id: string, text: string): Dated {
  const at = parseInstant(text);
  if (at === null) throw new Error(`${text} is not a timestamp`);
  return { id, at };
}

const lists = fc
  .array(fc.date({ min: new Date("2024-01-01"), max: new Date("2026-01-01"), noInvalidDate: true }), {
    maxLength: 12,
  })
  .map((dates) => dates.map((date, index) => dated(`se-${index}`, date.toISOString())));

describe("boundsBetween", () => {
  it("puts every bound strictly between two neighbours", () => {
    fc.assert(
      fc.property(lists, (items) => {
        const times = items.map((item) => item.at.epochNs).sort((left, right) => (left < right ? -1 : 1));
        for (const { epochNs } of boundsBetween(items)) {
          expect(times).not.toContain(epochNs);
          expect(times.some((time) => time < epochNs) && times.some((time) => time > epochNs)).toBe(true);
        }
      }),
    );
  });

  it("takes whole seconds where one fits, and nothing between equal times", () => {
    const items = [dated("a", "2025-03-01T10:00:00.250Z"), dated("b", "2025-03-01T10:00:09.750Z")];
    expect(boundsBetween(items).map(({ epochNs }) => epochNs % SECOND)).toEqual([0n]);
    expect(boundsBetween([items[0], items[0]].filter((item) => item !== undefined))).toEqual([]);
  });
});

describe("boundsAround", () => {
  it("puts one bound a second or more before all items, and one behind them", () => {
    fc.assert(
      fc.property(lists, (items) => {
        const around = boundsAround(items);
        expect(around === null).toBe(items.length === 0);
        for (const { at } of items) {
          expect(at.epochNs - (around?.before.epochNs ?? 0n)).toBeGreaterThanOrEqual(SECOND);
          expect((around?.behind.epochNs ?? 0n) - at.epochNs).toBeGreaterThanOrEqual(2n * SECOND);
        }
      }),
    );
  });
});

/** That many seconds, or less than one more. */
function isAway(distance: bigint, seconds: bigint): boolean {
  return distance >= seconds * SECOND && distance < (seconds + 1n) * SECOND;
}

describe("boundsBeside", () => {
  it("stays two seconds off the older neighbour, one off the newer", () => {
    const items = [dated("b", "2025-03-01T12:00:00Z"), dated("a", "2025-03-01T10:00:00+01:00")];
    expect(boundsBeside(items).map(({ behind, before }) => [behind.text, before.text])).toEqual([
      ["2025-03-01T09:00:02Z", "2025-03-01T11:59:59Z"],
    ]);
  });

  it("gives whole seconds, at most three from their neighbour, without a fraction", () => {
    fc.assert(
      fc.property(lists, (items) => {
        const times = items.map((item) => item.at.epochNs);
        for (const { behind, before } of boundsBeside(items)) {
          for (const { epochNs, text } of [behind, before]) {
            expect(epochNs % SECOND).toBe(0n);
            expect(text).not.toContain(".");
          }
          const passed = times.filter((time) => time < behind.epochNs);
          const due = times.filter((time) => time > before.epochNs);
          expect(passed.some((time) => isAway(behind.epochNs - time, 2n))).toBe(true);
          expect(due.some((time) => isAway(time - before.epochNs, 1n))).toBe(true);
          // No other item lies between the two bounds or near them.
          expect(times.some((time) => time >= behind.epochNs && time <= before.epochNs)).toBe(false);
        }
      }),
    );
  });

  it("gives the second of the newer neighbour, where that came a while after its beginning", () => {
    const second = (text: string) =>
      boundsBeside([dated("a", "2025-03-01T10:00:00Z"), dated("b", text)])[0]?.sameSecond?.text ?? null;
    expect(second("2025-03-01T10:00:09.750Z")).toBe("2025-03-01T10:00:09Z");
    expect(second("2025-03-01T10:00:09.001Z")).toBeNull();
    expect(second("2025-03-01T10:00:09Z")).toBeNull();
  });

  it("leaves out gaps without room", () => {
    expect(boundsBeside([dated("a", "2025-03-01T12:00:00Z"), dated("b", "2025-03-01T12:00:04Z")])).toEqual(
      [],
    );
  });
});

describe("withoutZeros", () => {
  it.each([
    ["2025-03-01T12:00:00.000Z", "2025-03-01T12:00:00Z"],
    ["2025-03-01T12:00:00.0+01:00", "2025-03-01T12:00:00+01:00"],
    ["2025-03-01T12:00:00.000", "2025-03-01T12:00:00"],
    ["2025-03-01T12:00:00.500Z", "2025-03-01T12:00:00.500Z"],
    ["2025-03-01T12:00:10Z", "2025-03-01T12:00:10Z"],
  ])("writes %s as %s", (printed, shortened) => {
    const at = parseInstant(printed);
    expect(at && withoutZeros(at).text).toBe(shortened);
    expect(at && withoutZeros(at).epochNs).toBe(at?.epochNs);
  });
});

describe("movedBy", () => {
  it.each([
    ["2025-03-01T12:00:00-05:00", "2025-03-01T12:00:00.001-05:00"],
    ["2025-03-01T23:59:59.999+05:30", "2025-03-02T00:00:00.000+05:30"],
    ["2025-03-01T12:00:00Z", "2025-03-01T12:00:00.001Z"],
    ["2025-03-01T12:00:00", "2025-03-01T12:00:00.001"],
  ])("writes the millisecond after %s as %s", (printed, later) => {
    const at = parseInstant(printed);
    const moved = at && movedBy(at, MILLISECOND);
    expect(moved?.text).toBe(later);
    expect(moved?.epochNs).toBe((at?.epochNs ?? 0n) + MILLISECOND);
  });
});
