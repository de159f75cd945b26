import { describe, expect, it } from "vitest";
import { datedBy } from "../../wire/dated.js";
import { sampleItem } from "../testing.js";
import { cutsTie, differenceBesideTies, sizeTellingKeys, tieBorders } from "./ties.js";

/** Items created at these seconds, in no order of time. */
function items(...seconds: readonly number[]) {
  const dated = datedBy(seconds.map((second, at) => sampleItem(`se-${at + 1}`, second)));
  if (dated === null) throw new Error("an item shows no created_at");
  return dated.toReversed();
}

describe("pages that end between items of one time", () => {
  it("are told from those that do not, in both directions", () => {
    const five = items(1, 2, 3, 3, 4);
    expect(cutsTie(five, { dir: "asc", size: 3 })).toBe(true);
    expect(cutsTie(five, { dir: "desc", size: 2 })).toBe(true);
    expect(cutsTie(five, { dir: "asc", size: 2 })).toBe(false);
    expect(cutsTie(five, { dir: "desc", size: 3 })).toBe(false);
    expect(cutsTie(five, { dir: "asc", size: 5 })).toBe(false);
  });

  it("are found from the nearer end of the list, one for each time, no larger than they may be", () => {
    const bordersOf = (seconds: readonly number[], largest: number, most = 9) =>
      tieBorders(items(...seconds), largest, most);
    const [oldest, newest] = [
      { dir: "asc", size: 1 },
      { dir: "desc", size: 2 },
    ];
    expect(bordersOf([1, 2, 3, 3, 4], 5)).toEqual([newest]);
    expect(bordersOf([1, 1, 1, 3, 4, 4, 5], 6)).toEqual([oldest, newest]);
    expect(bordersOf([1, 1, 1, 3, 4, 4, 5], 6, 1)).toEqual([oldest]);
    expect(bordersOf([1, 2, 3, 3, 4], 1)).toEqual([]);
    expect(bordersOf([1, 2, 3], 5)).toEqual([]);
    expect(bordersOf([], 5)).toEqual([]);
  });
});

describe("the size that tells two times apart", () => {
  it("is the one at which page 1 differs most, from either end", () => {
    const [own, other] = [items(1, 2, 3, 4), items(1, 4, 3, 2)];
    expect(sizeTellingKeys(own, other, "asc", [1, 2, 3])).toBe(2);
    expect(sizeTellingKeys(own, other, "desc", [1, 2, 3])).toBe(1);
    expect(sizeTellingKeys(own, other, "asc", [1, 4])).toBeNull();
    expect(sizeTellingKeys(own, own, "asc", [1, 2, 3])).toBeNull();
  });
});

describe("the difference of two pages", () => {
  const at = (id: string, second: number) => ({ id, at: items(second)[0]?.at ?? null });

  it("leaves out items of one time that stand for one another", () => {
    const due = [at("a", 1), at("b", 2)];
    expect(differenceBesideTies(due, [at("c", 2), at("a", 1)])).toEqual({ missing: [], surplus: [] });
    expect(differenceBesideTies(due, [at("c", 3), at("a", 1)])).toEqual({ missing: ["b"], surplus: ["c"] });
  });

  it("lets no item stand for another that came twice itself, or that shows no time", () => {
    const due = [at("a", 1), at("b", 1)];
    expect(differenceBesideTies(due, [at("a", 1), at("a", 1)])).toEqual({ missing: ["b"], surplus: ["a"] });
    const timeless = [at("a", 1), { id: "c", at: null }];
    expect(differenceBesideTies(due, timeless)).toEqual({ missing: ["b"], surplus: ["c"] });
  });
});
