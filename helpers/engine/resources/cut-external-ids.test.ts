import { describe, expect, it } from "vitest";
import { cutOf } from "./cut-external-ids.js";

describe("an external id cut short", () => {
  const cutOfThese = (...externals: readonly string[]) =>
    cutOf(externals.map((external, at) => ({ id: `se-${at}`, external })));
  it("is the shortest known one without its end", () => {
    expect(cutOfThese("run-40", "run-4", "run-41")).toBe("run-");
    expect(cutOfThese("ORD-0007", "ORD-0008")).toBe("ORD-000");
  });
  it("is none of the known ones", () => {
    expect(cutOfThese("ab", "abc")).toBe("a");
    expect(cutOfThese("a", "ab")).toBe(null);
    expect(cutOfThese()).toBe(null);
  });
});
