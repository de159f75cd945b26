import { expect, it } from "vitest";
import { inTurn } from "./in-turn.js";

it("begins at another value with each seed, and keeps all", () => {
  const all = ["a", "b", "c"];
  expect([1, 2, 3, 4, 0].map((seed) => inTurn(all, seed).join(""))).toEqual([
    "abc",
    "bca",
    "cab",
    "abc",
    "cab",
  ]);
  expect(inTurn([], 7)).toEqual([]);
});
