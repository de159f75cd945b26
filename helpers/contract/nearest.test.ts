import { describe, expect, it } from "vitest";
import { isSlip, nearest, nearWords } from "./nearest.js";

const NAMES = ["patch-404", "labels-desc-reverses-page", "labels.filter.carrier_id", "warehouse"];

describe("the nearest name", () => {
  it.each([
    ["warehose", "warehouse"],
    ["WAREHOUSE", "warehouse"],
    ["labels-desc-reverse", "labels-desc-reverses-page"],
    ["carrier_id", "labels.filter.carrier_id"],
    ["nope", null],
    ["", null],
  ])("%j: %j", (text, name) => {
    expect(nearest(text, NAMES)).toBe(name);
  });

  it("is asked for only where one is near", () => {
    expect(nearWords("warehose", NAMES)).toBe("; did you mean warehouse?");
    expect(nearWords("nope", NAMES)).toBe("");
  });
});

describe("a slip", () => {
  it.each([
    ["shipment_staus", "shipment_status", true],
    ["nme", "name", true],
    ["shipment_number", "shipment_status", false],
    ["zone", "name", false],
    ["name", "name", false],
  ])("%s for %s: %s", (text, name, due) => {
    expect(isSlip(text, name)).toBe(due);
  });
});
