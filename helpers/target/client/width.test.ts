import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Place, Width } from "./width.js";

/** Milliseconds that an answer takes, and those that a 429 asks to wait. */
const LATENCY = 30;
const WAIT = 1000;

interface Course {
  readonly ms: number;
  readonly waves: number;
  readonly width: Width;
}

/** A run of so many requests through a width, in its own time; `refuses` is asked at each start. */
function course(most: number, requests: number, refuses: (now: number, inFlight: number) => boolean): Course {
  const width = new Width(most);
  const flying: { place: Place; ends: number; refused: boolean }[] = [];
  let [now, left, notBefore, waves] = [0, requests, 0, 0];
  while (left > 0) {
    while (now >= notBefore && flying.length < width.now && flying.length < left) {
      const refused = refuses(now, flying.filter((one) => !one.refused).length);
      const place = width.start(flying.length);
      flying.push({ place, ends: now + (refused ? 1 : LATENCY), refused });
    }
    flying.sort((one, other) => one.ends - other.ends);
    const next = flying.shift();
    if (next === undefined) {
      now = notBefore;
      continue;
    }
    now = next.ends;
    if (next.refused) {
      if (now >= notBefore) waves += 1;
      notBefore = now + WAIT;
      width.limited(next.place);
    } else {
      width.good(next.place);
      left -= 1;
    }
  }
  return { ms: now, waves, width };
}

describe("a target that refuses more than some at a time", () => {
  it("is asked as many at a time as it bears, with few waves of 429", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32 }), fc.integer({ min: 1, max: 32 }), (most, borne) => {
        const { waves, ms, width } = course(most, 800, (_, inFlight) => inFlight >= borne);
        expect(waves).toBeLessThanOrEqual(12);
        expect(ms).toBeLessThanOrEqual(
          (800 * LATENCY * 3) / Math.min(most, borne) + waves * (WAIT + LATENCY),
        );
        expect(width.now).toBeLessThanOrEqual(most);
        expect(width.broughtDownTo === null).toBe(borne >= most);
        if (width.broughtDownTo !== null) expect(width.broughtDownTo).toBeLessThanOrEqual(borne);
      }),
    );
  });

  it("is found to bear three of ten", () => {
    const { width } = course(10, 800, (_, inFlight) => inFlight >= 3);
    expect(width.broughtDownTo).toBe(2);
    expect(width.now).toBeOneOf([2, 3, 4]);
  });
});

it("a target that refuses by the second costs little more than its seconds", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 32 }), fc.integer({ min: 30, max: 200 }), (most, rate) => {
      let [second, taken] = [-1, 0];
      const { ms } = course(most, 800, (now) => {
        if (Math.floor(now / 1000) !== second) [second, taken] = [Math.floor(now / 1000), 0];
        taken += 1;
        return taken > rate;
      });
      const least = Math.max((800 / rate) * 1000, (800 / most) * LATENCY);
      expect(ms).toBeLessThanOrEqual(2.5 * least + 5 * WAIT);
    }),
  );
});

it("answers that no 429 is among leave the number alone", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(19), { maxLength: 200 }), (most, others) => {
      const width = new Width(most);
      for (const other of others) width.good(width.start(other));
      expect([width.now, width.broughtDownTo]).toEqual([most, null]);
    }),
  );
});

it("a wave of 429s halves once, and the next one again, never below one", () => {
  const width = new Width(10);
  const wave = () => {
    for (const place of Array.from({ length: width.now }, (_, others) => width.start(others))) {
      width.limited(place);
    }
    return width.now;
  };
  expect([wave(), wave(), wave(), wave()]).toEqual([5, 2, 1, 1]);
  expect(width.broughtDownTo).toBe(1);
});
