import { expect, it } from "vitest";
import { unlikeIds } from "./unlike-ids.js";

it.each([
  ["none among equally long ones", ["se-11", "se-12", "se-13"], []],
  [
    "the longest and the shortest",
    ["se-11", "se-123456789012345", "se-1", "se-12"],
    ["se-123456789012345", "se-1"],
  ],
  ["the one with other characters", ["se-11", "se_12", "se-13"], ["se_12"]],
  ["none that needs escaping", ["se-11", "se-12/34", "se-13"], []],
  ["none of no ids", [], []],
])("finds %s", (_, ids, unlike) => {
  expect(unlikeIds(ids)).toEqual(unlike);
});
