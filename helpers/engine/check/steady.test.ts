import { describe, expect, it } from "vitest";
import type { Finding, Findings } from "../../wire/exchange.js";
import { Inconclusive } from "../../wire/outcome.js";
import { judgeSteady, type Pace, Unsettled, type Watch } from "./steady.js";

const BREACH: Finding = {
  rule: "a.b",
  request: "GET /x",
  operation: null,
  documented: "1",
  received: "2",
  exchanges: [0],
};
const alone: Pace = { inTurn: (act) => act(), pause: async () => {} };

/** A watch that sees these states one after the other, the last one for ever. */
function watching(states: readonly string[], more: Partial<Watch<string>> = {}): Watch<string> {
  let at = 0;
  const same = (earlier: string, later: string) => earlier === later;
  return {
    before: async () => states[0] ?? null,
    look: async () => {
      at = Math.min(at + 1, states.length - 1);
      return states[at] ?? "";
    },
    isStill: same,
    isUnchanged: same,
    drift: async () => "1 item created",
    disturbed: async () => true,
    lags: () => false,
    ...more,
  };
}

/** A relation that gives these findings one after the other, the last ones for ever; an error is thrown. */
function reading(...answers: readonly (Findings | Error)[]) {
  let at = 0;
  return async (): Promise<Findings> => {
    const answer = answers[Math.min(at, answers.length - 1)] ?? [];
    at += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

describe("judgeSteady", () => {
  it("looks no further where nothing was found", async () => {
    const look = () => Promise.reject(new Error("looked"));
    const watch = watching([], { before: look, look });
    expect(await judgeSteady(reading([]), watch, alone)).toEqual([]);
  });

  it("believes what comes back on data that held still", async () => {
    expect(await judgeSteady(reading([BREACH]), watching(["a"]), alone)).toEqual([BREACH]);
  });

  it("marks what does not come back although nothing ever changed", async () => {
    const findings = await judgeSteady(reading([BREACH], []), watching(["a"]), alone);
    expect(findings).toEqual([{ ...BREACH, intermittent: true }]);
  });

  it("takes what does not come back for drift where the data changed before", async () => {
    expect(await judgeSteady(reading([BREACH], []), watching(["a", "b"]), alone)).toEqual([]);
  });

  it("takes it for drift too where the data came to rest later, whatever was found meanwhile", async () => {
    const restless = watching(["a", "b", "c"]);
    expect(await judgeSteady(reading([BREACH], [BREACH], [BREACH], []), restless, alone)).toEqual([]);
  });

  it("does not know how the data were at first where nobody has looked", async () => {
    const watch = watching(["a"], { before: async () => null });
    expect(await judgeSteady(reading([BREACH], []), watch, alone)).toEqual([]);
  });

  it("finds what comes back once the data hold still", async () => {
    expect(await judgeSteady(reading([BREACH]), watching(["a", "b", "c"]), alone)).toEqual([BREACH]);
  });

  describe("where reads lag behind writes", () => {
    const lagging = () => watching(["a"], { lags: () => true });
    const other = { ...BREACH, received: "se-40100002 is missing" };

    it("believes what is found again once all copies have caught up", async () => {
      expect(await judgeSteady(reading([BREACH]), lagging(), alone)).toEqual([BREACH]);
    });

    it("takes what is gone by then for lag, and what is another breach by then for nothing settled", async () => {
      expect(await judgeSteady(reading([BREACH], [BREACH], []), lagging(), alone)).toEqual([]);
      const judged = judgeSteady(reading([BREACH], [BREACH], [other]), lagging(), alone);
      await expect(judged).rejects.toThrow("differ each time");
    });
  });

  it("wants it found twice where looks may miss what came and went", async () => {
    const blind = () => watching(["a"], { mayMiss: true });
    expect(await judgeSteady(reading([BREACH], [BREACH], []), blind(), alone)).toEqual([]);
    expect(await judgeSteady(reading([BREACH]), blind(), alone)).toEqual([BREACH]);
  });

  it("wants it found again a while later where others write, since a lag may show in that alone", async () => {
    const moving = () => watching(["a"], { othersWrite: async () => true });
    expect(await judgeSteady(reading([BREACH], [BREACH], []), moving(), alone)).toEqual([]);
    expect(await judgeSteady(reading([BREACH]), moving(), alone)).toEqual([BREACH]);
  });

  describe("over data that never hold still", () => {
    const restless = (more: Partial<Watch<string>> = {}) =>
      watching(["a"], { isStill: () => false, ...more });

    it("is inconclusive", async () => {
      const judged = judgeSteady(reading([BREACH]), restless(), alone);
      await expect(judged).rejects.toThrow(/changed during every reading \(7 readings/);
    });

    it("gives up early where the watch has lost patience", async () => {
      const judged = judgeSteady(reading([BREACH]), restless({ disturbed: async () => false }), alone);
      await expect(judged).rejects.toThrow(/changed during every reading \(2 readings/);
    });

    it("marks what was found where no change explains what was seen", async () => {
      const watch = restless({ drift: async () => null });
      expect(await judgeSteady(reading([BREACH]), watch, alone)).toEqual([{ ...BREACH, intermittent: true }]);
    });
  });

  it("reads again what a change may have kept it from reading", async () => {
    const torn = new Unsettled("the list changed");
    expect(await judgeSteady(reading(torn, torn, [BREACH]), watching(["a", "b"]), alone)).toEqual([BREACH]);
    expect(await judgeSteady(reading(torn, []), watching(["a"]), alone)).toEqual([]);
    await expect(judgeSteady(reading(torn), watching(["a"]), alone)).rejects.toBe(torn);
  });

  it("reads nothing again that lacks data", async () => {
    const lacking = new Inconclusive("needs two labels");
    const look = () => Promise.reject(new Error("looked"));
    await expect(judgeSteady(reading(lacking), watching([], { look }), alone)).rejects.toBe(lacking);
  });
});
