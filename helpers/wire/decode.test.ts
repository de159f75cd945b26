import { describe, expect, it } from "vitest";
import { sampleExchange } from "../oracles/testing.js";
import { decodeOpenPage, decodePage, itemOf, MALFORMED } from "./decode.js";

const body = {
  labels: [{ label_id: "se-1", created_at: "2024-01-01T00:00:00Z" }],
  total: 1,
  page: 1,
  pages: 1,
  links: { first: { href: "/v1/labels" }, last: { href: "/v1/labels" }, prev: {}, next: {} },
};

describe("decodePage", () => {
  it("reads a page", () => {
    const page = decodePage(sampleExchange({ json: body }), "labels");
    expect(page).toMatchObject({
      kind: "page",
      total: 1,
      page: 1,
      pages: 1,
      links: { first: "/v1/labels", last: "/v1/labels", prev: null, next: null },
      items: [{ id: "se-1", createdAt: { text: "2024-01-01T00:00:00Z" } }],
    });
  });

  it("leaves broken members to their own rules", () => {
    const json = {
      labels: [{ label_id: 7, created_at: "yesterday" }],
      total: "1",
      pages: 1.5,
      links: { first: null, prev: { href: 3 }, next: [] },
    };
    expect(decodePage(sampleExchange({ json }), "labels")).toMatchObject({
      total: null,
      page: null,
      pages: null,
      links: { first: MALFORMED, last: MALFORMED, prev: MALFORMED, next: MALFORMED },
      items: [{ id: "7", createdAt: null }],
    });
  });

  it.each([
    ["no answer", sampleExchange({ trouble: "ECONNRESET" }), "no answer (connection closed)"],
    ["a refusal", sampleExchange({ status: 400, json: body }), "status 400"],
    ["text", sampleExchange({ body: { kind: "text", text: "hello" } }), "the body is text, not JSON"],
    ["an array", sampleExchange({ json: [] }), "the body is not a JSON object"],
    ["another array", sampleExchange({ json: { items: [] } }), 'the body has no array "labels"'],
    [
      "an item without id",
      sampleExchange({ json: { labels: [{}] } }),
      "/labels/0 is not an object with label_id",
    ],
  ])("cannot read %s", (_, exchange, why) => {
    expect(decodePage(exchange, "labels")).toEqual({ kind: "undecodable", why });
  });
});

describe("decodeOpenPage", () => {
  it("finds the list whatever its name and tells items without id apart", () => {
    const json = { things: [{ batch_id: "se-1" }, { note: "x" }], total: 2 };
    expect(decodeOpenPage(sampleExchange({ json }), "batch_id")).toMatchObject({
      kind: "page",
      array: "things",
      total: 2,
      items: [{ id: "se-1" }, { id: "#1" }],
    });
  });

  it("reads no list out of a refusal or a body without one", () => {
    expect(decodeOpenPage(sampleExchange({ status: 404, json: [{}] }), "id")).toEqual({
      kind: "undecodable",
      why: "status 404",
    });
    expect(decodeOpenPage(sampleExchange({ json: { note: "x" } }), "id").kind).toBe("undecodable");
  });
});

describe("itemOf", () => {
  it("finds a record in a list by its id", () => {
    const items = [{ id: "a", createdAt: null, raw: { n: 1 } }];
    expect([itemOf({ items }, "a"), itemOf({ items }, "b"), itemOf(null, "a")]).toEqual([
      { n: 1 },
      null,
      null,
    ]);
  });
});
