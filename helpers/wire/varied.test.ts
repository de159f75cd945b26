import { describe, expect, it } from "vitest";
import { traitsOf, varied } from "./varied.js";

describe("traitsOf", () => {
  it("tells records apart by what is empty, how many entries there are, and words that several share", () => {
    const [one, other] = traitsOf([
      { tags: [], to: { country: "JP", residential: true }, warehouse: null },
      { tags: ["rush", "gift"], to: { country: "US", residential: false }, warehouse: "se-1" },
    ]);
    expect([...(one ?? [])]).toEqual([
      "/tags#=0",
      '/to/country="JP"',
      "/to/residential=true",
      "/warehouse=null",
    ]);
    expect(other?.has("/tags#=2")).toBe(true);
    expect([...(traitsOf([{ id: 1 }, {}])[1] ?? [])]).toEqual(["/id missing"]);
    expect(other?.has('/tags/*="gift"')).toBe(true);
  });

  it("leaves out members that differ in most records, unless they are empty", () => {
    const records = Array.from({ length: 20 }, (_, at) => ({
      id: `se-${at}`,
      note: at === 0 ? "" : `note ${at}`,
    }));
    const [first, second] = traitsOf(records);
    expect([...(first ?? [])]).toEqual(['/note=""']);
    expect(second?.size).toBe(0);
  });
});

describe("varied", () => {
  const item = (raw: Readonly<Record<string, unknown>>) => ({ raw });

  it("picks what shows most that is new, and the emptiest last", () => {
    const plain = Array.from({ length: 9 }, () => item({ tags: ["a"], note: "x", to: "US" }));
    const abroad = item({ tags: ["a", "b"], note: "x", to: "JP" });
    const empty = item({ tags: [], note: null, to: "US" });
    const items = [...plain, empty, ...plain, abroad, ...plain];
    expect(varied([items], 2, 2)).toEqual([abroad, empty]);
    const [bare, one, other] = [
      item({ m: null, n: null }),
      item({ m: null, n: "p", k: "q" }),
      item({ m: "r", n: null, k: "s" }),
    ];
    expect(varied([[one, other, bare]], 2, 2)).toEqual([one, bare]);
    expect(new Set(varied([items, plain], 2, 3)).size).toBe(3);
  });

  it("counts what is new in an address once", () => {
    const from = (city: string) => ({ city, country: city, code: city });
    const first = item({ to: from("a"), kind: "x", note: "p" });
    const abroad = item({ to: from("b"), kind: "x", note: "p" });
    const other = item({ to: from("a"), kind: "y", note: "q" });
    expect(varied([[first, abroad, other]], 3, 2)).toEqual([first, other]);
  });

  it("counts how many entries a list has beside what is in them", () => {
    const first = item({ packages: [{ weight: 1, unit: "g", code: "a" }] });
    const heavy = item({ packages: [{ weight: 2, unit: "kg", code: "b" }] });
    const two = item({ packages: [first.raw.packages, { weight: 3, unit: "g", code: "a" }].flat() });
    expect(varied([[first], [heavy, two]], 1, 2)).toEqual([first, two]);
  });

  it("gives everything where there is less than asked for", () => {
    const [one, other] = [item({ id: 1 }), item({ id: 2 })];
    expect(varied([[one], [other]], 5, 9)).toEqual([one, other]);
    expect(varied([], 5, 9)).toEqual([]);
  });
});
