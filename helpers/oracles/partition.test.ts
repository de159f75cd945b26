import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Page } from "../wire/decode.js";
import { completeWalk, disjointPages, noMoreThanTotal, partition } from "./partition.js";
import { sampleItem, servedWalk, worlds } from "./testing.js";

const rule = "labels.partition";
const sizes = fc.integer({ min: 1, max: 7 });

describe("partition", () => {
  it("holds on every conforming walk", () => {
    fc.assert(
      fc.property(worlds, sizes, fc.constantFrom("asc" as const, "desc" as const), (world, size, dir) => {
        expect(partition({ rule, pages: servedWalk(world, size, dir) })).toEqual([]);
      }),
    );
  });

  it("finds a lost item, and blames the totals alone", () => {
    fc.assert(
      fc.property(worlds, sizes, (world, size) => {
        fc.pre(world.length > 0);
        const [first, ...rest] = servedWalk(world, size);
        const pages = first === undefined ? [] : [{ ...first, items: first.items.slice(1) }, ...rest];
        expect(partition({ rule, pages })).toHaveLength(1);
        expect(disjointPages({ rule, pages })).toEqual([]);
      }),
    );
  });

  it("finds an item that took the place of another, and not that the total is wrong", () => {
    fc.assert(
      fc.property(worlds, sizes, (world, size) => {
        const walk = servedWalk(world, size);
        fc.pre(walk.length > 1);
        const double = walk[0]?.items[0];
        const pages = walk.map((page, at): Page => {
          const swap = at === walk.length - 1 && double !== undefined;
          return swap ? { ...page, items: [double, ...page.items.slice(1)] } : page;
        });
        expect(disjointPages({ rule, pages })).toHaveLength(1);
        expect(completeWalk({ rule, pages })).toEqual([]);
        expect(partition({ rule, pages })).toHaveLength(1);
      }),
    );
  });

  it("says where an item stands twice", () => {
    const pages = servedWalk([sampleItem("se-1", 1), sampleItem("se-2", 2)], 1);
    const [first, second] = pages;
    if (first === undefined || second === undefined) throw new Error("two pages were served");
    const [finding] = disjointPages({ rule, pages: [first, { ...second, items: first.items }] });
    expect(finding).toMatchObject({
      rule,
      exchanges: [1, 2],
      received: "se-1 stands on page 1 and on page 2 of the walk; twice in all: se-1",
    });
    const [onOne] = disjointPages({ rule, pages: [{ ...first, items: [...first.items, ...first.items] }] });
    expect(onOne).toMatchObject({
      exchanges: [1],
      received: "se-1 stands on page 1 twice; twice in all: se-1",
    });
  });
});

describe("noMoreThanTotal", () => {
  it("lets any pages of a conforming walk be, and finds a total below what they hold", () => {
    fc.assert(
      fc.property(worlds, sizes, fc.func(fc.boolean()), (world, size, isRecorded) => {
        const pages = servedWalk(world, size).filter((_, at) => isRecorded(at));
        expect(noMoreThanTotal({ rule, pages })).toEqual([]);
        const held = pages.reduce((sum, { items }) => sum + items.length, 0);
        fc.pre(held > 0);
        const less = pages.map((page) => ({ ...page, total: held - 1 }));
        expect(noMoreThanTotal({ rule, pages: less })).toHaveLength(1);
      }),
    );
  });
});
