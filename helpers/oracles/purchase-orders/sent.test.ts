import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { sentValue, wasSent } from "./sent.js";

/** A request with this body. */
function sending(body: unknown) {
  const { request } = sampleExchange();
  return { exchange: { request: { ...request, body: body === undefined ? null : JSON.stringify(body) } } };
}

describe("sentValue", () => {
  it("is what the body holds for the member, in a wrapper or not", () => {
    expect(sentValue(sending({ status: "open" }), "status")).toBe("open");
    expect(sentValue(sending({ purchase_order: { status: "open" } }), "status")).toBe("open");
    expect(sentValue(sending({ status: "open" }), "note")).toBeUndefined();
    expect(sentValue(sending(undefined), "note")).toBeUndefined();
  });
});

describe("wasSent", () => {
  const was = (body: unknown, pointer: string, after: unknown) =>
    wasSent(sending(body), { pointer, before: "other", after });

  it("is true for a value that the body holds at that place, in a wrapper or not", () => {
    expect(was({ note: "a" }, "/note", "a")).toBe(true);
    expect(was({ order: { lines: [{ quantity: 3 }] } }, "/lines/0/quantity", 3)).toBe(true);
    expect(was({ order_date: "2031-05-06" }, "/order_date", "2031-05-06T00:00:00Z")).toBe(true);
  });

  it("is false for another value, another place, and no body", () => {
    expect(was({ note: "a" }, "/note", "b")).toBe(false);
    expect(was({ lines: [{ quantity: 3 }] }, "/lines/1/quantity", 3)).toBe(false);
    expect(was(undefined, "/note", "a")).toBe(false);
  });

  it("looks for a shipping field by its name, where the order shows it in an object of its own", () => {
    expect(was({ tracking_number: "1Z" }, "/details/tracking_number", "1Z")).toBe(true);
    expect(was({ tracking_number: "1Z" }, "/details/tracking_number", "1X")).toBe(false);
    expect(was({ quantity: 3 }, "/lines/0/quantity", 3)).toBe(false);
  });

  it("compares lists by their length: a service may add members to what it stores", () => {
    expect(was({ lines: [{ sku: "A" }] }, "/lines", [{ sku: "A", id: 1 }])).toBe(true);
    expect(was({ lines: [{ sku: "A" }] }, "/lines", [])).toBe(false);
  });

  it("reads names with a slash", () => {
    expect(was({ "a/b": "c" }, "/a~1b", "c")).toBe(true);
  });
});
