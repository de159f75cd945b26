import { describe, expect, it } from "vitest";
import type { Answer, Exchange } from "../contract/exchange.js";
import { errorsIn, mayBeDueTo } from "./refusal.js";

function refusal(status: number, value: unknown): Exchange & { readonly answer: Answer } {
  return {
    index: 0,
    check: "test",
    ordinal: 0,
    operation: "v2CreateWebhook",
    request: { method: "POST", url: "https://target.example/v2", headers: {}, body: null, key: "right" },
    answer: { status, headers: {}, body: { kind: "json", value, text: JSON.stringify(value) } },
    trouble: null,
    startedAt: "2026-01-01T00:00:00Z",
    ms: 1,
  };
}

const errors = (error: object) => ({ request_id: "r", errors: [error] });

describe("errorsIn", () => {
  it("gives the error objects, and none of a body of another shape", () => {
    expect(errorsIn(refusal(400, errors({ error_code: "unknown" })).answer)).toEqual([
      { error_code: "unknown" },
    ]);
    for (const body of [null, [], { errors: "no" }, { errors: [1, null] }])
      expect(errorsIn(refusal(400, body).answer)).toEqual([]);
  });
});

describe("mayBeDueTo", () => {
  it.each([401, 403, 405, 409, 501])("excuses status %i, whatever it says", (status) => {
    expect(mayBeDueTo(refusal(status, null), [])).toBe(true);
  });

  it.each([
    { error_type: "account_status" },
    { error_type: "security" },
    { error_code: "webhook_event_type_conflict" },
    { error_code: "invalid_field_value", field_name: "store_id" },
    { error_code: "invalid_field_value", field_name: "Webhook.Event" },
  ])("excuses %j", (error) => {
    expect(mayBeDueTo(refusal(400, errors(error)), ["store", "event"])).toBe(true);
  });

  it.each([
    { error_type: "validation", error_code: "invalid_field_value", field_name: "headers" },
    { error_code: "field_value_required", field_name: "event" },
    { error_type: "system", error_code: "unknown" },
  ])("does not excuse %j", (error) => {
    expect(mayBeDueTo(refusal(400, errors(error)), ["store", "event"])).toBe(false);
  });
});
