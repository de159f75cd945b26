import { expect, it } from "vitest";
import { hasTag, tagsOf } from "./tags.js";

it("reads the names of tags and leaves what is none to the schema", () => {
  expect(tagsOf({ tags: [{ name: "gift" }, "bare", { name: 7 }, null] })).toEqual(["gift", "bare"]);
  expect(tagsOf({ tags: "gift" })).toEqual([]);
  expect(tagsOf({})).toEqual([]);
});

it("finds a tag by its whole name, and none where there is no shipment", () => {
  expect(hasTag({ tags: [{ name: "gift" }] }, "gift")).toBe(true);
  expect(hasTag({ tags: [{ name: "gift-B" }] }, "gift")).toBe(false);
  expect(hasTag(null, "gift")).toBe(false);
});
