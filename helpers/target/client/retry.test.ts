import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Attempt, MAX_DELAY_MS, retryAfter, retryDelay, troubleOf } from "./retry.js";

/** As for a request that is sent to succeed. */
const delayOf = (method: string, attempt: Attempt, retries: number) =>
  retryDelay({ method, intent: null }, attempt, retries, { random: half, now: NOW });

const NOW = Date.parse("2026-01-01T00:00:00Z");
const half = () => 0.5;

function status(code: number, headers: Record<string, string> = {}): Attempt {
  return { answer: { status: code, headers, body: { kind: "empty" } }, trouble: null };
}
const failed = (trouble: string): Attempt => ({ answer: null, trouble });

describe("retryDelay", () => {
  it("repeats no answer that can be judged", () => {
    for (const code of [200, 204, 400, 401, 404, 405, 409, 501])
      expect(delayOf("GET", status(code), 0)).toBeNull();
  });

  it("repeats twice what failed, where that has no further effect", () => {
    expect([0, 1, 2].map((retries) => delayOf("GET", status(500), retries))).toEqual([75, 150, null]);
    expect(delayOf("DELETE", status(500), 0)).toBe(75);
    expect(delayOf("POST", status(500), 0)).toBeNull();
    expect(retryDelay({ method: "POST", intent: "key" }, status(500), 0, { random: half, now: NOW })).toBe(
      75,
    );
  });

  it("repeats trouble for idempotent methods only, but for what was not acted upon", () => {
    const repeated = (method: string, attempt: Attempt) => delayOf(method, attempt, 0) !== null;
    for (const attempt of [status(502), status(503), status(504), failed("ECONNRESET"), failed("TIMEOUT")]) {
      expect(["GET", "PUT", "DELETE"].map((method) => repeated(method, attempt))).toEqual([true, true, true]);
      expect(["POST", "PATCH"].map((method) => repeated(method, attempt))).toEqual([false, false]);
    }
    expect(repeated("POST", status(429))).toBe(true);
    expect(repeated("POST", failed("ECONNREFUSED"))).toBe(true);
    expect(repeated("GET", failed("CERT_HAS_EXPIRED"))).toBe(false);
  });

  it("gives up and never waits longer than the cap", () => {
    expect(delayOf("GET", status(503), 3)).toBeNull();
    expect(delayOf("GET", status(429), 6)).toBeNull();
    expect(delayOf("GET", failed("TIMEOUT"), 1)).toBeNull();
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 2 }), (seconds, retries) => {
        const delay = delayOf("GET", status(503, { "retry-after": String(seconds) }), retries);
        expect(delay).toBeGreaterThanOrEqual(Math.min(MAX_DELAY_MS, seconds * 1000));
        expect(delay).toBeLessThanOrEqual(MAX_DELAY_MS);
      }),
    );
  });
});

it("reads Retry-After as seconds and as a date", () => {
  const asked = (headers: Readonly<Record<string, string>>) => retryAfter({ headers }, NOW);
  const at = (second: number) => `Thu, 01 Jan 2026 00:00:0${second} GMT`;
  expect(asked({ "retry-after": "7" })).toBe(7000);
  expect(asked({ "retry-after": at(5) })).toBe(5000);
  expect(asked({ "retry-after": at(5), date: at(3) })).toBe(2000);
  expect(asked({ "retry-after": "Thu, 01 Jan 2015 00:00:05 GMT" })).toBe(0);
  expect(asked({ "retry-after": "soon" })).toBeNull();
  expect(asked({})).toBeNull();
  expect(retryAfter(null, NOW)).toBeNull();
});

it("takes the error code for a limit of the rate for a 429", () => {
  const limited = (error_code: string): Attempt => {
    const value = { errors: [{ error_code }] };
    return {
      answer: { status: 400, headers: {}, body: { kind: "json", value, text: JSON.stringify(value) } },
      trouble: null,
    };
  };
  expect(["rate_limit_exceeded", "unspecified"].map(limited).map(troubleOf)).toEqual(["STATUS_429", null]);
});

it("names the trouble", () => {
  expect([status(429), status(200), failed("EPIPE")].map(troubleOf)).toEqual(["STATUS_429", null, "EPIPE"]);
});
