import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchanges, withCookie } from "../arbitraries.js";
import { MOST_RECORDS } from "../messages/body.js";
import { TOO_LONG_TO_HOLD } from "../messages/held.js";
import { UNRECORDED } from "./foreign.js";
import { fromHar, toEntry } from "./har.js";

describe("our own recordings", () => {
  it("come back as they were, through JSON", () => {
    fc.assert(
      fc.property(exchanges, (journal) => {
        expect(fromHar(JSON.parse(JSON.stringify({ log: { entries: journal.map(toEntry) } })))).toEqual(
          journal,
        );
      }),
    );
  });

  it("of versions that kept cookies come without them", () => {
    fc.assert(
      fc.property(exchanges, (journal) => {
        expect(fromHar({ log: { entries: journal.map(withCookie).map(toEntry) } })).toEqual(journal);
      }),
    );
  });
});

describe("recordings of others", () => {
  const entry = {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 12,
    request: {
      method: "get",
      url: "https://api.test/below/v1/labels?page=2&echo=key-of-somebody-123",
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
  const read = (changed: object = {}) =>
    fromHar({ log: { entries: [{ ...entry, ...changed }] } }, "https://api.test/below")[0];

  it("are understood and cleaned", () => {
    const exchange = read();
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

  it("may hold bodies in base64", () => {
    const content = { size: 7, mimeType: "application/json", encoding: "base64", text: "eyJhIjoxfQ==" };
    expect(read({ response: { ...entry.response, content } })?.answer?.body).toMatchObject({
      value: { a: 1 },
    });
  });

  it("are not judged where the body was not saved or no answer came", () => {
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

  it("are numbered in the order of the file", () => {
    const all = fromHar({ log: { entries: [entry, entry, entry] } });
    expect(all.map(({ index, ordinal }) => [index, ordinal])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it("belong to no operation outside of the target", () => {
    const request = { ...entry.request, url: "https://elsewhere.test/v1/labels" };
    expect(read({ request })?.operation).toBeNull();
    expect(fromHar({ log: { entries: [{ ...entry, request }] } })[0]?.operation).toBe("v1ListLabels");
  });

  it("never crash, whatever the file holds", () => {
    expect(() => fromHar({})).toThrow(TypeError);
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (entries) => {
        expect(fromHar({ log: { entries } })).toHaveLength(entries.length);
      }),
    );
  });
});
