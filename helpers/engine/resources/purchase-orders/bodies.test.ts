import { describe, expect, it } from "vitest";
import { readGiven, statusNamed } from "./bodies.js";

describe("a configured body", () => {
  const record = { supplier: { id: 1 }, payment_terms: "net30" };
  const members = { payment_terms: "net60" };

  it("is a wrapper if its only member is an object that no order shows", () => {
    expect(readGiven({ purchase_order: members }, record)).toEqual({ wrapper: "purchase_order", members });
  });

  it("is none if it has other members, or the order shows that one", () => {
    for (const body of [members, { ...members, order: {} }, { supplier: { id: 2 } }, {}])
      expect(readGiven(body, record)).toEqual({ wrapper: null, members: body });
  });

  it("is not there if it is no object", () => {
    expect(readGiven(undefined, record)).toBeNull();
  });
});

describe("the member of a configured body that holds the status", () => {
  it("is the one with a documented status, otherwise the first text", () => {
    expect(statusNamed({ reason: "rain", state: "open" })).toBe("state");
    expect(statusNamed({ version: 1, to: "next", reason: "rain" })).toBe("to");
    expect(statusNamed({ version: 1 })).toBeNull();
  });
});
