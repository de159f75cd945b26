import { describe, expect, it } from "vitest";
import { at, causes } from "./testing.js";

describe("a cause: a list answers 500", () => {
  it("a list that answers 500, and all that it keeps from being judged", () => {
    const found = [
      { rule: "status.server-error", received: "status 500, then 500", exchanges: [0] },
      { rule: "auth.key.wrong.v1", received: "status 500", exchanges: [0] },
      { rule: "error.field.errors", received: "0 entries", pointer: "/errors", exchanges: [0] },
      { rule: "labels.total", received: "31", exchanges: [1] },
    ];
    const open = {
      "labels.partition": "GET /v1/labels?page=1 could not be read: status 500",
      "label.field.label_id": "one label",
      "labelled.other": "GET /v1/labels_of_others gave nothing",
    };
    const [first, second] = causes(
      found,
      open,
      { samples: [at(500), at(200, 1)] },
      {
        "label.field.label_id": { operations: ["v1ListLabels"] },
      },
    );
    expect(first).toMatchObject({
      kind: "server-error",
      title: "GET /v1/labels answers 500",
      fix: expect.stringContaining("2f1e3bc0-6f6e-4a44-9f4f-0d6a3f2f9a10"),
      rules: ["status.server-error", "auth.key.wrong.v1", "error.field.errors"],
      blocks: ["labels.partition", "label.field.label_id"],
    });
    expect(second).toMatchObject({ kind: "rule", rules: ["labels.total"] });
  });
});
