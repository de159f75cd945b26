import { describe, expect, it } from "vitest";
import { emptiedIn } from "./emptied.js";

const before = { number: 7, text: "1Z", list: [{}], blank: " ", nothing: null };
const names = Object.keys(before);

describe("members that a change emptied", () => {
  it.each([null, "", " ", undefined, []])("are those that show %j now", (empty) => {
    expect(emptiedIn(names, before, { number: empty, text: empty, list: empty })).toEqual([
      "number",
      "text",
      "list",
    ]);
  });

  it("are none that were empty before, that differ, or that are not asked about", () => {
    expect(emptiedIn(names, before, { number: 0, text: "2Z", list: [1], blank: "" })).toEqual([]);
    expect(emptiedIn(["number"], before, { number: 8 })).toEqual([]);
  });
});
