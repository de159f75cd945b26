import { expect, it } from "vitest";
import { bothTimes, orderOf } from "./dated.js";
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

it("joins both times of items, and none where one shows none", () => {
  const item = (id: string, modified_at: unknown) => ({
    id,
    createdAt: parseInstant("2024-01-01T00:00:01Z"),
    raw: { modified_at },
  });
  const both = (...items: readonly ReturnType<typeof item>[]) =>
    bothTimes(items).map(({ created_at, modified_at }) => [created_at.text, modified_at.text]);
  const [born, changed] = ["2024-01-01T00:00:01Z", "2024-01-02T00:00:00Z"];
  expect(both(item("se-1", changed), item("se-2", born))).toEqual([
    [born, changed],
    [born, born],
  ]);
  expect(both(item("se-1", changed), item("se-2", null))).toEqual([]);
});
