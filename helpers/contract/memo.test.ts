import { describe, expect, it } from "vitest";
import { memo } from "./memo.js";

describe("memo", () => {
  it("makes each value once, also one that is empty", () => {
    const known = new Map<string, string | null>();
    let made = 0;
    const of = (key: string) =>
      memo(known, key, () => {
        made += 1;
        return key === "" ? null : key;
      });
    expect([of("a"), of(""), of("a"), of("")]).toEqual(["a", null, "a", null]);
    expect(made).toBe(2);
  });
});
