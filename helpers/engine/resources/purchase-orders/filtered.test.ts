import { describe, expect, it } from "vitest";
import { type Filtered, isClear } from "./filtered.js";

/** A filtered list, as far as it tells whether the parameter is honoured. */
const list = (ids: readonly string[], facts: Partial<Filtered>) =>
  ({ isHonoured: false, isExact: false, ...facts, shown: ids.map((id) => ({ id })) }) as const;

describe("a status parameter is clearly honoured", () => {
  it.each([
    [
      "for one status exactly",
      [list(["1"], { isHonoured: true, isExact: true }), list(["1", "2"], {})],
      true,
    ],
    [
      "for two that show others",
      [list(["1"], { isHonoured: true }), list(["2"], { isHonoured: true })],
      true,
    ],
    [
      "for two that show the same",
      [list(["1"], { isHonoured: true }), list(["1"], { isHonoured: true })],
      false,
    ],
    ["for none", [list(["1", "2"], {})], false],
  ])("%s", (_, asked, isSo) => {
    expect(isClear(asked)).toBe(isSo);
  });
});
