import { expect, it } from "vitest";
import { Throttle } from "./throttle.js";

it("serves in the order of arrival", async () => {
  const throttle = new Throttle(2, null);
  const order: number[] = [];
  const jobs = Array.from({ length: 20 }, async (_, n) => {
    await throttle.acquire();
    order.push(n);
    await Promise.resolve();
    throttle.release();
  });
  await Promise.all(jobs);
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

it("starts no more often than asked", async () => {
  const throttle = new Throttle(10, 50);
  const from = performance.now();
  for (let n = 0; n < 6; n++) {
    await throttle.acquire();
    throttle.release();
  }
  // Five gaps of 20 ms; timers may be a millisecond early by the other clock.
  expect(performance.now() - from).toBeGreaterThanOrEqual(98);
});

it("holds everybody during a pause and nobody after it", async () => {
  const throttle = new Throttle(2, null);
  throttle.pause(60);
  const from = performance.now();
  await Promise.all([throttle.acquire(), throttle.acquire()]);
  expect(performance.now() - from).toBeGreaterThanOrEqual(58);
});

it("serves the least turn first, and within a turn in the order of arrival", async () => {
  const throttle = new Throttle(1, null);
  await throttle.acquire();
  const order: string[] = [];
  const jobs = [
    ["last", undefined],
    ["second", 1],
    ["third", 2],
    ["second too", 1],
    ["first", 0],
  ] as const;
  const done = jobs.map(async ([name, turn]) => {
    await throttle.acquire(turn);
    order.push(name);
    throttle.release();
  });
  throttle.release();
  await Promise.all(done);
  expect(order).toEqual(["first", "second", "second too", "third", "last"]);
});
