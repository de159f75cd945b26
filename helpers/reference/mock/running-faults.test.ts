import { expect, it } from "vitest";
import { behaviourFaults } from "../faults/list.js";
import { RunningFaults, UnusableFault } from "./running-faults.js";

it("turns every fault on and off at run time, except those of the connection", () => {
  const faults = new RunningFaults([], () => {});
  const refused = behaviourFaults.filter(({ id }) => {
    try {
      faults.add(id);
      faults.remove(id);
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(UnusableFault);
      return true;
    }
  });
  const rules = new Set(refused.map(({ rule }) => rule));
  expect([...rules].filter((rule) => !rule.startsWith("transport."))).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
});
