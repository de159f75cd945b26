import { describe, expect, it } from "vitest";
import type { Answer, Body } from "../../wire/exchange.js";
import { sampleExchange } from "../testing.js";
import { type Asked, DOCUMENT_LAWS, deliveredBy } from "./documents.js";

function json(status: number, value: unknown): Answer {
  return { status, headers: {}, body: { kind: "json", value, text: JSON.stringify(value) } };
}

function answer(status: number, body: Body): Answer {
  return { status, headers: {}, body };
}

describe("deliveredBy", () => {
  it("tells a PDF from an address and from anything else", () => {
    expect(deliveredBy(answer(200, { kind: "binary", bytes: 9, head: "%PDF-1.4\n" }))).toBe("pdf");
    expect(deliveredBy(answer(200, { kind: "text", text: "%PDF-1.4" }))).toBe("pdf");
    expect(deliveredBy(answer(200, { kind: "text", text: "Order summary" }))).toBe("other");
    expect(deliveredBy(answer(200, { kind: "empty" }))).toBe("other");
    expect(deliveredBy(json(200, { href: "https://files.test/a.pdf" }))).toBe("address");
    expect(deliveredBy(json(200, { href: "/files/a.pdf" }))).toBe("address");
    expect(deliveredBy(json(200, { ok: true }))).toBe("other");
    expect(deliveredBy(answer(409, { kind: "binary", bytes: 9, head: "%PDF-1.4\n" }))).toBe("nothing");
  });
});

describe("DOCUMENT_LAWS", () => {
  const asked = (status: number, delivered: Asked["delivered"], value: unknown = {}): Asked => ({
    status: "received",
    exchange: { ...sampleExchange(), answer: json(status, value) },
    delivered,
  });
  const pdf = asked(200, "pdf");
  const error = { errors: [{ error_code: "unspecified" }] };

  it("take a 404 without an error body for a missing path, unless the document was delivered once", () => {
    const { counts } = DOCUMENT_LAWS.available;
    expect(counts(asked(404, "nothing"), [])).toBe(false);
    expect(counts(asked(404, "nothing"), [pdf])).toBe(true);
    expect(counts(asked(404, "nothing", error), [])).toBe(true);
  });

  it("take a 403 or 405 for a refusal of the document where the same key got another one", () => {
    const { counts } = DOCUMENT_LAWS.available;
    const statuses = [401, 403, 405, 500];
    expect(statuses.filter((status) => counts(asked(status, "nothing"), []))).toEqual([]);
    expect(statuses.filter((status) => counts(asked(status, "nothing"), [pdf]))).toEqual([403, 405]);
    const account = { errors: [{ error_type: "account_status", error_code: "subscription_inactive" }] };
    expect(counts(asked(403, "nothing", account), [pdf])).toBe(false);
  });

  it("take a rule of the business for the account's, unless it names the state or the document was delivered once", () => {
    const { counts } = DOCUMENT_LAWS.available;
    const refused = (error_code: string) =>
      asked(400, "nothing", { errors: [{ error_type: "business_rules", error_code }] });
    expect(counts(refused("settings_not_supported"), [])).toBe(false);
    expect(counts(refused("settings_not_supported"), [pdf])).toBe(true);
    expect(counts(refused("invalid_status"), [])).toBe(true);
    expect(counts(refused("subscription_inactive"), [pdf])).toBe(false);
  });

  it("take a 403 for an order without the document as an answer to a key that gets another one", () => {
    const { counts, holds } = DOCUMENT_LAWS.unavailable;
    expect(counts(asked(403, "nothing"), [])).toBe(false);
    expect(counts(asked(403, "nothing"), [pdf])).toBe(true);
    expect(holds(pdf)).toBe(false);
    expect(holds(asked(200, "address"))).toBe(true);
  });

  it("judge the bytes of what was delivered on this host", () => {
    const { counts, holds } = DOCUMENT_LAWS.pdf;
    expect([pdf, asked(302, "elsewhere"), asked(404, "nothing")].map((one) => counts(one))).toEqual([
      true,
      false,
      false,
    ]);
    expect(holds(asked(200, "other"))).toBe(false);
  });
});
