import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { servedPage, worlds } from "../../oracles/testing.js";
import type { Page } from "../../wire/decode.js";
import { walkPages } from "./walk.js";

type World = Parameters<typeof servedPage>[0];

/** A list that answers page by page; `change` makes something of a page. */
function served(items: World, size: number, change: (page: Page, number: number) => Page = (page) => page) {
  const asked: number[] = [];
  const read = async (number: number): Promise<Page> => {
    asked.push(number);
    return change(servedPage(items, { page: number, size, dir: "asc" }), number);
  };
  return { asked, read };
}

describe("walkPages", () => {
  it("collects every item once, and asks for no page past the last that its total counts", async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.integer({ min: 1, max: 9 }), async (items, size) => {
        const { asked, read } = served(items, size);
        const walk = await walkPages<never>(read, { size, most: 1_000 });
        expect(walk.whole).toBe(true);
        expect(new Set(walk.items.map(({ id }) => id)).size).toBe(items.length);
        // A full last page may have more behind it.
        const last = Math.max(1, Math.ceil(items.length / size));
        expect(Math.max(...asked)).toBeLessThanOrEqual(items.length % size === 0 ? last + 1 : last);
      }),
    );
  });

  it("goes on behind a total that counts too few", async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (items) => {
        const { read } = served(items, 2, (page) => ({ ...page, total: 1 }));
        const walk = await walkPages<never>(read, { size: 2, most: 1_000 });
        if (items.length > 2) expect(walk.items.length).toBe(items.length);
      }),
    );
  });

  it("says that it is not whole where it stops before the end", async () => {
    const [items] = fc.sample(
      worlds.filter(({ length }) => length > 6),
      1,
    );
    const { read } = served(items ?? [], 2);
    expect((await walkPages<never>(read, { size: 2, most: 2 })).whole).toBe(false);
  });
});
