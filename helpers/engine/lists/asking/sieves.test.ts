import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../wire/instant.js";
import { together, windowSieve } from "./sieves.js";

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
