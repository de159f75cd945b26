import { describe, expect, it } from "vitest";
import { deviationWords } from "./deviation.js";

describe("deviationWords", () => {
  it("names what is missing and what is not due", () => {
    expect(deviationWords({ due: ["a", "b"], came: ["b", "c"], missing: ["a"], surplus: ["c"] })).toBe(
      "b, c; missing: a; not due: c",
    );
    expect(deviationWords({ due: ["a", "b"], came: ["a"], missing: ["b"], surplus: [] })).toBe(
      "a; missing: b",
    );
  });

  it("repeats no ids where nothing is right", () => {
    expect(deviationWords({ due: ["a"], came: ["b", "c"], missing: ["a"], surplus: ["b", "c"] })).toBe(
      "b, c: none of those due",
    );
    expect(deviationWords({ due: ["a"], came: [], missing: ["a"], surplus: [] })).toBe("none");
    expect(deviationWords({ due: [], came: ["b"], missing: [], surplus: ["b"] })).toBe("b");
  });
});
