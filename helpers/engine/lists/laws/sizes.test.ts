import fc from "fast-check";
import { expect, it } from "vitest";
import { smallSize } from "./sizes.js";

it("a size of many pages is none that the target may not give", () => {
  const sizes = fc.record({
    held: fc.integer({ min: 2, max: 20_000 }),
    most: fc.integer({ min: 7, max: 500 }),
  });
  fc.assert(fc.property(sizes, ({ held, most }) => smallSize(held, most) <= most));
  expect([smallSize(300, 25), smallSize(300, 100), smallSize(240, 25), smallSize(5, 25)]).toEqual([
    7, 31, 25, 7,
  ]);
});
