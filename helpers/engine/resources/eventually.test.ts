import { describe, expect, it } from "vitest";
import { polling } from "./eventually.js";

/** How often something is read until a reading has arrived, and for how long in all that is paused between readings. */
async function waited(hasArrived: (reading: number) => boolean) {
  let readings = 0;
  let pausedMs = 0;
  const pause = async (ms: number) => {
    pausedMs += ms;
  };
  const last = await polling({ session: { pause } }, async () => ++readings).until(hasArrived);
  return { last, readings, pausedMs };
}

describe("polling", () => {
  it("reads once where the effect is there at once", async () => {
    expect(await waited(() => true)).toEqual({ last: 1, readings: 1, pausedMs: 0 });
  });

  it("reads again until the effect is there", async () => {
    expect(await waited((reading) => reading === 3)).toEqual({ last: 3, readings: 3, pausedMs: 400 });
  });

  it("gives up after seven seconds with the last reading", async () => {
    expect(await waited(() => false)).toEqual({ last: 7, readings: 7, pausedMs: 7_000 });
  });
});
