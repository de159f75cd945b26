import { expect, it } from "vitest";
import { rotated } from "./rotated.js";

it("begins at another value with each seed, and keeps all", () => {
  const all = ["a", "b", "c"];
  expect([1, 2, 3, 4, 0].map((seed) => rotated(all, seed).join(""))).toEqual([
    "abc",
    "bca",
    "cab",
    "abc",
    "cab",
  ]);
  expect(rotated([], 7)).toEqual([]);
});
