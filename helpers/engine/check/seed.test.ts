import { expect, it } from "vitest";
import { inDrawnOrder, rotated } from "./seed.js";

it("rotates: begins at another value with each seed, and keeps all", () => {
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

it("draws an order that other things do not change", () => {
  const things = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
  const drawn = (seed: number, all = things) =>
    inDrawnOrder(all, seed)
      .map(({ id }) => id)
      .join("");
  expect(drawn(1)).toBe(drawn(1, things.toReversed()));
  expect(drawn(1).replace("c", "")).toBe(
    drawn(
      1,
      things.filter(({ id }) => id !== "c"),
    ),
  );
  expect(new Set([1, 2, 3, 4, 5].map((seed) => drawn(seed))).size).toBeGreaterThan(1);
});
