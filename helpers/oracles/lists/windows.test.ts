import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Dated } from "../../wire/dated.js";
import { type Instant, parseInstant, shifted } from "../../wire/instant.js";
import { sampleDated, worlds } from "../testing.js";
import {
  classifyBoundaryMiss,
  exactnessProbe,
  fractionsVisiblyZero,
  isInside,
  isOutside,
  type Window,
} from "./windows.js";

function time(text: string): Instant {
  const at = parseInstant(text);
  if (at === null) throw new Error(`${text} is not read`);
  return at;
}
const at = (second: number): Instant => time(`2024-01-01T00:00:${String(second).padStart(2, "0")}Z`);
const windows: fc.Arbitrary<Window> = fc
  .record({ from: fc.option(fc.nat(9)), to: fc.option(fc.nat(9)) })
  .map(({ from, to }) => ({
    ...(from === null ? {} : { start: at(from) }),
    ...(to === null ? {} : { end: at(to) }),
  }));

/** What a target serves whose bounds are inclusive or not, written apart from the oracle. */
function served(known: readonly Dated[], { start, end }: Window, inclusive: boolean): readonly Dated[] {
  const edge = inclusive ? 0n : 1n;
  return known.filter(
    (item) =>
      (start === undefined || item.at.epochNs - edge >= start.epochNs) &&
      (end === undefined || item.at.epochNs + edge <= end.epochNs),
  );
}

describe("windows", () => {
  it("take inclusive and exclusive bounds alike, those are another rule", () => {
    fc.assert(
      fc.property(worlds, windows, fc.boolean(), (world, window, inclusive) => {
        const known = sampleDated(world);
        const items = served(known, window, inclusive);
        expect(items.filter((item) => isOutside(window, item.at))).toEqual([]);
        expect(known.filter((item) => isInside(window, item.at) && !items.includes(item))).toEqual([]);
      }),
    );
  });

  it("leave items alone that are less than a second outside, or may be", () => {
    const outside = (text: string, start: string) => isOutside({ start: time(start) }, time(text));
    expect(outside("2024-01-01T00:00:01.200Z", "2024-01-01T00:00:01.700Z")).toBe(false);
    expect(outside("2024-01-01T00:00:01.200Z", "2024-01-01T00:00:02.200Z")).toBe(true);
    expect(outside("2024-01-01T00:00:01Z", "2024-01-01T00:00:01.999Z")).toBe(false);
    expect(outside("2024-01-01T00:00Z", "2024-01-01T00:00:59Z")).toBe(false);
  });

  it("tell what is outside and what is inside", () => {
    fc.assert(
      fc.property(worlds, windows, (world, window) => {
        const known = sampleDated(world);
        const inside = served(known, window, false);
        const outside = known.filter((item) => !served(known, window, true).includes(item));
        expect(known.filter((item) => isOutside(window, item.at))).toEqual(outside);
        expect(known.filter((item) => isInside(window, item.at))).toEqual(inside);
      }),
    );
  });

  it("leave an item alone whose unprinted digits could decide", () => {
    const end = time("2024-01-01T00:00:05.5Z");
    expect(isInside({ end }, at(5))).toBe(false);
    expect(isInside({ end }, time("2024-01-01T00:00:05.000Z"))).toBe(true);
  });
});

describe("classifyBoundaryMiss", () => {
  /** A target that stores finer times than it prints; asks the probes of an item missed at a bound. */
  function probe(stored: bigint, printed: Instant, edge: "start" | "end", inclusive: boolean) {
    const returned = ({ epochNs }: Instant, side: "start" | "end"): boolean => {
      const slack = inclusive ? 0n : 1n;
      return side === "start" ? stored - slack >= epochNs : stored + slack <= epochNs;
    };
    const outwards = edge === "end" ? 1n : -1n;
    const exactness = exactnessProbe(printed, edge);
    return {
      missed: !returned(printed, edge),
      backFar: returned(shifted(printed, outwards * 1_000_000_000n), edge),
      exact: !returned(exactness.bound, exactness.edge),
    };
  }

  it("never calls an inclusive bound exclusive, however many digits are hidden", () => {
    const digits = fc.constantFrom(0, 3, 6);
    const hidden = fc.bigInt({ min: 0n, max: 999_999_999n });
    fc.assert(
      fc.property(digits, hidden, fc.constantFrom("start" as const, "end" as const), (shown, nanos, edge) => {
        const fraction = nanos.toString().padStart(9, "0").slice(0, shown);
        const printed = time(`2024-01-01T00:00:05${shown === 0 ? "" : `.${fraction}`}Z`);
        const stored = at(5).epochNs + nanos;
        // What hides below the probe's own step it cannot see: a thousandth of what the digits may hide.
        const least = { 0: 1_000_000n, 3: 1_000n, 6: 1n }[shown];
        fc.pre(stored - printed.epochNs >= (least ?? 0n) || stored === printed.epochNs);
        const asked = probe(stored, printed, edge, true);
        if (asked.missed) expect(classifyBoundaryMiss(asked)).toBe("hidden-digits");
      }),
    );
  });

  it("calls an exclusive bound so where nothing is hidden", () => {
    for (const text of ["2024-01-01T00:00:05Z", "2024-01-01T00:00:05.120Z", "2024-01-01T00:00:05.123456Z"]) {
      for (const edge of ["start", "end"] as const) {
        const asked = probe(time(text).epochNs, time(text), edge, false);
        expect(asked.missed).toBe(true);
        expect(classifyBoundaryMiss(asked)).toBe("exclusive");
      }
    }
  });

  it("calls an item lost that no nearer bound brings back", () => {
    const asked = { backFar: false, exact: true };
    expect(classifyBoundaryMiss(asked)).toBe("lost");
  });

  it("sees zero fractions only where fractions are printed", () => {
    expect(fractionsVisiblyZero([at(5)])).toBe(false);
    expect(fractionsVisiblyZero([time("2024-01-01T00:00:05.0Z")])).toBe(true);
    expect(fractionsVisiblyZero([])).toBe(false);
  });
});
