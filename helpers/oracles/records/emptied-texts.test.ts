import { describe, expect, it } from "vitest";
import { emptiedTexts } from "./emptied-texts.js";

describe("emptiedTexts", () => {
  const before = { tracking_number: "1Z", batch_id: "se-1", service_code: "", page: 1, form: { href: "a" } };
  const names = Object.keys(before);

  it("names texts that are empty, null or missing afterwards", () => {
    expect(emptiedTexts(names, before, { ...before, tracking_number: "" })).toEqual(["tracking_number"]);
    expect(emptiedTexts(names, before, { ...before, batch_id: null })).toEqual(["batch_id"]);
    expect(emptiedTexts(names, before, {})).toEqual(["tracking_number", "batch_id"]);
  });

  it("says nothing of other texts, and of what was no text", () => {
    expect(emptiedTexts(names, before, { ...before, tracking_number: "2Z", page: null, form: null })).toEqual(
      [],
    );
  });
});
