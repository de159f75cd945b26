import { describe, expect, it } from "vitest";
import { at, causes } from "./testing.js";

describe("a cause: errors have another body", () => {
  it("an error body of another shape", () => {
    const documented = "a JSON object with request_id and errors on 400";
    const found = [
      { rule: "error.body.on-400", documented, received: '{"title":"Bad"}', exchanges: [0] },
      { rule: "error.body.on-404", documented, received: '{"title":"Bad"}', exchanges: [1] },
    ];
    const open = { "error.field.message": "one error", "labels.total": "one label" };
    expect(causes(found, open, { samples: [at(400), at(404, 1)] })).toMatchObject([
      {
        kind: "error-body",
        title: 'Errors (400, 404) lack the documented body; received {"title":"Bad"}',
        blocks: ["error.field.message"],
      },
    ]);
  });
});
