import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CALM, cameBack, changedMeanwhile, LEAST_CALM_MS } from "./again.js";

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

describe("changedMeanwhile", () => {
  /** What changes to and fro looks the same again after this many milliseconds. */
  const PERIOD = 1_400;
  /** Looks at what has changed after half a period, each time anew; the clock stands still but for pauses. */
  const looksFrom = (start: number, period: number) => {
    let at = start;
    const session = {
      pause: async (ms: number) => {
        at += ms;
      },
    };
    const look = async () => Math.floor(at / (period / 2)) % 2 === 0;
    const slept = () => at - start;
    return { session, look, slept };
  };
  const unlike = (before: boolean, now: boolean) => (before === now ? null : "changed");

  it("finds what goes to and fro, wherever that begins", async () => {
    for (let start = 0; start < PERIOD; start += 10) {
      const { session, look } = looksFrom(start, PERIOD);
      expect(await changedMeanwhile(session, LEAST_CALM_MS, look, unlike)).toBe("changed");
    }
  });

  it("looks for the whole time at what stays", async () => {
    const { session, look, slept } = looksFrom(0, 1e6);
    expect(await changedMeanwhile(session, LEAST_CALM_MS, look, unlike)).toBeNull();
    expect(slept()).toBeCloseTo(LEAST_CALM_MS);
  });
});
