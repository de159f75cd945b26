import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complete, difference, disjoint, sameSet, subset } from "./sets.js";

const blame = { rule: "r", exchanges: [], documented: "d" };
const idLists = fc.uniqueArray(
  fc.nat(30).map((n) => `se-${n}`),
  { maxLength: 10 },
);

describe("relations of ids", () => {
  it("hold on data that keep them", () => {
    fc.assert(
      fc.property(idLists, idLists, (left, right) => {
        const both = [...left, ...right];
        const onlyRight = right.filter((id) => !left.includes(id));
        expect(sameSet({ ...blame, expected: left, actual: left.toReversed() })).toEqual([]);
        expect(subset({ ...blame, expected: both, actual: left })).toEqual([]);
        expect(disjoint({ ...blame, left, right: onlyRight })).toEqual([]);
        expect(complete({ ...blame, whole: [...new Set(both)], parts: [left, right] })).toEqual([]);
        expect(
          difference({ ...blame, before: left, after: [...left, ...onlyRight], gained: onlyRight }),
        ).toEqual([]);
        expect(
          difference({ ...blame, before: [...left, ...onlyRight], after: left, lost: onlyRight }),
        ).toEqual([]);
      }),
    );
  });

  it("break on one id too many or too few, each with one finding", () => {
    fc.assert(
      fc.property(idLists, (ids) => {
        const more = [...ids, "se-99"];
        expect(sameSet({ ...blame, expected: ids, actual: more })).toHaveLength(1);
        expect(sameSet({ ...blame, expected: more, actual: ids })).toHaveLength(1);
        expect(subset({ ...blame, expected: ids, actual: more })).toHaveLength(1);
        expect(subset({ ...blame, expected: more, actual: ids })).toHaveLength(0);
        expect(disjoint({ ...blame, left: more, right: ["se-99"] })).toHaveLength(1);
        expect(complete({ ...blame, whole: more, parts: [ids] })).toHaveLength(1);
        expect(complete({ ...blame, whole: ids, parts: [more] })).toHaveLength(1);
        expect(difference({ ...blame, before: ids, after: more })).toHaveLength(1);
        expect(difference({ ...blame, before: more, after: more, lost: ["se-99"] })).toHaveLength(1);
      }),
    );
  });

  it("says which ids differ", () => {
    expect(sameSet({ ...blame, expected: ["a", "b"], actual: ["b", "c"] })[0]?.received).toBe(
      "b, c; missing: a; not due: c",
    );
    expect(disjoint({ ...blame, left: ["a", "b"], right: ["b"] })[0]?.received).toBe("on both sides: b");
  });
});
