import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: an operation has one status", () => {
  it("an operation that refuses, in the same words, whatever several rules ask of it", () => {
    const refused = { received: "status 400 (sort_by: unknown)", operation: "v1ListLabels" };
    const found = [
      { rule: "labels.sort-by", documented: "status 200 for sort_by", ...refused },
      { rule: "labels.filters", documented: "the labels of warehouse se-1", ...refused },
      { rule: "labels.others", documented: "status 200", received: "status 400 (page: unknown)" },
      { rule: "tags.read", documented: "refused", received: "status 200", operation: "v2ListTags" },
      { rule: "tags.kept", documented: "nothing", received: "status 200", operation: "v2ListTags" },
    ];
    expect(causes(found).map(({ title, rules }) => [title, rules])).toEqual([
      [
        "GET /v1/labels: received status 400 (sort_by: unknown); documented: status 200 for sort_by",
        ["labels.sort-by", "labels.filters"],
      ],
      [expect.any(String), ["labels.others"]],
      [expect.any(String), ["tags.read"]],
      [expect.any(String), ["tags.kept"]],
    ]);
  });
});
