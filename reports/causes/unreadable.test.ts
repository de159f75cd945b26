import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: an answer cannot be read", () => {
  it("an answer of which nothing can be read, and what is about it", () => {
    const found = [
      {
        rule: "status.success-json",
        documented: "a well-formed JSON body",
        received: "status 200 with text",
      },
      {
        rule: "tag.body",
        documented: "an object",
        received: "null",
        operation: "v2ListTags",
      },
      { rule: "tote.body", documented: "an object", received: "null", operation: "v2GetTote" },
      {
        rule: "shipments.array",
        documented: "an array",
        received: "{}",
        pointer: "/shipments",
        operation: "v1ListShipments",
      },
    ];
    const open = { "labels.total": "needs one label", "tags.names": "needs a tag", "other.rule": "one tote" };
    const facts = {
      "labels.total": { operations: ["v1ListLabels"] },
      "tags.names": { operations: ["v2ListTags"] },
    };
    expect(causes(found, open, {}, facts).map(({ kind, title, blocks }) => [kind, title, blocks])).toEqual([
      [
        "unreadable",
        "GET /v2/tags and GET /v2/totes/{tote_id}: received null; documented: an object",
        ["tags.names"],
      ],
      [
        "unreadable",
        "GET /v1/labels: received status 200 with text; documented: a well-formed JSON body",
        ["labels.total"],
      ],
      ["unreadable", "GET /v1/shipments: shipments is {}, not an array", []],
    ]);
  });

  it.each([
    [{ pointer: "/services/0", received: "null (3 places)" }, "services[] is null, not an object"],
    [{ pointer: "/0", received: "null (4 places)" }, "[] is null, not an object"],
    [{ received: "null (4 places)" }, "received null; documented: an object"],
  ])("an entry that cannot be read, by its place: %j", (came, title) => {
    const found = [{ rule: "carriers.services.array", documented: "an object", ...came }];
    expect(causes(found)[0]?.title).toBe(`GET /v1/labels: ${title}`);
  });

  it("a record that is gone is no answer that cannot be read", () => {
    const found = [{ rule: "batches.archive.readable", documented: "status 200", received: "status 404" }];
    const facts = { "labels.total": { operations: ["v1ListLabels"] } };
    expect(causes(found, { "labels.total": "needs one label" }, {}, facts)).toMatchObject([
      { kind: "rule", rules: ["batches.archive.readable"], blocks: [] },
    ]);
  });
});
