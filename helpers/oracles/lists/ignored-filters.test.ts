import { describe, expect, it } from "vitest";
import type { Item } from "../../wire/decode.js";
import { sampleItem, servedPage } from "../testing.js";
import { fewerCounted, sameItemsBeside } from "./ignored-filters.js";

/** Six shipments; the last two were created at the same time. */
const ALL = [0, 1, 2, 3, 4, 4].map((second, at) => sampleItem(`se-${at}`, second));
const walk = (items: readonly Item[], { whole = true, total = items.length as number | null } = {}) => ({
  pages: [{ ...servedPage(items, { page: 1, size: 9, dir: "asc" }), total }],
  items,
  whole,
});
const claim = (beside: ReturnType<typeof walk>, alone = walk(ALL)) => ({
  rule: "r",
  documented: "all",
  beside,
  alone,
});

describe("sameItemsBeside", () => {
  it("finds what an ignored filter leaves out, and nothing where it is ignored", () => {
    expect(sameItemsBeside(claim(walk(ALL)))).toEqual([]);
    expect(sameItemsBeside(claim(walk(ALL.slice(1)))).map(({ received }) => received)).toEqual([
      expect.stringContaining("missing: se-0"),
    ]);
  });

  it("bears ties at the end of walks that are not whole", () => {
    const [one, other] = [
      walk(ALL.slice(0, 5), { whole: false }),
      walk(ALL.toSpliced(4, 1), { whole: false }),
    ];
    expect(sameItemsBeside(claim(one, other))).toEqual([]);
    expect(sameItemsBeside(claim({ ...one, whole: true }, { ...other, whole: true }))).toHaveLength(1);
  });
});

describe("fewerCounted", () => {
  it("finds a lower total, no other", () => {
    expect(fewerCounted(claim(walk(ALL, { total: 5 }))).map(({ received }) => received)).toEqual(["total 5"]);
    for (const total of [6, 7, null]) expect(fewerCounted(claim(walk(ALL, { total })))).toEqual([]);
  });
});
