import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { worlds } from "../../oracles/samples.js";
import type { Dated } from "../../wire/dated.js";
import { parseInstant, SECOND } from "../../wire/instant.js";
import { boundsBeside, boundsBetween, cutQuery, together, windowSieve } from "./filtering.js";

function dated(id: string, text: string): Dated {
  const at = parseInstant(text);
  if (at === null) throw new Error(`${text} is no timestamp`);
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

describe("boundsBeside", () => {
  it("stays two seconds off each neighbour", () => {
    const items = [dated("b", "2025-03-01T12:00:00Z"), dated("a", "2025-03-01T10:00:00+01:00")];
    expect(boundsBeside(items).map(({ behind, before }) => [behind.text, before.text])).toEqual([
      ["2025-03-01T09:00:02Z", "2025-03-01T11:59:58Z"],
    ]);
  });

  it("leaves out gaps without room", () => {
    expect(boundsBeside([dated("a", "2025-03-01T12:00:00Z"), dated("b", "2025-03-01T12:00:04Z")])).toEqual(
      [],
    );
  });
});

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

describe("cutQuery", () => {
  const bound = parseInstant("2024-01-01T00:00:03Z");
  if (bound === null) throw new Error("no timestamp");
  const sieve = windowSieve("created_at", { start: bound });

  it("cuts what is due in two, with room for one more on the second page", () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 1, max: 40 }), (items, size) => {
        const due = items.filter(({ raw }) => sieve.filter.meets(raw) !== false).length;
        const known = { items, whole: true, total: items.length, size, dir: "asc", filters: {} } as const;
        const cut = cutQuery(known, sieve, "desc");
        expect(cut === null).toBe(due < 2);
        if (cut === null) return;
        expect(cut).toMatchObject({ ...sieve.query, sort_dir: "desc", sort_by: "created_at" });
        expect(cut.page_size).toBeLessThanOrEqual(size);
        if (cut.page_size < size)
          expect([due >= cut.page_size, due < 2 * cut.page_size]).toEqual([true, true]);
      }),
    );
  });

  it("cuts nothing of a list that is not known whole", () => {
    const known = { items: [], whole: false, total: 9, size: 5, dir: "asc", filters: {} } as const;
    expect(cutQuery(known, sieve, "asc")).toBeNull();
  });
});
