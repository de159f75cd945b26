import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { awaitEffect } from "./eventually.js";

const WAITS = { session: { pause: (ms: number) => sleep(ms) } };

describe("awaitEffect", () => {
  it("reads once where the effect is there at once", async () => {
    let readings = 0;
    expect(
      await awaitEffect(
        WAITS,
        async () => ++readings,
        () => true,
      ),
    ).toBe(1);
  });

  it("reads again until the effect is there", async () => {
    let readings = 0;
    expect(
      await awaitEffect(
        WAITS,
        async () => ++readings,
        (reading) => reading === 3,
      ),
    ).toBe(3);
  });

  it("gives up after a while with the last reading", async () => {
    let readings = 0;
    const from = performance.now();
    expect(
      await awaitEffect(
        WAITS,
        async () => ++readings,
        () => false,
      ),
    ).toBe(6);
    expect(performance.now() - from).toBeLessThan(6000);
  });
});
