import type { Exchange } from "./exchange.js";

/** How a run used its time. */
export interface Timeline {
  /** Milliseconds from the first request to the end of the last answer. */
  readonly ms: number;
  /** The part of that time in which no request was in flight. */
  readonly idleMs: number;
  /** How many requests were in flight on average, in each of `PARTS` equal parts of the time. */
  readonly atOnce: readonly number[];
  /** The checks whose requests took longest in total, longest first. */
  readonly longest: readonly { readonly check: string; readonly requests: number; readonly ms: number }[];
}

/** The number of parts that the time is cut into. */
export const PARTS = 60;
const LONGEST = 8;

type Timed = Pick<Exchange, "check" | "startedAt" | "ms">;

/** Null if nothing was sent. */
export function timelineOf(exchanges: Iterable<Timed>): Timeline | null {
  const timed = [...exchanges].map(({ check, startedAt, ms }) => ({
    check,
    from: Date.parse(startedAt),
    ms,
  }));
  timed.sort((one, other) => one.from - other.from);
  const [first] = timed;
  if (first === undefined) return null;
  const end = timed.reduce((latest, { from, ms }) => Math.max(latest, from + ms), first.from);
  const total = Math.max(1, end - first.from);
  const underWay: number[] = Array(PARTS).fill(0);
  const checks = new Map<string, { requests: number; ms: number }>();
  let idleMs = 0;
  let busyUntil = first.from;
  for (const { check, from, ms } of timed) {
    idleMs += Math.max(0, from - busyUntil);
    busyUntil = Math.max(busyUntil, from + ms);
    spread(underWay, (from - first.from) / total, (from + ms - first.from) / total);
    const own = checks.get(check) ?? { requests: 0, ms: 0 };
    checks.set(check, { requests: own.requests + 1, ms: own.ms + ms });
  }
  const longest = [...checks].map(([check, { requests, ms }]) => ({ check, requests, ms: Math.round(ms) }));
  return {
    ms: Math.round(total),
    idleMs: Math.round(idleMs),
    atOnce: underWay.map((share) => Math.round(share * 100) / 100),
    longest: longest.sort((one, other) => other.ms - one.ms).slice(0, LONGEST),
  };
}

/** Adds to each part its share of the span between two points of the whole, from 0 to 1. */
function spread(parts: number[], from: number, to: number): void {
  const size = parts.length;
  for (let at = Math.floor(from * size); at < size && at / size < to; at += 1) {
    const share = Math.min(to * size, at + 1) - Math.max(from * size, at);
    parts[at] = (parts[at] ?? 0) + share;
  }
}
