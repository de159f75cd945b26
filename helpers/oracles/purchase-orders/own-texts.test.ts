import { describe, expect, it } from "vitest";
import type { Raw } from "../../wire/raw.js";
import { sampleAnswered } from "../testing.js";
import { deniesFreeText, isOwnText, ownText, TextsOfOthers } from "./own-texts.js";

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

describe("texts of other runs", () => {
  const run = "0a1b2c3d";
  const [own, other] = [ownText(run, 1), ownText("4e5f6a7b", 1)];
  const areSeen = (...notes: readonly unknown[]) => {
    const texts = new TextsOfOthers(run);
    for (const note_to_supplier of notes) texts.note({ id: "po-1", record: { note_to_supplier } });
    return texts.areSeen;
  };

  it("are seen to come and to go", () => {
    expect(areSeen("thanks", other)).toBe(true);
    expect(areSeen("thanks", own, other)).toBe(true);
    expect(areSeen(other, "thanks")).toBe(true);
  });

  it("may be left from a run that was killed", () => {
    expect(areSeen(other, undefined, own, other)).toBe(false);
    expect(areSeen(undefined, other)).toBe(false);
  });

  it("are neither the run's own nor anybody else's", () => {
    expect(areSeen("thanks", own, "thanks")).toBe(false);
    expect(areSeen("thanks", "PLIMSOLL-103", "PLIMSOLL-103-B")).toBe(false);
  });

  it("mark an order", () => {
    const isMarked = (tracking_number: string) =>
      new TextsOfOthers(run).isMarked({ record: { tracking_number } });
    expect([other, own, "1Z"].map(isMarked)).toEqual([true, false, false]);
  });
});
