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

  it("operations of one method that refuse in the same words, but not for what they do not find", () => {
    const refused = { received: "status 415 (JSON is wanted.)" };
    const unknown = { received: "status 404 (No such record.)" };
    const found = [
      { rule: "batches.archive", documented: "status 204", ...refused, operation: "v1ArchiveBatch" },
      { rule: "webhooks.gone", documented: "a success", ...refused, operation: "v2DeleteWebhook" },
      { rule: "webhooks.made", documented: "a webhook", ...refused, operation: "v2CreateWebhook" },
      { rule: "totes.read", documented: "status 200", ...unknown, operation: "v2GetTote" },
      { rule: "tags.read", documented: "all tags", ...unknown, operation: "v2ListTags" },
    ] as const;
    expect(causes(found).map(({ title, rules }) => [title, rules])).toEqual([
      [
        "DELETE /v1/batches/{batch_id} and DELETE /v2/environment/webhooks/{webhook_id}: received status 415 (JSON is wanted.), in place of what is documented",
        ["batches.archive", "webhooks.gone"],
      ],
      [expect.any(String), ["webhooks.made"]],
      [expect.any(String), ["totes.read"]],
      [expect.any(String), ["tags.read"]],
    ]);
  });
});
