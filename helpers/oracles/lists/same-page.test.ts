import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item } from "../../wire/decode.js";
import { parseInstant } from "../../wire/instant.js";
import { samePage, sideOf } from "./same-page.js";

function item(id: number, second: number): Item {
  const text = new Date(second * 1000).toISOString();
  return { id: `se-${id}`, createdAt: parseInstant(text), raw: {} };
}

const judge = (expected: readonly Item[], actual: readonly Item[]) =>
  samePage({
    rule: "labels.default.page",
    exchanges: [],
    documented: "the items of page 1",
    expected,
    actual,
  });

const distinct = fc
  .uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 })
  .map((seconds) => seconds.map((second, id) => item(id, second)));

describe("samePage", () => {
  it("is silent on the same items in any order", () => {
    fc.assert(
      fc.property(distinct, (items) => {
        expect(judge(items, items.toReversed())).toEqual([]);
      }),
    );
  });

  it("takes items of one time for one another", () => {
    expect(judge([item(1, 10), item(2, 20)], [item(1, 10), item(3, 20)])).toEqual([]);
  });

  it("names what is missing and what is not due", () => {
    const [found] = judge([item(1, 10), item(2, 20)], [item(1, 10), item(3, 21)]);
    expect(found?.received).toBe("se-1, se-3; missing: se-2; not due: se-3");
  });

  it("finds every page that lacks an item or holds one twice", () => {
    fc.assert(
      fc.property(distinct, (items) => {
        expect(judge(items, items.slice(1))).toHaveLength(1);
        expect(judge(items, [...items, ...items.slice(0, 1)])).toHaveLength(1);
      }),
    );
  });
});

it("a page lies before or after another if all its items were created there", () => {
  const [one, other, third] = [item(1, 1), item(2, 2), item(3, 3)];
  expect(sideOf([one], [other, third])).toBe("before");
  expect(sideOf([other, third], [one])).toBe("after");
  expect([sideOf([one, third], [other]), sideOf([one], [item(9, 1)]), sideOf([one], [])]).toEqual([
    null,
    null,
    null,
  ]);
});
