import { describe, expect, it } from "vitest";
import type { Outcome } from "./outcome.js";
import { isPutBack } from "./put-back.js";

const sent = (value: unknown, outcome: Outcome) => ({ sent: value, outcome });

describe("isPutBack", () => {
  it.each([
    ["nothing was sent", []],
    ["all was refused", [sent("new", "refused"), sent("newer", "refused")]],
    ["the former value was accepted last", [sent("new", "accepted"), sent("old", "accepted")]],
    ["a refused change followed", [sent("new", "accepted"), sent("old", "accepted"), sent("new", "refused")]],
  ])("holds where %s", (_, changes) => {
    expect(isPutBack(changes, "old")).toBe(true);
  });

  it.each([
    ["the former value was refused", [sent("new", "accepted"), sent("old", "refused")]],
    ["the former value may not have been stored", [sent("new", "accepted"), sent("old", "unclear")]],
    ["another value was accepted later", [sent("old", "accepted"), sent("new", "accepted")]],
    ["a later request may have changed it", [sent("old", "accepted"), sent("new", "unclear")]],
  ])("does not hold where %s", (_, changes) => {
    expect(isPutBack(changes, "old")).toBe(false);
  });
});
