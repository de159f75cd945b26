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
});
