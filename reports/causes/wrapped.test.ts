import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: something is around the answers", () => {
  it("something around the answers of many operations, not around those of a few or inside of records", () => {
    const wrap = (operation: string, pointer = "/x") => ({
      rule: `a-${operation}.field.x`,
      operation,
      documented: "a member x",
      pointer,
      received: "none; the members are data (2 places)",
    });
    const found = ["v1ListLabels", "v1ListShipments", "v2ListTags"].map((operation) => wrap(operation));
    const facts = { "labels.total": { operations: ["v1ListLabels"] } };
    expect(causes(found, { "labels.total": "needs labels" }, {}, facts)).toMatchObject([
      {
        title:
          "3 operations answer with nothing but a member data: GET /v1/labels, GET /v1/shipments and GET /v2/tags",
        rules: found.map(({ rule }) => rule),
        blocks: ["labels.total"],
      },
    ]);
    for (const others of [found.slice(1), found.map(({ operation }) => wrap(operation, "/items/0/x"))])
      expect(causes(others)[0]?.title).not.toContain("nothing but");
  });
});
