import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item } from "../../wire/decode.js";
import { type Query, queries, sampleDated, sampleItem, servedItems, servedPage, worlds } from "../testing.js";
import { explaining, orderInside, slice, sliceAmong, sliceServed } from "./slices.js";

function judge(world: readonly Item[], { page, size, dir }: Query, ids: readonly string[]) {
  const known = sampleDated(world);
  return slice({
    rule: "labels.slice.desc",
    exchanges: [],
    known,
    page: ids,
    pageNumber: page,
    pageSize: size,
    dir,
  });
}

const ids = (items: readonly Item[]): string[] => items.map((item) => item.id);

describe("slice", () => {
  it("finds nothing on a conforming page, however ties were broken", () => {
    const arbitrary = fc.tuple(worlds, queries, fc.func(fc.nat()));
    fc.assert(
      fc.property(arbitrary, ([world, query, rank]) => {
        const shuffled = world.toSorted(
          (a, b) =>
            Number((a.createdAt?.epochNs ?? 0n) - (b.createdAt?.epochNs ?? 0n)) || rank(a.id) - rank(b.id),
        );
        expect(judge(world, query, ids(servedItems(shuffled, query)))).toEqual([]);
      }),
    );
  });

  it("finds a page that holds an item of another time in place of a due one", () => {
    fc.assert(
      fc.property(worlds, queries, fc.nat(), (world, query, pick) => {
        const served = servedItems(world, query);
        const out = served[pick % Math.max(1, served.length)];
        const others = world.filter((item) => !served.includes(item));
        const other = others.find((item) => item.createdAt?.epochNs !== out?.createdAt?.epochNs);
        fc.pre(out !== undefined && other !== undefined);
        const damaged = served.map((item) => (item === out ? other : item)).flatMap((item) => item?.id ?? []);
        expect(judge(world, query, damaged)).toHaveLength(1);
      }),
    );
  });

  it("finds a lost, a doubled and an unknown item", () => {
    fc.assert(
      fc.property(worlds, queries, (world, query) => {
        const served = ids(servedItems(world, query));
        const [first] = served;
        expect(judge(world, query, [...served, "se-unknown"])).toHaveLength(1);
        fc.pre(first !== undefined);
        expect(judge(world, query, served.slice(1))).toHaveLength(1);
        expect(judge(world, query, [...served, first])).toHaveLength(1);
      }),
    );
  });

  it("takes asc for desc only where the slices are the same", () => {
    const world = [1, 2, 3, 4, 5].map((second) => sampleItem(`se-${second}`, second));
    const asked: Query = { page: 1, size: 2, dir: "desc" };
    expect(judge(world, asked, ["se-4", "se-5"])).toEqual([]);
    const [finding] = judge(world, asked, ["se-1", "se-2"]);
    expect(finding).toMatchObject({
      rule: "labels.slice.desc",
      documented: "page 1 of size 2 under desc holds ranks 4 to 5 of 5, counted from the oldest: se-4, se-5",
      received: "se-1, se-2: none of those due",
    });
    expect(judge(world, { page: 2, size: 1, dir: "asc" }, ["se-5"])[0]?.documented).toBe(
      "page 2 of size 1 under asc holds rank 2 of 5, counted from the oldest: se-2",
    );
    expect(judge(world, { page: 1, size: 5, dir: "desc" }, ["se-1", "se-2", "se-3", "se-4", "se-5"])).toEqual(
      [],
    );
  });

  it("wants the short page of desc to hold the oldest", () => {
    const world = [1, 2, 3, 4, 5].map((second) => sampleItem(`se-${second}`, second));
    expect(judge(world, { page: 3, size: 2, dir: "desc" }, ["se-1"])).toEqual([]);
    expect(judge(world, { page: 3, size: 2, dir: "desc" }, ["se-5"])).toHaveLength(1);
    expect(judge(world, { page: 4, size: 2, dir: "desc" }, [])).toEqual([]);
  });
});

describe("sliceServed", () => {
  const world = Array.from({ length: 60 }, (_, at) => sampleItem(`se-${at}`, at));
  const judgeServed = (served: Query, asked: Query) =>
    sliceServed("labels.slice.desc", servedPage(world, served), asked, sampleDated(world)).length;

  it("finds the slice of another page or direction", () => {
    expect(judgeServed({ page: 2, size: 5, dir: "asc" }, { page: 1, size: 5, dir: "asc" })).toBe(1);
    expect(judgeServed({ page: 1, size: 5, dir: "asc" }, { page: 1, size: 5, dir: "desc" })).toBe(1);
  });

  it("judges a page of another size by that size, and a last page also by the default size", () => {
    expect(judgeServed({ page: 2, size: 3, dir: "desc" }, { page: 2, size: 5, dir: "desc" })).toBe(0);
    expect(judgeServed({ page: 3, size: 25, dir: "desc" }, { page: 3, size: 15, dir: "desc" })).toBe(0);
    expect(judgeServed({ page: 3, size: 3, dir: "desc" }, { page: 2, size: 5, dir: "desc" })).toBe(1);
  });
});

describe("explaining", () => {
  const world = Array.from({ length: 9 }, (_, at) => sampleItem(`se-${at}`, at));
  const orders = (["asc", "desc"] as const).flatMap((dir) =>
    (["created_at", "modified_at"] as const).map((by) => ({ dir, by })),
  );
  const explained = (served: Query, place: { page: number; size: number }) =>
    explaining("labels.slice.desc", servedPage(world, served), world, { ...place, orders });

  it("names the orders that fit, of times that the items show", () => {
    const oldest = { page: 1, size: 4, dir: "asc" } as const;
    expect(explained(oldest, { page: 1, size: 4 })).toEqual([{ dir: "asc", by: "created_at" }]);
    expect(explained(oldest, { page: 2, size: 4 })).toEqual([]);
  });
});

describe("orderInside", () => {
  const judgeOrder = (items: readonly Item[]) =>
    orderInside({ rule: "labels.order.inside", exchanges: [], items: sampleDated(items), array: "labels" });

  it("accepts ascending times with ties and finds every other order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 8 }), (seconds) => {
        const items = seconds.map((second, at) => sampleItem(`se-${at}`, second));
        const ascends = seconds.every((second, at) => at === 0 || (seconds[at - 1] ?? 0) <= second);
        expect(judgeOrder(items)).toHaveLength(ascends ? 0 : 1);
      }),
    );
  });

  it("points at the first descent", () => {
    const [finding] = judgeOrder([sampleItem("se-1", 1), sampleItem("se-3", 3), sampleItem("se-2", 2)]);
    expect(finding).toMatchObject({
      pointer: "/labels/2",
      received: "se-3 (2024-01-01T00:00:03Z) comes before se-2 (2024-01-01T00:00:02Z)",
    });
  });
});

describe("sliceAmong", () => {
  const judgeAmong = (
    known: readonly Item[],
    total: number,
    { page, size, dir }: Query,
    on: readonly Item[],
  ) =>
    sliceAmong({
      rule: "labels.slice.desc",
      exchanges: [],
      known: sampleDated(known),
      total,
      page: sampleDated(on),
      pageNumber: page,
      pageSize: size,
      dir,
    });

  it("finds nothing on a conforming page, whatever part of the list is known", () => {
    fc.assert(
      fc.property(worlds, queries, fc.func(fc.boolean()), (world, query, isKnown) => {
        const known = world.filter(({ id }) => isKnown(id));
        expect(judgeAmong(known, world.length, query, servedItems(world, query))).toEqual([]);
      }),
    );
  });

  it("finds on a list known in whole what slice finds, on pages of full length", () => {
    fc.assert(
      fc.property(worlds, queries, queries, (world, asked, served) => {
        const on = servedItems(world, { ...served, size: asked.size });
        fc.pre(on.length > 0 && on.length === servedItems(world, asked).length);
        const found = judgeAmong(world, world.length, asked, on).length;
        expect(found).toBe(judge(world, asked, ids(on)).length);
      }),
    );
  });
});
