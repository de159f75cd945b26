import { expect, it } from "vitest";
import { isOwnText, ownText } from "./own-texts.js";

it("knows the texts of this run, in any letter case", () => {
  expect(isOwnText("0a1b", ownText("0a1b", 7))).toBe(true);
  expect(isOwnText("0a1b", ownText("0a1b", 7).toUpperCase())).toBe(true);
});

it("does not take those of another run for its own", () => {
  expect(isOwnText("0a1b", ownText("2c3d", 7))).toBe(false);
  expect(isOwnText("0a1b", "PLIMSOLL-103")).toBe(false);
  expect(isOwnText("0a1b", null)).toBe(false);
});
