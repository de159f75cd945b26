import { expect, it } from "vitest";
import { confusableFirst } from "./confusable.js";

it("begins with a value that has a twin in another letter case, then one that begins another", () => {
  const values = ["9400-7", "12", "9400a", "123", "9400A"];
  expect(confusableFirst(values)).toEqual(["9400a", "12", "9400-7", "123", "9400A"]);
});

it("leaves other values as they are", () => {
  expect(confusableFirst(["b", "a", "c"])).toEqual(["b", "a", "c"]);
  expect(confusableFirst([])).toEqual([]);
});
