import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CALM, cameBack } from "./again.js";

const nothing = async () => null;
const something = async () => "taken";
/** What each call in turn gives. */
const inTurn = (given: readonly (string | null)[]) => async (round: number) => given[round - 1] ?? null;

describe("cameBack", () => {
  it("convinces where a trial takes something twice and nobody else does", async () => {
    expect(await cameBack(nothing, something)).toEqual({ kind: "each time", last: "taken" });
  });

  it("lets go what does not come back", async () => {
    expect(await cameBack(nothing, nothing)).toEqual({ kind: "once" });
    expect(await cameBack(nothing, inTurn(["taken", null]))).toEqual({ kind: "once" });
  });

  it("decides nothing where the same goes without the trial", async () => {
    expect(await cameBack(something, something)).toEqual({ kind: "others" });
  });

  it("waits for quiet rounds", async () => {
    const looks = ["taken", null, "taken", null];
    expect(await cameBack(async () => looks.shift() ?? null, something)).toEqual({
      kind: "each time",
      last: "taken",
    });
  });

  it("wants the effect as often as is due, and stops once too few rounds are left", async () => {
    let trials = 0;
    const counted = async () => `taken ${++trials}`;
    expect(await cameBack(nothing, counted, 3)).toEqual({ kind: "each time", last: "taken 3" });
    trials = 0;
    expect(await cameBack(something, counted, 3)).toEqual({ kind: "others" });
    expect(trials).toBe(1);
  });

  it("looks for a while where nothing is done, and for longer than trials take", async () => {
    const calm: number[] = [];
    const trial = async () => {
      await pause(500);
      return "taken";
    };
    await cameBack(async (ms) => {
      calm.push(ms);
      return null;
    }, trial);
    // Timers may be a little early.
    expect(calm).toEqual([2_000, expect.toSatisfy((ms: number) => ms >= CALM * 490)]);
  });
});
