import { describe, expect, it } from "vitest";
import type { Answer, Body } from "../../wire/exchange.js";
import { sampleExchange } from "../testing.js";
import { deniesState, isAboutState, namesState, outcomeOf, refusedForState, speaksOf } from "./outcome.js";

function json(status: number, value: unknown): Answer {
  return { status, headers: {}, body: { kind: "json", value, text: JSON.stringify(value) } };
}

function answer(status: number, body: Body): Answer {
  return { status, headers: {}, body };
}

const refusal = (type: string, code: string, more = {}) => ({
  errors: [{ error_type: type, error_code: code, message: "no", ...more }],
});

describe("outcomeOf", () => {
  it.each([
    [200, "accepted"],
    [204, "accepted"],
    [400, "refused"],
    [403, "refused"],
    [409, "refused"],
    [422, "refused"],
    [401, "unclear"],
    [404, "unclear"],
    [405, "unclear"],
    [429, "unclear"],
    [302, "unclear"],
    [500, "unclear"],
  ])("takes %i as %s", (status, outcome) => {
    expect(outcomeOf(json(status, {}))).toBe(outcome);
  });

  it("looks at the parts of a 207", () => {
    expect(outcomeOf(json(207, { results: [{ status: 200 }] }))).toBe("accepted");
    expect(outcomeOf(json(207, { results: [{ status: 409 }] }))).toBe("refused");
    expect(outcomeOf(answer(207, { kind: "empty" }))).toBe("accepted");
  });
});

describe("isAboutState", () => {
  it("tells a conflict from a body that is not to the service's liking", () => {
    expect(isAboutState(answer(409, { kind: "empty" }))).toBe(true);
    expect(isAboutState(json(400, refusal("business_rules", "unspecified")))).toBe(true);
    expect(isAboutState(json(400, refusal("validation", "invalid_status")))).toBe(true);
    expect(
      isAboutState(json(400, refusal("validation", "invalid_field_value", { field_name: "status" }))),
    ).toBe(true);
    expect(
      isAboutState(json(400, refusal("validation", "invalid_field_value", { field_name: "currency_code" }))),
    ).toBe(false);
    expect(isAboutState(answer(400, { kind: "empty" }))).toBe(false);
    expect(isAboutState(json(400, refusal("account_status", "subscription_inactive")))).toBe(false);
  });
});

describe("deniesState", () => {
  it("needs a conflict or the status as the reason, and no other order to be in conflict with", () => {
    expect(deniesState(answer(409, { kind: "empty" }))).toBe(true);
    expect(deniesState(json(400, refusal("validation", "invalid_status")))).toBe(true);
    expect(deniesState(json(409, refusal("business_rules", "identifier_conflict")))).toBe(false);
    expect(deniesState(json(400, refusal("business_rules", "unspecified")))).toBe(false);
    expect(deniesState(json(400, refusal("business_rules", "order_source_not_active")))).toBe(false);
    const message = "An order that is a draft cannot be changed.";
    expect(deniesState(json(400, refusal("business_rules", "unspecified", { message })))).toBe(true);
    expect(deniesState(json(400, refusal("validation", "invalid_field_value")))).toBe(false);
  });
});

describe("a 409 of an order that takes other changes", () => {
  const conflict = (message: string, more = {}) =>
    json(409, refusal("business_rules", "unspecified", { message, ...more }));

  it("is about the state only if it says so", () => {
    expect(namesState(conflict("The terms of a draft cannot be changed."))).toBe(true);
    expect(namesState(json(409, refusal("business_rules", "invalid_status")))).toBe(true);
    expect(namesState(conflict("A reference number is PO- and digits."))).toBe(false);
    expect(namesState(answer(409, { kind: "empty" }))).toBe(false);
  });

  it("is about a value if it names a field other than the status", () => {
    const named = conflict("Not for a draft.", { field_name: "reference_number" });
    expect([namesState(named), deniesState(named)]).toEqual([false, false]);
    expect(deniesState(conflict("no", { field_name: "status" }))).toBe(true);
  });
});

describe("speaksOf", () => {
  it("needs the word or its member in the refusal", () => {
    const said = (json: unknown) => speaksOf(sampleExchange({ status: 400, json }), "afloat", "status");
    expect(said(refusal("validation", "invalid_field_value", { field_value: "afloat" }))).toBe(true);
    expect(said(refusal("validation", "invalid_field_value", { field_name: "status" }))).toBe(true);
    expect(said(refusal("validation", "invalid_field_value", { field_name: "new_status" }))).toBe(false);
    expect(speaksOf(sampleExchange({ body: { kind: "empty" } }), "afloat", "status")).toBe(false);
  });
});

describe("a refusal for the state of an order", () => {
  const update = (status: number, isWhole: boolean) => {
    const { answer, ...sent } = sampleExchange({ status, json: {} });
    if (answer === null) throw new Error("no answer");
    return { exchange: { ...sent, answer }, isWhole };
  };
  const blamed = (...updates: readonly ReturnType<typeof update>[]) =>
    refusedForState(updates, ({ isWhole }) => isWhole);

  it("is one if no body that sends the order back was refused for anything else", () => {
    const [whole, part] = [update(409, true), update(400, false)];
    expect(blamed(whole, part)).toBe(whole);
    expect(blamed(update(409, false))?.exchange.answer.status).toBe(409);
  });

  it("is none if another body is refused for its values: the others may lack a version", () => {
    expect(blamed(update(400, true), update(409, true), update(409, false))).toBeUndefined();
    expect(blamed()).toBeUndefined();
  });
});
