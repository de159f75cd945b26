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

it("puts each parameter behind each other one, under some seed and on some page", () => {
  const orders = (pairs: (at: number) => readonly (readonly [string, string])[]) =>
    [...Array(100).keys()].map((at) =>
      pairs(at)
        .map(([name]) => name)
        .join(),
    );
  const bySeed = orders((seed) => drawnQuery(QUERY, seed));
  const byPage = orders((at) => drawnQuery([["page", String(at)], ...QUERY.slice(1)], 1));
  expect(new Set(bySeed).size).toBe(6);
  expect(new Set(byPage).size).toBe(6);
});

it("has the other parameters in one order whatever the filters are", () => {
  const others = (filters: readonly (readonly [string, string])[]) =>
    drawnQuery([...QUERY, ...filters], 1).filter(([name]) => !filters.some(([filter]) => filter === name));
  for (const at of Array(20).keys()) {
    expect(others([["label_status", `${at}`]])).toEqual(drawnQuery(QUERY, 1));
    expect(others([["created_at_end", `${at}`]])).toEqual(drawnQuery(QUERY, 1));
  }
});
