import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_RECORDS } from "../messages/body.js";
import { TOO_LONG_TO_HOLD } from "../messages/held.js";
import { TrafficRedactor } from "../secrets/traffic-redactor.js";
import { Clients, foreignExchange, UNRECORDED, witnessOf } from "./foreign.js";

const BASE = "https://api.test/below";

function exchangeOf(entry: unknown) {
  const place = { index: 0, check: new Clients().nameOf(entry), ordinal: 0 };
  return foreignExchange(entry, place, { baseUrl: BASE, redactor: new TrafficRedactor([witnessOf(entry)]) });
}

describe("an entry that somebody else recorded", () => {
  const entry = {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 12,
    request: {
      method: "get",
      url: `${BASE}/v1/labels?page=2&echo=key-of-somebody-123`,
      headers: [
        { name: ":authority", value: "api.test" },
        { name: "API-Key", value: "key-of-somebody-123" },
        { name: "Cookie", value: "sid=0123456789abcdef0123" },
      ],
    },
    response: {
      status: 200,
      headers: [
        { name: "Content-Type", value: "application/json" },
        { name: "X-A", value: "1" },
        { name: "x-a", value: "2" },
      ],
      content: { size: 9, mimeType: "application/json", text: '{"total":1,"echo":"key-of-somebody-123"}' },
    },
  };
  const read = (changed: object) => exchangeOf({ ...entry, ...changed });

  it("is understood and cleaned", () => {
    const exchange = exchangeOf(entry);
    expect(exchange).toMatchObject({
      index: 0,
      check: "recorded",
      operation: "v1ListLabels",
      request: {
        method: "GET",
        headers: { "api-key": "REDACTED-KEY", cookie: "REDACTED" },
        key: "right",
        body: null,
      },
      answer: { status: 200, headers: { "x-a": "1, 2" }, body: { kind: "json", value: { total: 1 } } },
      trouble: null,
    });
    expect(JSON.stringify(exchange)).not.toMatch(/key-of-somebody|0123456789abcdef|authority/);
  });

  it("may hold a body in base64", () => {
    const content = { size: 7, mimeType: "application/json", encoding: "base64", text: "eyJhIjoxfQ==" };
    expect(read({ response: { ...entry.response, content } }).answer?.body).toMatchObject({
      value: { a: 1 },
    });
  });

  it("is not judged where the body was not saved or no answer came", () => {
    const content = { size: 700, mimeType: "application/json" };
    expect(read({ response: { ...entry.response, content } })).toMatchObject({
      answer: null,
      trouble: UNRECORDED.body,
    });
    expect(read({ response: { status: 0, _error: "net::ERR_FAILED" } })).toMatchObject({
      answer: null,
      trouble: "net::ERR_FAILED",
    });
    const many = { mimeType: "application/json", text: `[${"{},".repeat(MOST_RECORDS)}{}]` };
    expect(read({ response: { ...entry.response, content: many } })).toMatchObject({
      answer: null,
      trouble: TOO_LONG_TO_HOLD,
    });
  });

  it("belongs to no operation outside of the target", () => {
    const request = { ...entry.request, url: "https://elsewhere.test/v1/labels" };
    expect(read({ request }).operation).toBeNull();
  });

  it("never crashes, whatever it holds", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void expect(exchangeOf(value).check).toBe("recorded")));
  });
});
