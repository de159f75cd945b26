import { describe, expect, it } from "vitest";
import { anExchange } from "../testing/sample.js";
import { causes } from "./testing.js";

describe("a cause: errors come as successes", () => {
  it("errors with the status of a success", () => {
    const error = { request_id: "x", errors: [{ error_code: "unauthorized" }] };
    const found = [
      { rule: "auth.key.wrong.v1", received: "status 200", exchanges: [0] },
      { rule: "error.404.label", received: "status 200", exchanges: [0] },
      { rule: "labels.total", received: "total 3", exchanges: [1] },
    ];
    const samples = [anExchange(0, error), anExchange(1, { total: 3 })];
    expect(causes(found, {}, { samples }).map(({ title, rules }) => [title, rules])).toEqual([
      ["Errors come with status 200: GET /v1/labels", ["auth.key.wrong.v1", "error.404.label"]],
      [expect.any(String), ["labels.total"]],
    ]);
  });
});
