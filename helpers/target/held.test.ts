import { describe, expect, it } from "vitest";
import type { Body } from "../wire/exchange.js";
import { Held, MOST_HELD_OF_ONE, MOST_NESTED_OF_ONE } from "./held.js";

function json(text: string): Body {
  return { kind: "json", value: null, text };
}

describe("what a run holds of bodies", () => {
  it("ends with the longest body, and with many long ones", () => {
    expect(new Held().take(json("x".repeat(MOST_HELD_OF_ONE + 1)))).toBe(false);
    const held = new Held();
    const taken = Array.from({ length: 10 }, () => held.take(json("x".repeat(MOST_HELD_OF_ONE))));
    expect(taken.filter((one) => one)).toHaveLength(6);
    expect(held.take(json("{}"))).toBe(true);
  });

  it("ends with a body of too many records, which a file may seem to have", () => {
    const records = (count: number) => `[${"{},".repeat(count)}{}]`;
    expect(new Held().take(json(records(MOST_NESTED_OF_ONE - 2)))).toBe(true);
    expect(new Held().take(json(records(MOST_NESTED_OF_ONE)))).toBe(false);
    expect(new Held().take({ kind: "text", text: records(MOST_NESTED_OF_ONE) })).toBe(true);
  });
});
