import { describe, expect, it } from "vitest";
import { at, causes } from "./testing.js";

describe("a cause: operations are missing", () => {
  it("operations that are missing, by family, with the edition that leaves them out", () => {
    const found = [
      { rule: "operation.v2ListTotes", operation: "v2ListTotes", received: "status 404" },
      { rule: "error.body.on-404", operation: "v2GetTote", received: "text body", exchanges: [0] },
    ];
    const [cause, ...others] = causes(
      found,
      { "totes.create": "one tote" },
      { samples: [at(404)] },
      { "totes.create": { operations: ["v2GetTote"] } },
    );
    expect(others).toEqual([]);
    expect(cause).toMatchObject({
      kind: "missing-operations",
      title: "GET /v2/totes is missing",
      fix: "add it; --edition 2025-01 leaves it out",
      rules: ["operation.v2ListTotes", "error.body.on-404"],
      blocks: ["totes.create"],
    });
  });
});
