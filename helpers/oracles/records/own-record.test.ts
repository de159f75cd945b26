import { describe, expect, it } from "vitest";
import { recordShown, showsNothing } from "./own-record.js";

const listed = ["se-1", "se-2", "se-3"];

describe("recordShown", () => {
  it.each([
    ["another record", { tote_id: "se-2", name: "A" }, "se-2"],
    ["another record in a wrapper", { tote: { tote_id: "se-3" } }, "se-3"],
    ["the record", { tote_id: "se-1" }, "se-1"],
    ["the record under another name", { id: "se-1", tote_id: "se-2" }, "se-1"],
    ["no id", { name: "A" }, null],
    ["an id that no list shows", { tote_id: "se-9" }, null],
    ["several records", { totes: [{ tote_id: "se-2" }, { tote_id: "se-3" }] }, null],
    ["nothing", null, null],
  ])("judges %s", (_, shown, expected) => {
    expect(recordShown({ member: "tote_id", id: "se-1", shown }, listed)).toBe(expected);
  });
});

describe("showsNothing", () => {
  it.each([{}, [], null, "", { tote: {} }, { data: null, errors: [] }])("holds for %j", (shown) => {
    expect(showsNothing(shown)).toBe(true);
  });

  it.each([{ tote_id: "se-1" }, { data: { full: false } }, [0], "a tote", undefined])(
    "not for %j",
    (shown) => {
      expect(showsNothing(shown)).toBe(false);
    },
  );
});
