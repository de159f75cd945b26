import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInstant } from "../../wire/instant.js";
import { together, windowSieve } from "./sieves.js";
import { fullPage } from "./tries.js";

describe("together", () => {
  it("keeps both bounds of two sieves, and meets what meets both", () => {
    const [start, end] = ["2025-03-01T00:00:00Z", "2025-03-02T00:00:00Z"].map(parseInstant);
    if (!start || !end) throw new Error("no timestamp");
    const both = together([windowSieve("created_at", { start }), windowSieve("created_at", { end })]);
    expect(both.query).toEqual({ created_at_start: start.text, created_at_end: end.text });
    expect(both.filter.meets({ created_at: "2025-03-01T12:00:00Z" })).toBe(true);
    expect(both.filter.meets({ created_at: "2025-03-02T12:00:00Z" })).toBe(false);
  });
});

it("chooses a page that is full at the default size, though some items be missing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 20_000 }), (held) => {
      const page = fullPage(held);
      expect(page * 25).toBeLessThanOrEqual(held - 5);
      expect(page * 25).toBeLessThanOrEqual(10_000);
      expect(page).toBeGreaterThanOrEqual(1);
    }),
  );
});
