import { expect, it } from "vitest";
import { inDrawnOrder } from "./drawn-query.js";

const QUERY = [
  ["page", "1"],
  ["page_size", "5"],
  ["tag", "a b"],
] as const;

it("asks the same question in the same words", () => {
  expect(inDrawnOrder(QUERY.toReversed(), 1)).toEqual(inDrawnOrder(QUERY, 1));
});

it("keeps all parameters", () => {
  expect(inDrawnOrder(QUERY, 1).toSorted()).toEqual(QUERY.toSorted());
  expect(inDrawnOrder([], 1)).toEqual([]);
});

it("puts each parameter behind each other one, under some seed and for some value", () => {
  const orders = (pairs: (at: number) => readonly (readonly [string, string])[]) =>
    [...Array(100).keys()].map((at) =>
      pairs(at)
        .map(([name]) => name)
        .join(),
    );
  const bySeed = orders((seed) => inDrawnOrder(QUERY, seed));
  const byValue = orders((at) => inDrawnOrder([...QUERY.slice(0, 2), ["tag", `se-${at}`]], 1));
  expect(new Set(bySeed).size).toBe(6);
  expect(new Set(byValue).size).toBe(6);
});
