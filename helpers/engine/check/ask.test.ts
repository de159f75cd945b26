import { describe, expect, it } from "vitest";
import { sampleExchange } from "../../oracles/testing.js";
import { answered } from "./ask.js";

describe("an exchange without an answer", () => {
  it.each([
    ["TIMEOUT", ["--timeout MS"]],
    ["GIVEN_UP_AFTER_TIMEOUTS", ["--timeout MS"]],
    ["ECONNRESET", []],
  ])("after %s names what would settle it: %j", (trouble, options) => {
    const ask = () => answered(sampleExchange({ trouble }));
    expect(ask).toThrow(expect.objectContaining({ name: "Inconclusive", options }));
  });

  it("that came, but is too long to keep, is not called missing", () => {
    const ask = () => answered(sampleExchange({ trouble: "TOO_LONG_TO_HOLD" }));
    expect(ask).toThrow(/^the answer to .* is longer than a run keeps; point at/);
  });
});
