import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: fixed answers", () => {
  it("operations that answer the same whatever is asked of them, and succeed where they must refuse", () => {
    const found = [
      { rule: "labels.filter.carrier_id", received: "a label of another carrier" },
      { rule: "labels.partition", received: "a label twice" },
      { rule: "totes.404", operation: "v2GetTote", documented: "status 404", received: "status 200" },
      { rule: "label.field.carrier_id", received: "7", pointer: "/carrier_id" },
      { rule: "auth.other", operation: "v2GetTote", documented: "status 401", received: "status 403" },
      { rule: "totes.gone", operation: "v2GetTote", documented: "status 204", received: "status 200" },
    ];
    const fixed = { v1ListLabels: 6, v1ListShipments: 4, v2ListTags: 2, v2ListTotes: 2, v2GetTag: 2 };
    expect(causes(found, {}, { fixedAnswers: fixed })).toMatchObject([
      {
        kind: "same-answer",
        title:
          "5 operations answer the same whatever they are asked for: GET /v1/labels, GET /v1/shipments and 3 more",
        rules: ["labels.filter.carrier_id", "labels.partition", "totes.404"],
      },
      { rules: ["label.field.carrier_id"] },
      { rules: ["auth.other"] },
      { rules: ["totes.gone"] },
    ]);
    // Few operations, or none that was asked often, may answer alike for reasons of their own.
    const { v2GetTag, ...four } = fixed;
    for (const fixedAnswers of [four, { ...four, v2GetTag, v1ListLabels: 5 }])
      expect(causes(found, {}, { fixedAnswers })).toHaveLength(6);
  });
});
