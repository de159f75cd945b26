import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePage, type Item, type Page } from "../../wire/decode.js";
import { queries, sampleExchange, sampleItem, servedPage, worlds } from "../testing.js";
import {
  cutOffIsCounted,
  pageEcho,
  pageLength,
  pageLengthOf,
  pagesArithmetic,
  pagesAsShown,
  sizeByDefault,
  totalAsShown,
  totalRefuted,
} from "./envelope.js";

const all = (page: Page) => [
  ...pageEcho({ rule: "echo", page }),
  ...pagesArithmetic({ rule: "pages", page }),
  ...pageLength({ rule: "length", page }),
];
const rules = (page: Page): string[] => all(page).map((finding) => finding.rule);
const world = [1, 2, 3, 4, 5].map((second) => sampleItem(`se-${second}`, second));
const asked = { page: 2, size: 2, dir: "asc" } as const;

describe("cutOffIsCounted", () => {
  const many = Array.from({ length: 60 }, (_, at) => sampleItem(`se-${at}`, at));
  const cut = (pages: number) => ({
    ...servedPage(many, { page: 1, size: 5_000, dir: "asc" }, { pages }),
    items: many.slice(0, 30),
  });

  it("accepts a page that is cut off where pages counts those of its size", () => {
    expect(cutOffIsCounted({ rule: "length", page: cut(2) }, 60)).toEqual([]);
  });

  it("finds one where pages counts those of the size asked for", () => {
    expect(cutOffIsCounted({ rule: "length", page: cut(1) }, 60)).toHaveLength(1);
  });
});

describe("totalRefuted", () => {
  const received = (told: Readonly<Record<string, unknown>>, page = 3) =>
    totalRefuted({ rule: "total", page: servedPage(world, { ...asked, page }, told) }).map(
      ({ documented }) => documented,
    );

  it("finds a total that counts only the items of the last page", () => {
    expect(received({ total: 1 })).toEqual([
      "total is 5 or more: page 3 holds 1 item after 4 on those before it",
    ]);
    expect(received({ total: 1 }, 1)).toEqual(["total is 2 or more: page 1 holds 2 items"]);
  });

  it("says nothing where the items fit the total, or there are more than pages has room for", () => {
    expect(received({ pages: 2 })).toEqual([]);
    expect(received({ total: 1, pages: 2 })).toEqual([]);
    expect(received({ total: 1 }, 4)).toEqual([]);
  });
});

describe("envelope", () => {
  it("agrees with itself on conforming pages, also past the end", () => {
    fc.assert(
      fc.property(worlds, queries, (items, query) => {
        expect(all(servedPage(items, query))).toEqual([]);
      }),
    );
  });

  it("blames each wrong member on its own rule", () => {
    expect(rules(servedPage(world, asked, { page: 1 }))).toEqual(["echo"]);
    expect(rules(servedPage(world, asked, { pages: 2 }))).toEqual(["pages"]);
    expect(rules(servedPage(world, asked, { labels: [world[0]?.raw] }))).toEqual(["length"]);
  });

  it("accepts 0 and 1 pages of nothing, and any page number past the end", () => {
    const empty = { page: 1, size: 2, dir: "asc" } as const;
    expect(rules(servedPage([], empty, { pages: 1 }))).toEqual([]);
    expect(rules(servedPage([], empty, { pages: 0 }))).toEqual([]);
    expect(rules(servedPage([], empty, { pages: 2 }))).toEqual(["pages"]);
    expect(rules(servedPage(world, { page: 9, size: 2, dir: "asc" }, { page: 3 }))).toEqual([]);
  });

  it("leaves a missing or mistyped member to its own rule", () => {
    expect(rules(servedPage(world, asked, { total: "5", page: null, pages: undefined }))).toEqual([]);
  });

  it("judges a page by what the list is known to hold, unless it fits another total of its own", () => {
    const found = (items: readonly Item[], held: number, change = {}) =>
      pageLengthOf({ rule: "length", page: servedPage(items, asked, change) }, held).length;
    expect(found(world, 5)).toBe(0);
    expect(found(world, 3)).toBe(0);
    expect(found(world, 3, { total: 9, labels: [] })).toBe(1);
    expect(found(world, 3, { total: 3 })).toBe(1);
    expect(found(world, 3, { total: undefined })).toBe(1);
  });

  it("judges the total of an only page, not of several unless a page holds more, nor of one past the last", () => {
    const found = (page: Page) => totalAsShown({ rule: "total", page }).map(({ received }) => received);
    const first = { page: 1, size: 9, dir: "asc" } as const;
    expect(found(servedPage(world, first))).toEqual([]);
    expect(found(servedPage(world, first, { total: 4 }))).toEqual(["total 4"]);
    expect(found(servedPage(world, first, { total: 40, pages: 2 }))).toEqual([]);
    expect(found(servedPage(world, first, { total: 1, pages: 2 }))).toEqual(["total 1"]);
    expect(found(servedPage(world, { ...first, page: 3 }))).toEqual([]);
    expect(found(servedPage(world, first, { total: undefined }))).toEqual([]);
  });

  /** A page that holds so many labels, and says how many there are on how many pages. */
  const pageOf = (path: string, held: number, total: number, pages: number): Page => {
    const labels = Array.from({ length: held }, (_, at) => sampleItem(`se-${at}`, at).raw);
    const json = { labels, total, page: 1, pages, links: {} };
    const page = decodePage(sampleExchange({ path, json }), "labels");
    if (page.kind !== "page") throw new Error(page.why);
    return page;
  };

  it("judges the default page size only where pages are counted by another one", () => {
    const found = (held: number, total: number, pages: number, path = "/v1/labels?batch_id=se-1") =>
      sizeByDefault({ rule: "size", page: pageOf(path, held, total, pages) }).map(({ received }) => received);
    expect(found(10, 16, 2)).toEqual(["10 items, and pages 2"]);
    expect(found(60, 60, 1)).toEqual(["60 items, and pages 1"]);
    expect(found(16, 16, 1)).toEqual([]);
    expect(found(25, 60, 3)).toEqual([]);
    // Items are missing, or others change the list.
    expect(found(15, 16, 1)).toEqual([]);
    expect(found(0, 16, 2)).toEqual([]);
    expect(found(5, 0, 0)).toEqual([]);
    expect(found(10, 16, 2, "/v1/labels?page_size=10")).toEqual([]);
    expect(found(6, 16, 2, "/v1/labels?page=2")).toEqual([]);
  });

  it("judges pages without page_size where page 1 shows the default size, or the whole of a shorter list", () => {
    const found = (held: number, total: number, pages: number, path = "/v1/labels?sort_dir=asc") =>
      pagesArithmetic({ rule: "pages", page: pageOf(path, held, total, pages) }).map(
        ({ received }) => received,
      );
    expect(found(12, 12, 2)).toEqual(["pages 2"]);
    expect(found(25, 25, 3)).toEqual(["pages 3"]);
    expect(found(0, 0, 2)).toEqual(["pages 2"]);
    expect(found(25, 60, 6)).toEqual(["pages 6"]);
    expect([found(12, 12, 1), found(0, 0, 0), found(25, 60, 3)].flat()).toEqual([]);
    // Another size than the default is another rule's matter.
    expect([found(50, 60, 2), found(10, 12, 2), found(30, 30, 1)].flat()).toEqual([]);
    // A later page does not show that the list is short.
    expect(found(12, 12, 2, "/v1/labels?page=2")).toEqual([]);
  });

  it("takes the page size that a target really serves where it makes a large one smaller", () => {
    const many = Array.from({ length: 120 }, (_, at) => sampleItem(`se-${at}`, at));
    const page = (from: number, number: number, pages: number, filter = "") => {
      const labels = many.slice(from, from + 50).map((item) => item.raw);
      const json = { labels, total: 120, page: number, pages, links: {} };
      const decoded = decodePage(
        sampleExchange({ path: `/v1/labels?page=${number}&page_size=100${filter}`, json }),
        "labels",
      );
      if (decoded.kind !== "page") throw new Error(decoded.why);
      return pagesArithmetic({ rule: "pages", page: decoded });
    };
    expect(page(0, 1, 3)).toEqual([]);
    expect(page(100, 3, 3)).toEqual([]);
    expect(page(0, 1, 2)).toHaveLength(1);
    // The total may ignore the filter.
    expect(page(0, 1, 2, "&service_code=a")).toEqual([]);
    expect(page(0, 1, 5, "&service_code=a")).toHaveLength(1);
    // A later page may be short because items are missing.
    expect(page(110, 2, 3)).toEqual([]);
    expect(page(80, 2, 2)).toEqual([]);
  });
});

describe("pagesAsShown", () => {
  const shown = (page: Page) => pagesAsShown({ rule: "arithmetic", page });

  it("finds nothing in conforming pages", () => {
    fc.assert(
      fc.property(worlds, queries, (items, query) => {
        expect(shown(servedPage(items, query))).toEqual([]);
      }),
    );
  });

  it("finds the page that holds more than its pages leave room for", () => {
    const first = { page: 1, size: 1, dir: "asc" } as const;
    const two = world.slice(0, 2).map(({ raw }) => raw);
    expect(shown(servedPage(world, first, { labels: two }))).toMatchObject([
      { rule: "arithmetic", received: `pages ${world.length}`, pointer: "/pages" },
    ]);
    expect(shown(servedPage(world, first, { labels: world.map(({ raw }) => raw), pages: 1 }))).toEqual([]);
  });

  it("finds the only page that is full and counts more than it holds", () => {
    const first = { page: 1, size: 4, dir: "asc" } as const;
    expect(shown(servedPage(world, first, { pages: 1 }))).toMatchObject([{ received: "pages 1" }]);
    expect(shown(servedPage(world, { ...first, size: 5 }, { pages: 1 }))).toEqual([]);
    expect(shown(servedPage(world, { ...first, page: 2 }, { pages: 1 }))).toEqual([]);
  });

  it("knows the size of a page that ends the list, and leaves open whether it is a full one of a smaller size", () => {
    const last = { page: 2, size: 3, dir: "asc" } as const;
    const pages = (count: number) =>
      shown(servedPage(world, last, { pages: count })).map(({ documented }) => documented);
    expect(pages(7)).toEqual(["pages is 2: 5 items in pages of 3"]);
    expect(pages(3)).toEqual([]);
    expect(shown(servedPage(world, { ...last, page: 1, size: 9 }, { pages: 2 }))).toMatchObject([
      { documented: "pages is 1: 5 items, all of them on page 1" },
    ]);
  });

  it("finds the page before the last that holds nothing", () => {
    const first = { page: 1, size: 1, dir: "asc" } as const;
    expect(shown(servedPage(world, first, { labels: [] }))).toMatchObject([
      { documented: `items on page 1 of ${world.length}`, received: "none" },
    ]);
    expect(shown(servedPage(world, { ...first, page: world.length }, { labels: [] }))).toEqual([]);
  });
});
