import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { awaitEffect, PATIENCE } from "./eventually.js";

describe("awaitEffect", () => {
  it("reads once where the effect is there at once", async () => {
    let readings = 0;
    expect(
      await awaitEffect(
        async () => ++readings,
        () => true,
        PATIENCE,
        sleep,
      ),
    ).toBe(1);
  });

  it("reads again until the effect is there", async () => {
    let readings = 0;
    expect(
      await awaitEffect(
        async () => ++readings,
        (reading) => reading === 3,
        PATIENCE,
        sleep,
      ),
    ).toBe(3);
  });

  it("gives up after a while with the last reading", async () => {
    let readings = 0;
    const from = performance.now();
    expect(
      await awaitEffect(
        async () => ++readings,
        () => false,
        PATIENCE,
        sleep,
      ),
    ).toBe(6);
    expect(performance.now() - from).toBeLessThan(6000);
  });
});
