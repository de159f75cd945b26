import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../wire/instant.js";
import { newestFew, together, windowSieve } from "./sieves.js";

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

describe("newestFew", () => {
  const made = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const created_at = new Date(Date.UTC(2025, 2, 1 + at)).toISOString();
      return { id: `se-${at}`, createdAt: parseInstant(created_at), raw: { created_at } };
    });
  const metOf = (count: number) => {
    const items = made(count);
    const few = newestFew(items);
    return items.filter(({ raw }) => few?.filter.meets(raw)).map(({ id }) => id);
  };

  it("is met by the last ten of a long list", () => {
    expect(metOf(30)).toEqual(
      made(30)
        .slice(-10)
        .map(({ id }) => id),
    );
  });

  it("is met by all but the oldest of a short list", () => {
    expect(metOf(3)).toEqual(["se-1", "se-2"]);
  });
});
