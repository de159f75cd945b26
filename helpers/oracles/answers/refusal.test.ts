import { describe, expect, it } from "vitest";
import type { Answer, Exchange } from "../../wire/exchange.js";
import {
  asksForParameter,
  asksToWait,
  deniesValue,
  errorsIn,
  isAboutHoldings,
  isEventTaken,
  isGroundless,
  isLeftToTarget,
  isOnlyOneAccepted,
  mayBeDueTo,
  namesSeller,
  toldBy,
} from "./refusal.js";

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

describe("asksToWait", () => {
  it("is for a refusal that names a time, or says that it is one for now", () => {
    const { answer } = refusal(409, errors({ message: "It was changed a moment ago." }));
    expect(asksToWait(answer)).toBe(true);
    const silent = refusal(409, errors({ message: "It cannot be changed." })).answer;
    expect(asksToWait(silent)).toBe(false);
    expect(asksToWait({ ...silent, headers: { "retry-after": "60" } })).toBe(true);
  });
});

describe("isOnlyOneAccepted", () => {
  it("is for one success that only refusals follow", () => {
    const isOnlyOne = (...statuses: number[]) =>
      isOnlyOneAccepted(statuses.map((status) => refusal(status, {})));
    expect(isOnlyOne(204, 409, 400)).toBe(true);
    expect(isOnlyOne(400, 204, 409)).toBe(true);
    expect(isOnlyOne(409, 409)).toBe(false);
    expect(isOnlyOne(204)).toBe(false);
    expect(isOnlyOne(204, 409, 204)).toBe(false);
    // A limit of the rate, a lost record or a failure may have other reasons.
    for (const status of [429, 404, 500]) expect(isOnlyOne(204, 409, status)).toBe(false);
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

describe("asksForParameter", () => {
  it.each([
    [{ error_code: "field_value_required" }, true],
    [{ error_code: "invalid_field_value", field_name: "warehouse_id" }, true],
    [{ error_code: "invalid_field_value", field_name: "page_size" }, false],
    [{ error_code: "invalid_field_value", message: "no" }, false],
  ])("%j: %s", (error, is) => {
    expect(asksForParameter(refusal(400, errors(error)).answer)).toBe(is);
  });
});

describe("isLeftToTarget", () => {
  it.each([
    [409, {}, true],
    [403, {}, true],
    [404, { error_code: "subscription_inactive" }, true],
    [400, { error_code: "settings_not_supported" }, true],
    [400, { error_code: "no_rates_returned" }, true],
    [400, { error_source: "carrier" }, true],
    [400, { error_type: "validation", error_code: "invalid_field_value" }, false],
    [404, { error_code: "invalid_identifier" }, false],
  ])("%i %j: %s", (status, error, is) => {
    expect(isLeftToTarget(refusal(status, errors(error)))).toBe(is);
  });
});

describe("isAboutHoldings", () => {
  const said = (status: number, error: object) => isAboutHoldings(refusal(status, errors(error)).answer);

  it("takes a conflict, and words about how much there may be", () => {
    expect(said(409, {})).toBe(true);
    expect(said(400, { error_code: "webhook_event_type_conflict" })).toBe(true);
    expect(said(400, { message: "An account may have 2 webhooks at most" })).toBe(true);
    expect(said(400, { message: "Webhook limit reached" })).toBe(true);
  });

  it("takes no refusal of a member, and no other words", () => {
    expect(said(400, { message: "at most 50 characters", field_name: "name" })).toBe(false);
    expect(said(400, { message: "There is no such store" })).toBe(false);
  });
});

describe("isEventTaken", () => {
  it("is told by its code alone", () => {
    const is = (code: string) => isEventTaken(refusal(409, errors({ error_code: code })).answer);
    expect(is("webhook_event_type_conflict")).toBe(true);
    expect(is("identifier_conflict")).toBe(false);
  });
});

describe("namesSeller", () => {
  it.each([
    { field_name: "SELLER-ID", message: "It is required." },
    { field_name: "seller_id" },
    { message: "This account needs a SELLER-ID." },
  ])("sees it in %j", (error) => {
    expect(namesSeller(refusal(400, errors(error)).answer)).toBe(true);
  });

  it.each([{ field_name: "event", message: "It is not open to resellers." }, { message: null }])(
    "does not see it in %j",
    (error) => {
      expect(namesSeller(refusal(400, errors(error)).answer)).toBe(false);
    },
  );

  it("does not see it in a success", () => {
    expect(namesSeller(refusal(207, errors({ field_name: "SELLER-ID" })).answer)).toBe(false);
  });
});

describe("deniesValue", () => {
  const denial = { error_type: "validation", error_code: "invalid_field_value", field_name: "event" };

  it("sees that a value is said to be none", () => {
    const plain = errors({ ...denial, message: "event must be one of rate, track." });
    expect(deniesValue(refusal(400, plain).answer, "event")).toBe(true);
  });

  it.each([
    { ...denial, message: "There is a webhook for this event already." },
    { ...denial, message: "Only one webhook per event and account." },
    { ...denial, error_type: "business_rules", message: "No." },
    { ...denial, error_code: "webhook_event_type_conflict", message: "No." },
    { ...denial, field_name: "url", message: "No such host." },
  ])("leaves %j alone", (error) => {
    expect(deniesValue(refusal(400, errors(error)).answer, "event")).toBe(false);
  });

  it("leaves a refusal alone that also speaks of something else, and one without errors", () => {
    const both = {
      request_id: "r",
      errors: [
        { ...denial, message: "No." },
        { ...denial, field_name: "url" },
      ],
    };
    expect(deniesValue(refusal(400, both).answer, "event")).toBe(false);
    expect(deniesValue(refusal(400, null).answer, "event")).toBe(false);
    expect(deniesValue(refusal(409, errors(denial)).answer, "event")).toBe(false);
  });
});

describe("isGroundless", () => {
  const plain = { error_type: "validation", error_code: "invalid_field_value", message: "Invalid value." };
  const judged = (error: object, status = 400) =>
    isGroundless(refusal(status, errors({ ...plain, ...error })));

  it("sees an action that is called invalid", () => {
    expect(judged({})).toBe(true);
    expect(judged({ field_name: "tag_name" })).toBe(true);
  });

  it.each([
    { error_code: "invalid_status" },
    { error_code: "request_body_required" },
    { error_type: "business_rules" },
    { error_type: "account_status" },
    { error_source: "carrier" },
    { message: "Shipments with this status take no tags." },
    { message: "At most 3 tags: the limit is reached." },
    { message: "It is too old: voiding ends after 30 days." },
    { message: "Voids are due within 24 hours." },
    { message: "The parcel is in transit." },
    { message: "It is on a manifest." },
  ])("leaves %j alone", (error) => {
    expect(judged(error)).toBe(false);
  });

  it("leaves conflicts, missing records and refusals without errors alone", () => {
    expect(judged({}, 409)).toBe(false);
    expect(judged({}, 404)).toBe(false);
    expect(isGroundless(refusal(400, null))).toBe(false);
  });
});

describe("toldBy", () => {
  it("quotes what the target says, where it says something", () => {
    const error = { field_name: "url", message: "url host does not resolve" };
    expect(toldBy(refusal(400, errors(error)).answer)).toBe("status 400 (url: url host does not resolve)");
    expect(toldBy(refusal(400, errors({ message: "No.", field_name: null })).answer)).toBe(
      "status 400 (No.)",
    );
    expect(toldBy(refusal(400, null).answer)).toBe("status 400");
    expect(toldBy(refusal(200, { approved: false, message: "Too late." }).answer)).toBe(
      "status 200 (approved: false; Too late.)",
    );
  });
});
