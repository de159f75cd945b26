import { describe, expect, it } from "vitest";
import { pagePastLast } from "./offset-pairs.js";

describe("a page past the last", () => {
  it.each([0, 1, 25, 137, 3_900])("stays past the last of %i items while others create hundreds", (total) => {
    expect(Number(pagePastLast(total)) * 25).toBeGreaterThan(total + 900);
  });

  it("is below the offset limit, or there is none", () => {
    expect(Number(pagePastLast(8_900)) * 25).toBeLessThan(10_000);
    expect(pagePastLast(9_000)).toBeNull();
  });
});
