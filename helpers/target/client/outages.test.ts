import { expect, it } from "vitest";
import { Outages } from "./outages.js";

const DOWN = "v2ListBatches";

/** So many calls in vain, each after a good answer of another operation. */
function lose(outages: Outages, times: number, now = 0): void {
  for (let n = 0; n < times; n++) {
    outages.good("v1ListLabels");
    outages.failed(DOWN);
    outages.lost(DOWN, 0, now);
  }
}

it("leaves an operation alone after three calls in vain, tries again later, and then waits longer", () => {
  const outages = new Outages();
  lose(outages, 2);
  expect([outages.isAlone(DOWN), outages.isLeftAlone(DOWN, 0)]).toEqual([false, false]);
  lose(outages, 1);
  expect(outages.isAlone(DOWN)).toBe(true);
  expect([9_999, 10_000].map((now) => outages.isLeftAlone(DOWN, now))).toEqual([true, false]);
  lose(outages, 1, 10_000);
  expect([29_999, 30_000].map((now) => outages.isLeftAlone(DOWN, now))).toEqual([true, false]);
  expect(outages.isLeftAlone("v1ListLabels", 0)).toBe(false);
});

it("calls it as before once it answers", () => {
  const outages = new Outages();
  lose(outages, 3);
  outages.good(DOWN);
  expect(outages.isAlone(DOWN)).toBe(false);
  expect(outages.isLeftAlone(DOWN, 0)).toBe(false);
});

it("does not blame an operation for what all suffer", () => {
  const outages = new Outages();
  outages.failed("v1ListLabels");
  outages.failed(DOWN);
  for (let n = 0; n < 9; n++) outages.lost(DOWN, 3_600_000, 0);
  expect([outages.areMany, outages.isLeftAlone(DOWN, 0)]).toEqual([true, false]);
});

it("leaves it alone as long as it asks", () => {
  const outages = new Outages();
  outages.failed(DOWN);
  outages.lost(DOWN, 3_600_000, 0);
  expect([0, 3_599_999, 3_600_000].map((now) => outages.isLeftAlone(DOWN, now))).toEqual([true, true, false]);
});
