import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item } from "./decode.js";
import { drift } from "./drift.js";
import { sampleItem, worlds } from "./samples.js";

const reading = (items: readonly Item[], filtered = false, total = items.length) => ({
  items,
  filtered,
  total,
});
const world = [1, 2, 3].map((second) => sampleItem(`se-${second}`, second));

describe("drift", () => {
  it("sees nothing in equal readings, in whatever order items and members come", () => {
    fc.assert(
      fc.property(worlds, (items) => {
        const again = items.toReversed().map((item) => ({
          ...item,
          raw: Object.fromEntries(Object.entries(item.raw).toReversed()),
        }));
        expect(drift(reading(items), reading(again))).toEqual({ kind: "stable" });
      }),
    );
  });

  it("names what was created, changed and removed", () => {
    const changed = sampleItem("se-2", 2, { status: "voided" });
    const after = [...world.slice(2), changed, sampleItem("se-9", 9)];
    expect(drift(reading(world), reading(after))).toEqual({
      kind: "moved",
      why: "appeared: se-9; disappeared: se-1; changed: se-2",
    });
    expect(drift(reading(world), reading(world, false, 4))).toEqual({
      kind: "moved",
      why: "total went from 3 to 4",
    });
  });

  it("does not take an old item in the place of another for a write, unless a filter lets it in", () => {
    const swapped = [...world.slice(1), sampleItem("se-0", 0)];
    expect(drift(reading(world), reading(swapped)).kind).toBe("unexplained");
    expect(drift(reading(world, true), reading(swapped, true)).kind).toBe("moved");
    const fresh = [...world.slice(1), sampleItem("se-9", 9)];
    expect(drift(reading(world), reading(fresh)).kind).toBe("moved");
  });
});
