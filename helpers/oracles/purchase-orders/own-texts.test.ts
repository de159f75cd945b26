import { describe, expect, it } from "vitest";
import type { Raw } from "../../wire/raw.js";
import { sampleAnswered } from "../testing.js";
import { deniesFreeText, isOwnText, ownText } from "./own-texts.js";

it("knows the texts of this run, in any letter case", () => {
  expect(isOwnText("0a1b", ownText("0a1b", 7))).toBe(true);
  expect(isOwnText("0a1b", ownText("0a1b", 7).toUpperCase())).toBe(true);
});

it("does not take those of another run for its own", () => {
  expect(isOwnText("0a1b", ownText("2c3d", 7))).toBe(false);
  expect(isOwnText("0a1b", "PLIMSOLL-103")).toBe(false);
  expect(isOwnText("0a1b", null)).toBe(false);
});

describe("a refusal of a free text", () => {
  const denied = (values: Raw, field_name: string, taken = "reference_number") =>
    deniesFreeText(
      "0a1b",
      {
        values,
        exchange: sampleAnswered({ status: 400, json: { errors: [{ error_code: "unknown", field_name }] } }),
      },
      (field) => field === taken,
    );
  const reference_number = ownText("0a1b", "3R");

  it("is none of the text where another state takes such a text", () => {
    expect(denied({ reference_number }, "reference_number")).toBe(true);
    expect(denied({ reference_number }, "reference_number", "note_to_supplier")).toBe(false);
  });

  it("may be one where it names another field, or other texts were sent", () => {
    expect(denied({ reference_number }, "currency_code")).toBe(false);
    expect(denied({ reference_number: "Q-7" }, "reference_number")).toBe(false);
    expect(denied({ reference_number, note_to_supplier: reference_number }, "reference_number")).toBe(false);
  });

  it("may be one of a number that must be a real one", () => {
    expect(denied({ tracking_number: reference_number }, "tracking_number", "tracking_number")).toBe(false);
  });
});
