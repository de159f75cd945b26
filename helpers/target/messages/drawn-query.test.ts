import { expect, it } from "vitest";
import { drawnQuery } from "./drawn-query.js";

const QUERY = [
  ["page", "1"],
  ["page_size", "5"],
  ["tag", "a b"],
] as const;

it("asks the same question in the same words", () => {
  expect(drawnQuery(QUERY.toReversed(), 1)).toEqual(drawnQuery(QUERY, 1));
});

it("keeps all parameters", () => {
  expect(drawnQuery(QUERY, 1).toSorted()).toEqual(QUERY.toSorted());
  expect(drawnQuery([], 1)).toEqual([]);
});

it("puts each parameter behind each other one, under some seed and for some value", () => {
  const orders = (pairs: (at: number) => readonly (readonly [string, string])[]) =>
    [...Array(100).keys()].map((at) =>
      pairs(at)
        .map(([name]) => name)
        .join(),
    );
  const bySeed = orders((seed) => drawnQuery(QUERY, seed));
  const byValue = orders((at) => drawnQuery([...QUERY.slice(0, 2), ["tag", `se-${at}`]], 1));
  expect(new Set(bySeed).size).toBe(6);
  expect(new Set(byValue).size).toBe(6);
});
