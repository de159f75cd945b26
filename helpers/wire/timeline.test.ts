import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PARTS, timelineOf } from "./timeline.js";

const START = Date.parse("2026-09-14T08:30:00.000Z");
const timed = (from: number, ms: number, check = "a check") => ({
  check,
  startedAt: new Date(START + from).toISOString(),
  ms,
});

describe("how a run used its time", () => {
  it("is told by the requests under way, the gaps between them and what took longest", () => {
    const timeline = timelineOf([timed(0, 300), timed(100, 200, "long"), timed(450, 150, "long")]);
    expect(timeline).toMatchObject({
      ms: 600,
      idleMs: 150,
      longest: [
        { check: "long", requests: 2, ms: 350 },
        { check: "a check", requests: 1, ms: 300 },
      ],
    });
    const parts = [5, 15, 35, 50].map((at) => timeline?.atOnce[at]);
    expect(parts).toEqual([1, 2, 0, 1]);
  });

  it("is nothing where nothing was sent", () => {
    expect(timelineOf([])).toBeNull();
  });

  it("adds up to the time of all requests, whatever their order", () => {
    const exchange = fc.tuple(fc.nat(5_000), fc.nat(2_000)).map(([from, ms]) => timed(from, ms));
    fc.assert(
      fc.property(fc.array(exchange, { minLength: 1, maxLength: 30 }), (exchanges) => {
        const timeline = timelineOf(exchanges);
        if (timeline === null) throw new Error("something was sent");
        const { ms, idleMs, atOnce } = timeline;
        const sum = atOnce.reduce((one, other) => one + other, 0) * (ms / PARTS);
        const told = exchanges.reduce((all, one) => all + one.ms, 0);
        expect(Math.abs(sum - told)).toBeLessThanOrEqual(0.01 * ms);
        expect(idleMs).toBeLessThanOrEqual(ms);
        expect(timelineOf([...exchanges].reverse())).toEqual(timeline);
      }),
    );
  });
});
