import { describe, expect, it } from "vitest";
import type { Answer, Body } from "../../wire/exchange.js";
import { deliveredBy } from "./documents.js";

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
