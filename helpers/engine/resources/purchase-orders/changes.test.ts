import { describe, expect, it } from "vitest";
import { sampleExchange } from "../../../oracles/testing.js";
import { readGiven, refusedForState } from "./changes.js";

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

describe("a refusal for the state of an order", () => {
  const step = (status: number, isWhole: boolean) => {
    const { answer, ...sent } = sampleExchange({ status, json: {} });
    if (answer === null) throw new Error("no answer");
    return { words: "PUT", exchange: { ...sent, answer }, outcome: "refused" as const, isWhole };
  };

  it("is one if no body that sends the order back was refused for anything else", () => {
    const [whole, part] = [step(409, true), step(400, false)];
    expect(refusedForState([whole, part])).toBe(whole);
    expect(refusedForState([step(409, false)])?.exchange.answer.status).toBe(409);
  });

  it("is none if another body is refused for its values: the others may lack a version", () => {
    expect(refusedForState([step(400, true), step(409, true), step(409, false)])).toBeUndefined();
    expect(refusedForState([])).toBeUndefined();
  });
});
