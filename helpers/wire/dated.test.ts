import { expect, it } from "vitest";
import { orderOf } from "./dated.js";
import { parseInstant } from "./instant.js";

it("says how items are ordered by their times", () => {
  const order = (...seconds: readonly number[]) =>
    orderOf(
      seconds.flatMap((second) => {
        const at = parseInstant(`2024-01-01T00:00:0${second}Z`);
        return at === null ? [] : [{ id: String(second), at }];
      }),
    );
  expect(order(1, 2, 2, 3)).toBe("oldest first");
  expect(order(3, 2, 2, 1)).toBe("newest first");
  expect(order(1, 3, 2)).toBeNull();
  expect(order(2, 1, 3)).toBeNull();
});
