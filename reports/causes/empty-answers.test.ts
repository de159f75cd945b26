import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: answers are empty", () => {
  it("empty answers of many operations, not of a few", () => {
    const nothing = { received: "an object without members" };
    const found = ["v1ListLabels", "v1ListShipments", "v2ListTags"].map((operation) => ({
      rule: `a-${operation}.field.x`,
      operation,
      documented: "a member x",
      pointer: "/x",
      ...nothing,
    }));
    const facts = { "labels.total": { operations: ["v1ListLabels"] } };
    expect(causes(found, { "labels.total": "needs labels" }, {}, facts)).toMatchObject([
      {
        title:
          "3 operations answer with an object without members: GET /v1/labels, GET /v1/shipments and GET /v2/tags",
        rules: found.map(({ rule }) => rule),
        blocks: ["labels.total"],
      },
    ]);
    expect(causes(found.slice(1))[0]?.title).not.toContain("operations answer");
  });
});
