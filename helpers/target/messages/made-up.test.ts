import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildPath, operations } from "../../contract/operations.js";
import { almostKnown, certainlyUnknownIds, madeUpPath, unknownIds } from "./made-up.js";

describe("unknownIds", () => {
  it("are in the form of a known id and never that id", () => {
    const digits = fc
      .tuple(fc.constantFrom("se-", "", "wh_"), fc.nat(1_000_000_000))
      .map((parts) => parts.join(""));
    const other = fc.oneof(fc.uuid(), fc.stringMatching(/^rpt_[a-z\d]{16,24}$/));
    fc.assert(
      fc.property(fc.oneof(digits, other), fc.integer(), (sample, seed) => {
        for (const id of unknownIds("shipment_id", sample, seed)) {
          expect(id).not.toBe(sample);
          expect(id.replace(/\d+/g, "1").replace(/[a-f]+/gi, "")).not.toBe("");
        }
      }),
    );
  });

  it("keep the prefix and the shape", () => {
    expect(unknownIds("shipment_id", "se-42", 1)).toEqual(["se-999999999999999", "se-2147480009"]);
    expect(unknownIds("webhook_id", "1234", 1)).toEqual(["999999999999999", "2147480009"]);
    expect(unknownIds("report_id", "rpt_ab12XY", 1)[0]).toMatch(/^rpt_[a-z]{2}\d\d[A-Z]{2}$/);
    expect(unknownIds("tote_id", "0f8fad5b-d9cb-469f-a165-70867728950e", 1)[0]).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
    );
  });

  it("are in the contract's form where no id is known, or only a short one, of which each may be in use", () => {
    expect(unknownIds("report_id", "rpt_a", 1)).toEqual(unknownIds("report_id", undefined, 1));
    expect(unknownIds("report_id", "rpt_a-1-b", 1)).toEqual(unknownIds("report_id", undefined, 1));
    expect(unknownIds("shipment_id", undefined, 1)[0]).toMatch(/^se-\d+$/);
    expect(unknownIds("report_id", undefined, 1)[0]).toMatch(/^rpt_\w+$/);
  });
});

describe("certainlyUnknownIds", () => {
  it("follow a number or a UUID, and no short text, which could be somebody's id", () => {
    const made = (sample: string) => certainlyUnknownIds("tote_id", sample, 1);
    expect(made("tot_42")).toEqual(["tot_999999999999999", "tot_2147480009"]);
    expect(made("0f8fad5b-d9cb-469f-a165-70867728950e")[0]).toMatch(/^[\da-f]{8}-/);
    expect(made("tote_1002C")).toEqual(["se-999999999999999"]);
  });
});

describe("almostKnown", () => {
  it.each([
    ["se-123", ["se-12", "se-1237"]],
    ["1234", ["123", "12347"]],
    ["se-12", ["se-127"]],
    ["7", ["77"]],
    ["a1b2x", []],
    ["0f8f-9c", []],
    [undefined, []],
  ])("differs from %s at the end of a number", (sample, ids) => {
    expect(almostKnown(sample).map(({ id }) => id)).toEqual(ids);
  });
});

describe("madeUpPath", () => {
  it("fills the path of every operation", () => {
    for (const operation of operations)
      expect(buildPath(operation, madeUpPath(operation))).not.toContain("{");
  });
});
