import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changes, shows } from "./changes.js";

describe("changes", () => {
  it("names the innermost places", () => {
    const before = { a: { b: 1, "c/d": [1, 2] }, e: null };
    const after = { e: null, a: { "c/d": [1, 3], b: 1 }, f: 0 };
    expect(changes(before, after)).toEqual([
      { pointer: "/a/c~1d/1", before: 2, after: 3 },
      { pointer: "/f", before: undefined, after: 0 },
    ]);
  });

  it("finds none between equal values and some between different ones", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(changes(left, structuredClone(left))).toEqual([]);
        const same = JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
        expect(changes(left, right).length === 0).toBe(same);
      }),
    );
  });
});

/** The value with its members in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

describe("shows", () => {
  it("takes one time in two spellings as one", () => {
    expect(shows("2024-05-06T00:00:00Z", "2024-05-06T02:00:00.000+02:00")).toBe(true);
    expect(shows("2024-05-06", "2024-05-06T00:00:00Z")).toBe(true);
    expect(shows("2024-05-06T00:00:00Z", "2024-05-06T00:00:01Z")).toBe(false);
    expect(shows("2024-05-06", "2024-05-07")).toBe(false);
    expect(shows("usd", "USD")).toBe(true);
    expect(shows("7", 7)).toBe(true);
    expect(shows("7", null)).toBe(false);
    expect(shows("ups", { code: "ups", name: "UPS Ground" })).toBe(true);
    expect(shows("ups", { code: "dhl", name: "DHL" })).toBe(false);
  });
});
