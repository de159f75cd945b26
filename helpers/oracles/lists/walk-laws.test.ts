import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item, Page } from "../../wire/decode.js";
import { sampleItem, servedWalk, worlds } from "../testing.js";
import {
  noMoreThanTotal,
  nothingTwice,
  pagesAscend,
  sameItems,
  tallyOf,
  totalsCount,
  type WalkTally,
} from "./walk-laws.js";

const rule = "labels.partition";
const sizes = fc.integer({ min: 1, max: 7 });

/** Ranks and times apart, so that each item is told from its neighbours. */
const strict = fc
  .integer({ min: 2, max: 24 })
  .map((length) => Array.from({ length }, (_, rank) => sampleItem(`se-${rank + 1}`, rank)));

/** What each oracle finds on a walk, beside a second one over the same list. */
function found(walk: WalkTally, other: WalkTally) {
  return {
    twice: nothingTwice({ rule, walk }).length,
    lost: sameItems({ rule, walk, other }).length,
    total: totalsCount({ rule, walk }).length,
    order: pagesAscend({ rule, walk }).length,
  };
}

const NOTHING = { twice: 0, lost: 0, total: 0, order: 0 };

/** The walk with one of its items replaced, or left out. */
function changed(
  pages: readonly Page[],
  at: number,
  change: (items: readonly Item[]) => readonly Item[],
): readonly Page[] {
  return pages.map((page, place) => (place === at ? { ...page, items: change(page.items) } : page));
}

describe("the laws of a walk", () => {
  it("shows nothing on conforming data, cut and turned in any way", () => {
    fc.assert(
      fc.property(worlds, sizes, sizes, (world, size, another) => {
        const walk = tallyOf(servedWalk(world, size));
        expect(found(walk, tallyOf(servedWalk(world, another, "desc")))).toEqual(NOTHING);
        expect([...walk.ids]).toEqual(world.map(({ id }) => id));
        expect([walk.size, walk.entries]).toEqual([world.length, world.length]);
      }),
    );
  });

  it("shows an item that one walk loses, by what another one holds", () => {
    fc.assert(
      fc.property(strict, sizes, fc.nat(), (world, size, which) => {
        const pages = servedWalk(world, size);
        const walk = tallyOf(changed(pages, which % pages.length, (items) => items.slice(1)));
        const whole = tallyOf(servedWalk(world, size, "desc"));
        expect(found(walk, whole)).toEqual({ ...NOTHING, lost: 1, total: 1 });
        expect(found(whole, walk)).toMatchObject({ twice: 0, lost: 1, total: 0 });
      }),
    );
  });

  it("shows an item that no walk holds by the total alone", () => {
    fc.assert(
      fc.property(strict, sizes, fc.nat(), (world, size, which) => {
        const hidden = world[which % world.length]?.id;
        const hide = (pages: readonly Page[]) =>
          tallyOf(pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== hidden) })));
        const [asc, desc] = [hide(servedWalk(world, size)), hide(servedWalk(world, size, "desc"))];
        expect(found(asc, desc)).toEqual({ ...NOTHING, total: 1 });
      }),
    );
  });

  it("shows an item that takes the place of another as doubled, and not that the total is wrong", () => {
    fc.assert(
      fc.property(strict, sizes, (world, size) => {
        const pages = servedWalk(world, size);
        fc.pre(pages.length > 1);
        const before = pages.at(-2)?.items.at(-1);
        const walk = tallyOf(
          changed(pages, pages.length - 1, (items) => [
            ...(before === undefined ? [] : [before]),
            ...items.slice(1),
          ]),
        );
        expect(nothingTwice({ rule, walk })).toHaveLength(1);
        expect(totalsCount({ rule, walk })).toEqual([]);
        expect(pagesAscend({ rule, walk })).toEqual([]);
      }),
    );
  });

  it("shows pages in the wrong order", () => {
    fc.assert(
      fc.property(strict, sizes, (world, size) => {
        const pages = servedWalk(world, size);
        fc.pre(pages.length > 1);
        const walk = tallyOf([...pages.slice(0, -2), ...pages.slice(-2).toReversed()]);
        expect(found(walk, tallyOf(pages))).toEqual({ ...NOTHING, order: 1 });
      }),
    );
  });

  it("shows a total that differs on one page", () => {
    fc.assert(
      fc.property(worlds, sizes, fc.nat(), fc.integer({ min: 1, max: 9 }), (world, size, which, more) => {
        const pages = servedWalk(world, size);
        const at = which % pages.length;
        const walk = tallyOf(
          pages.map((page, place) => (place === at ? { ...page, total: world.length + more } : page)),
        );
        expect(found(walk, tallyOf(pages))).toEqual({ ...NOTHING, total: 1 });
      }),
    );
  });

  it("says where an item stands twice and how many entries are too many", () => {
    const [first, second] = servedWalk([sampleItem("se-1", 1), sampleItem("se-2", 2)], 1);
    if (first === undefined || second === undefined) throw new Error("two pages were served");
    const walk = tallyOf([first, { ...second, items: first.items }]);
    expect(nothingTwice({ rule, walk })).toMatchObject([
      {
        rule,
        exchanges: [1, 2],
        received: "se-1 stands on page 1 and on page 2 of the walk",
      },
    ]);
    const onOne = tallyOf([{ ...first, items: [...first.items, ...first.items] }]);
    expect(nothingTwice({ rule, walk: onOne })).toMatchObject([
      { exchanges: [1], received: "se-1 stands on page 1 twice" },
    ]);
    const twice = tallyOf([first, second, first, second]);
    expect(nothingTwice({ rule, walk: twice })[0]?.received).toMatch(/; 2 too many, such as se-1, se-2$/);
  });
});

describe("totalsCount", () => {
  it("also counts items that only another walk showed", () => {
    const [page] = servedWalk([sampleItem("se-1", 1)], 1);
    if (page === undefined) throw new Error("a page was served");
    expect(totalsCount({ rule, walk: tallyOf([page]), held: 2 })).toEqual([]);
    const walk = tallyOf([{ ...page, total: 2 }]);
    expect(totalsCount({ rule, walk })).toMatchObject([{ received: "total 2; 1 item on 1 page" }]);
    expect(totalsCount({ rule, walk, held: 2 })).toEqual([]);
  });
});

describe("noMoreThanTotal", () => {
  it("lets any pages of a conforming walk be, and finds a total below what they hold", () => {
    fc.assert(
      fc.property(worlds, sizes, fc.func(fc.boolean()), (world, size, isRecorded) => {
        const pages = servedWalk(world, size).filter((_, at) => isRecorded(at));
        expect(noMoreThanTotal({ rule, walk: tallyOf(pages) })).toEqual([]);
        const held = pages.reduce((sum, { items }) => sum + items.length, 0);
        fc.pre(held > 0);
        const less = pages.map((page) => ({ ...page, total: held - 1 }));
        expect(noMoreThanTotal({ rule, walk: tallyOf(less) })).toHaveLength(1);
      }),
    );
  });
});
