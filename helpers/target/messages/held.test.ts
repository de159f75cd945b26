import { describe, expect, it } from "vitest";
import type { Body } from "../../wire/exchange.js";
import { Held, MOST_HELD_OF_ONE } from "./held.js";

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
});
