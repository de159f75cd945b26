import { describe, expect, it } from "vitest";
import { decodeOpenPage, type Page } from "../../wire/decode.js";
import { sampleExchange } from "../testing.js";
import { openTotals, totalByEnd } from "./open-totals.js";

/** A page that holds these ids; an empty id stands for an item without one. */
function page(total: number | null, ...ids: readonly string[]): Page {
  const json = { things: ids.map((id) => (id === "" ? { name: "x" } : { thing_id: id })), total };
  const read = decodeOpenPage(sampleExchange({ path: "/v2/things", json }), "thing_id");
  if (read.kind !== "page") throw new Error(read.why);
  return read;
}

function received(whole: boolean, ...pages: readonly Page[]): readonly string[] {
  const [sample] = pages;
  if (sample === undefined) throw new Error("a walk has a page");
  return openTotals({ rule: "r", sample, walk: { pages, whole } }).map((finding) => finding.received);
}

describe("the total of a long list, by its last page", () => {
  const read = (number: number, total: number, ...ids: readonly string[]): Page => {
    const json = { things: ids.map((thing_id) => ({ thing_id })), total, pages: 4 };
    const path = `/v2/things?page=${number}&page_size=9`;
    const decoded = decodeOpenPage(sampleExchange({ path, json }), "thing_id");
    if (decoded.kind !== "page") throw new Error(decoded.why);
    return decoded;
  };
  const told = (total: number, pages: readonly (readonly string[])[], end: readonly string[]) =>
    totalByEnd({
      rule: "r",
      pages: pages.map((ids, at) => read(at + 1, total, ...ids)),
      end: read(4, total, ...end),
    }).map(({ received }) => received);
  const full = [
    ["a", "b"],
    ["c", "d"],
  ];

  it("counts the pages before it as full", () => {
    expect(told(7, full, ["g"])).toEqual([]);
    expect(told(8, full, ["g"])).toEqual(["total 8"]);
    expect(told(7, full, [])).toEqual(["total 7"]);
  });

  it("is not judged where pages differ in size", () => {
    expect(told(9, [["a", "b"], ["c"]], ["g"])).toEqual([]);
  });
});

describe("the total of an open list", () => {
  it("is the number of items, with or without ids", () => {
    expect(received(true, page(3, "a", "b"), page(3, "c"))).toEqual([]);
    expect(received(true, page(2, "", ""))).toEqual([]);
    expect(received(true, page(null, "a"))).toEqual([]);
    expect(received(true, page(3, "a", "b"), page(4, "c"))).toEqual(["total 4"]);
  });

  it("holds on an empty page behind the last too", () => {
    const walk = { pages: [page(3, "a", "b"), page(3, "c")], whole: true };
    const told = (total: number | null) => openTotals({ rule: "r", sample: page(total), walk });
    expect([told(3), told(null)]).toEqual([[], []]);
    expect(told(0)).toMatchObject([{ received: "total 0" }]);
  });

  it("is told with the size of the pages that were walked", () => {
    const pages = [page(4, "a", "b"), page(4, "c")];
    const [sample] = pages;
    if (sample === undefined) throw new Error("a walk has a page");
    const [found] = openTotals({ rule: "r", sample, walk: { pages, whole: true } });
    expect(found?.documented).toBe(
      "total 3, the number of items that a walk over 2 pages of up to 2 collects",
    );
  });

  it("is not exceeded by a part of the list", () => {
    expect(received(false, page(9, "a", "b"))).toEqual([]);
    expect(received(false, page(1, "a", "b"))).toEqual(["total 1"]);
  });

  it("counts each item once", () => {
    expect(received(true, page(3, "a", "b"), page(3, "b", "c"))).toEqual(["twice: b"]);
    expect(received(true, page(3, "a", "a"))).toEqual(["twice: a"]);
  });

  it("is not blamed for a page that brings nothing new though the list counts more", () => {
    expect(received(true, page(4, "a", "b"), page(4, "a", "b"))).toEqual([
      "only items that came before: a, b",
    ]);
    expect(received(false, page(9, "a", "b"), page(9, "c", "d"), page(9, "a", "b"))).toEqual([
      "only items that came before: a, b",
    ]);
    expect(received(true, page(5, "a", "b"), page(5))).toEqual(["total 5"]);
  });

  it("is not touched by the last page coming again behind the last", () => {
    expect(received(true, page(2, "a", "b"), page(2, "a", "b"))).toEqual([]);
  });
});
