import { describe, expect, it } from "vitest";
import { Patience } from "./patience.js";

/** Notes the same end of so many attempts, one every `everyMs`. */
function note(patience: Patience, trouble: string | null, times: number, everyMs: number, from = 0): void {
  for (let n = 1; n <= times; n++) patience.note("v1ListLabels", trouble, from + n * everyMs);
}

describe("keys that are kept out", () => {
  it("are waited for until that was in vain, and always where it is short", () => {
    const patience = new Patience();
    expect(patience.isLockedOut(60_000, 0, 0)).toBe(false);
    expect(patience.isLockedOut(60_000, 1, 60_000)).toBe(true);
    expect(patience.isLockedOut(60_000, 0, 60_000)).toBe(true);
  });

  it("are waited for as long as some are let in, but not for ever", () => {
    const patience = new Patience();
    const wait = (now: number) => patience.isLockedOut(1_000, 3, now);
    expect([0, 9_000].map(wait)).toEqual([false, false]);
    patience.letIn();
    expect([10_000, 19_000, 20_000].map(wait)).toEqual([false, false, true]);
  });
});

describe("a target is given up", () => {
  it("after many attempts in a row without an answer, and a while", () => {
    const patience = new Patience();
    note(patience, "ECONNREFUSED", 500, 10);
    expect(patience.over).toBeNull();
    note(patience, "ECONNREFUSED", 600, 10, 5_000);
    expect(patience.over).toMatch(
      /^stopped answering: \d+ attempts in a row, over 10 s, ended in connection refused$/,
    );
  });

  it("later when it only asks to come back", () => {
    const patience = new Patience();
    note(patience, "STATUS_429", 59, 1_000);
    expect(patience.over).toBeNull();
    note(patience, "STATUS_429", 1, 61_000);
    expect(patience.over).toMatch(/over 60 s, ended in status 429/);
  });

  it("not where a single operation is out of order", () => {
    const patience = new Patience();
    for (let at = 0; at <= 90_000; at += 1_000) patience.note("v2ListTags", "STATUS_503", at, true);
    expect(patience.over).toBeNull();
    patience.note("v1ListLabels", "STATUS_503", 91_000, false);
    expect(patience.over).toMatch(/over 91 s, ended in status 503/);
  });

  it("sooner by whoever is in haste", () => {
    const patience = new Patience(10_000);
    note(patience, "STATUS_503", 11, 1_000);
    expect(patience.over).toMatch(/over 10 s, ended in status 503/);
  });

  it("not while a single answer comes now and then", () => {
    const patience = new Patience();
    for (let at = 0; at < 100_000; at += 10_000) {
      note(patience, "TIMEOUT", 39, 200, at);
      note(patience, null, 1, 8_000, at);
    }
    expect(patience.over).toBeNull();
  });

  it("not for a few attempts that take long", () => {
    const patience = new Patience();
    note(patience, "TIMEOUT", 39, 10_000);
    expect(patience.over).toBeNull();
  });
});

it("loses an operation after three time-outs in a row, and no other", () => {
  const patience = new Patience();
  for (const trouble of [
    "TIMEOUT",
    "TIMEOUT",
    null,
    "TIMEOUT",
    "TIMEOUT",
    "ECONNRESET",
    "TIMEOUT",
    "TIMEOUT",
  ])
    patience.note("v2ListTags", trouble, 1);
  expect(patience.hasLost("v2ListTags")).toBe(false);
  patience.note("v2ListTags", "TIMEOUT", 1);
  expect(patience.hasLost("v2ListTags")).toBe(true);
  expect(patience.hasLost("v2ListLabels")).toBe(false);
  expect(patience.hasLost(null)).toBe(false);
});

it("repeats time-outs while they are few, or rare", () => {
  const patience = new Patience();
  note(patience, "TIMEOUT", 9, 1);
  expect(patience.repeatsTimeouts).toBe(false);
  note(patience, null, 100, 1);
  expect(patience.repeatsTimeouts).toBe(true);
});
