import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptMatrix, nearestFault, type TriedFault } from "./nearest.js";

const fault = (name: string, ...violated: string[]): TriedFault => ({
  fault: name,
  sentence: name,
  violated,
});

describe("nearestFault", () => {
  it("names the fault whose pattern is the run's", () => {
    const tried = [fault("one", "a"), fault("two", "a", "b"), fault("three", "c")];
    expect(nearestFault(["a", "b"], tried)).toMatchObject({ agree: 2, of: 2, faults: [{ fault: "two" }] });
  });

  it("is silent where nothing fits well", () => {
    expect(nearestFault(["a", "b", "c"], [fault("one", "a")])).toBeNull();
    expect(nearestFault([], [fault("one", "a")])).toBeNull();
    expect(nearestFault(["a"], [])).toBeNull();
  });

  it("is silent where too many faults fit alike", () => {
    expect(
      nearestFault(
        ["a"],
        ["1", "2", "3", "4"].map((name) => fault(name, "a")),
      ),
    ).toBeNull();
  });

  it("names a fault that fits exactly whenever it is alone to do so", () => {
    const rules = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1 });
    fc.assert(
      fc.property(rules, fc.array(rules), (own, others) => {
        const name = (one: readonly string[]) => [...one].sort().join();
        const tried = others
          .filter((other) => name(other) !== name(own))
          .map((other, at) => fault(`${at}`, ...other));
        expect(nearestFault(own, [...tried, fault("it", ...own)])?.faults).toEqual([
          { fault: "it", sentence: "it" },
        ]);
      }),
    );
  });
});

it("keeps a matrix of faults with their rules", () => {
  for (const { fault: name, sentence, violated } of keptMatrix()) {
    expect(name).not.toBe("");
    expect(sentence).not.toBe("");
    expect(violated.length).toBeGreaterThan(0);
  }
});
