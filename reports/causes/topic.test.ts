import { describe, expect, it } from "vitest";
import { at, causes } from "./testing.js";

describe("a cause: rules of one topic", () => {
  it("what another cause leaves of a topic is a rule by itself", () => {
    const found = [
      { rule: "labels.filter.batch_id", received: "status 500, then 500", exchanges: [0] },
      { rule: "labels.filter.carrier_id", received: "none", exchanges: [1] },
    ];
    const more = { samples: [at(500), at(200, 1)] };
    expect(causes(found, {}, more).map(({ kind }) => kind)).toEqual(["server-error", "rule"]);
  });

  it("one topic, and a rule alone", () => {
    const found = [
      { rule: "labels.filter.carrier_id", received: "all labels" },
      { rule: "labels.filter.batch_id", received: "25 labels" },
      { rule: "webhooks.v2.put.name", received: "the old name" },
      { rule: "webhooks.v2.create.url", received: "no url" },
    ];
    expect(causes(found).map(({ kind, rules }) => [kind, rules])).toEqual([
      ["topic", ["labels.filter.carrier_id", "labels.filter.batch_id"]],
      ["rule", ["webhooks.v2.put.name"]],
      ["rule", ["webhooks.v2.create.url"]],
    ]);
  });

  it("names the operation, where there is only one", () => {
    const found = [
      { rule: "labels.filter.carrier_id", received: "all labels", request: "GET /v1/labels?carrier_id=se-1" },
      { rule: "labels.filter.batch_id", received: "25 labels", request: "GET /v1/labels?batch_id=se-2" },
    ];
    const title = "2 rules of labels.filter are broken: carrier_id and batch_id";
    expect(causes(found)[0]?.title).toBe(`GET /v1/labels: ${title}`);
    const elsewhere = { rule: "labels.filter.tag", received: "none", operation: "v2ListTags" };
    expect(causes([...found, elsewhere])[0]?.title).toMatch(/^3 rules of labels\.filter/);
  });
});
