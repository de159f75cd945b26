import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: a generation does not answer", () => {
  it("a generation of which nothing answers", () => {
    const found = [
      { rule: "versioning.generation-answers", operation: "v2ListWebhooks", received: "status 404" },
    ];
    const [cause] = causes(found, {
      "webhooks.v2.put": "nothing of v2 answers",
      "labels.total": "one label",
    });
    expect(cause).toMatchObject({
      kind: "generation",
      title: "Nothing of v2 answers",
      fix: "if the target offers v1 only, say --generation v1",
      blocks: ["webhooks.v2.put"],
    });
  });

  it("what else its 404s break", () => {
    const found = [
      { rule: "request-id.present", operation: "v2ListTags", received: "status 404 without it" },
      { rule: "labels.total", operation: "v1ListLabels", received: "status 404" },
      { rule: "versioning.generation-answers", operation: "v2ListWebhooks", received: "status 404" },
    ];
    expect(causes(found).map(({ rules }) => rules)).toEqual([
      ["versioning.generation-answers", "request-id.present"],
      ["labels.total"],
    ]);
  });
});
