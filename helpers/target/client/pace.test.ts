import fc from "fast-check";
import { expect, it } from "vitest";
import { Pace } from "./pace.js";

/** Milliseconds that an answer takes. */
const LATENCY = 20;

/** So many requests, one at a time, each again until it is not refused. */
function course(requests: number, refuses: (now: number) => boolean) {
  const pace = new Pace();
  let [now, limited] = [0, 0];
  for (let left = requests; left > 0; now += Math.max(LATENCY, pace.gap)) {
    if (refuses(now)) {
      limited += 1;
      pace.limited();
    } else {
      left -= 1;
      pace.good();
    }
  }
  return { limited, ms: now, pace };
}

it("costs little more than the target's seconds, and few refusals", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), (rate) => {
      let [tokens, last] = [rate, 0];
      const { limited, ms } = course(500, (now) => {
        tokens = Math.min(rate, tokens + ((now - last) / 1000) * rate);
        last = now;
        if (tokens < 1) return true;
        tokens -= 1;
        return false;
      });
      expect(limited).toBeLessThanOrEqual(100);
      expect(ms).toBeLessThanOrEqual((500 / rate) * 1000 * 1.5 + 2_000);
    }),
  );
});

it("stays out of the way of a target that refuses one request in twenty", () => {
  let count = 0;
  const { ms } = course(1000, () => ++count % 20 === 0);
  expect(ms).toBeLessThanOrEqual(1000 * LATENCY * 2.5);
});

it("is no gap at first, and none again after some good answers", () => {
  const pace = new Pace();
  expect(pace.gap).toBe(0);
  pace.limited();
  expect(pace.gap).toBe(50);
  for (let n = 0; n < 60; n++) pace.good();
  expect(pace.gap).toBe(0);
});

it("does not grow with each refusal of an outage", () => {
  const { ms } = course(1000, (now) => now % 15_000 >= 3_000 && now % 15_000 < 6_000);
  expect(ms).toBeLessThanOrEqual(1000 * LATENCY * 2);
});
