import { expect, it } from "vitest";
import { tagsOf } from "./tags.js";

it("reads the names of tags and leaves what is none to the schema", () => {
  expect(tagsOf({ tags: [{ name: "gift" }, "bare", { name: 7 }, null] })).toEqual(["gift", "bare"]);
  expect(tagsOf({ tags: "gift" })).toEqual([]);
  expect(tagsOf({})).toEqual([]);
});
