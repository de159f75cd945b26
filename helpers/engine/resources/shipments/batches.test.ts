import { expect, it } from "vitest";
import { eachStateFirst } from "./batches.js";

const states = new Map([
  ["se-1", "completed"],
  ["se-2", "completed"],
  ["se-3", "open"],
  ["se-4", "archived"],
  ["se-5", "open"],
]);

it("puts one batch of each state in front, behind the very first an archived one", () => {
  const ids = ["se-1", "se-2", "se-3", "se-4", "se-5", "se-6"];
  expect(eachStateFirst(ids, states)).toEqual(["se-1", "se-4", "se-3", "se-6", "se-2", "se-5"]);
});

it("keeps the order of batches whose state is not known", () => {
  expect(eachStateFirst(["se-8", "se-9"], new Map())).toEqual(["se-8", "se-9"]);
  expect(eachStateFirst([], states)).toEqual([]);
});
