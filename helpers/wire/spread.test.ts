import fc from "fast-check";
import { expect, it } from "vitest";
import { spread } from "./spread.js";

const numbers = (amount: number) => Array.from({ length: amount }, (_, at) => at);

it("takes as many as asked for, in their order, with the first and the last", () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.integer({ min: 2, max: 12 }), (amount, most) => {
      const taken = spread(numbers(amount), most);
      expect(taken.length).toBe(Math.min(amount, most));
      expect([...new Set(taken)].toSorted((one, other) => one - other)).toEqual(taken);
      if (amount > 0) expect([taken[0], taken.at(-1)]).toEqual([0, amount - 1]);
    }),
  );
});

it("takes the first alone, and moves on by the skew", () => {
  expect(spread(numbers(9), 1)).toEqual([0]);
  expect(spread(numbers(21), 3, 1)).toEqual([0, 11, 20]);
});
