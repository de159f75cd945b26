import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CALM, cameBack } from "./again.js";

const nothing = async () => null;
const something = async () => "taken";
/** What each call in turn gives. */
const inTurn = (given: readonly (string | null)[]) => async (round: number) => given[round - 1] ?? null;

describe("cameBack", () => {
  it("convinces where a trial takes something twice after a control, and nobody else does", async () => {
    expect(await cameBack(nothing, something)).toEqual({ kind: "each time", last: "taken" });
  });

  it("lets go what does not come back", async () => {
    expect(await cameBack(nothing, nothing)).toEqual({ kind: "once" });
    expect(await cameBack(nothing, inTurn(["taken", null]))).toEqual({ kind: "once" });
    expect(await cameBack(nothing, inTurn(["taken", "taken", null]))).toEqual({ kind: "once" });
  });

  it("decides nothing where the same goes without the trial", async () => {
    expect(await cameBack(something, something)).toEqual({ kind: "others" });
  });

  it("waits for quiet rounds", async () => {
    const looks = [null, "taken", null, "taken", null];
    expect(await cameBack(async () => looks.shift() ?? null, something)).toEqual({
      kind: "each time",
      last: "taken",
    });
  });

  it("looks for longer than trials take where nothing is done", async () => {
    const calm: number[] = [];
    const trial = async () => {
      await pause(20);
      return "taken";
    };
    await cameBack(async (ms) => {
      calm.push(ms);
      return null;
    }, trial);
    // Timers may be a little early.
    const isLonger = expect.toSatisfy((ms: number) => ms >= CALM * 15);
    expect(calm).toEqual([0, isLonger, isLonger]);
  });
});
