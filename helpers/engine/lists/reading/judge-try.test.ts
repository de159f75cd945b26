import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { worlds } from "../../../oracles/testing.js";
import { parseInstant } from "../../../wire/instant.js";
import { dueUnder, windowSieve } from "../asking/sieves.js";
import { cutSize } from "./judge-try.js";

describe("cutSize", () => {
  const bound = parseInstant("2024-01-01T00:00:03Z");
  if (bound === null) throw new Error("no timestamp");
  const sieve = windowSieve("created_at", { start: bound });

  const one = { sieve, pages: 2, sort: { sort_dir: "asc", sort_by: "created_at" } } as const;

  it("cuts what is due in two, with room for one more on the second page where more than two are due", () => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 1, max: 40 }), (items, size) => {
        const due = dueUnder(items, sieve);
        const cut = cutSize({ items, whole: true, size }, one);
        expect(cut).toBeLessThanOrEqual(size);
        if (due >= 2 && cut < size) expect([due > cut, due < 2 * cut || due === 2]).toEqual([true, true]);
      }),
    );
  });

  it("cuts what is due in three", () => {
    fc.assert(
      fc.property(worlds, (items) => {
        const due = dueUnder(items, sieve);
        const cut = cutSize({ items, whole: true, size: 100 }, { ...one, pages: 3 });
        if (due >= 7) expect(Math.ceil(due / cut)).toBe(3);
      }),
    );
  });

  it("cuts between items of one time where there are some to cut between", () => {
    const at = (second: number) => `2024-01-01T00:00:0${second}Z`;
    const itemsAt = (...seconds: readonly number[]) =>
      seconds.map((second, nth) => ({
        id: `se-${nth}`,
        createdAt: parseInstant(at(second)),
        raw: { created_at: at(second) },
      }));
    const sizeOf = (...seconds: readonly number[]) =>
      cutSize({ items: itemsAt(...seconds), whole: true, size: 25 }, one);
    expect([sizeOf(4, 5, 6, 7, 8, 9), sizeOf(4, 5, 6, 7, 8, 8), sizeOf(4, 4, 6, 7, 8, 9)]).toEqual([4, 5, 4]);
  });

  it("cuts nothing of a list that is not known whole", () => {
    expect(cutSize({ items: [], whole: false, size: 5 }, one)).toBe(5);
  });
});
