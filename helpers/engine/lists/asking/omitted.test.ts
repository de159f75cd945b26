import { describe, expect, it } from "vitest";
import { labels } from "../../../contract/lists.js";
import { omittedFrom } from "./omitted.js";
import { without } from "./pages.js";
import { sieveOf } from "./sieves.js";
import type { Try } from "./tries.js";

const sieve = sieveOf(labels, "carrier_id", "se-1");
if (sieve === null) throw new Error("no filter");
const one: Try = { sieve, pages: 1, sort: { sort_dir: "asc", sort_by: "created_at" } };
const drawn = (due: number, tried = one) => [1, 2, 3, 4].map((seed) => omittedFrom(seed, tried, due, 100));

describe("omittedFrom", () => {
  it("leaves page and page_size out in some of four seeds, and gives both in one", () => {
    const all = drawn(3);
    for (const name of ["page", "page_size"] as const)
      expect(all.filter((names) => names.includes(name))).toHaveLength(2);
    expect(all.filter((names) => !names.includes("page") && !names.includes("page_size"))).toHaveLength(1);
  });

  it("gives page_size where more may be due than fits on a page of the default size", () => {
    expect(drawn(21).flat()).not.toContain("page_size");
  });

  it("leaves nothing out of lists of several pages", () => {
    expect([...drawn(100), ...drawn(3, { ...one, pages: 2 })].flat()).toEqual([]);
  });

  it("keeps the direction of values", () => {
    expect(drawn(3).flat()).not.toContain("sort_dir");
  });
});

it("takes parameters out of a query", () => {
  expect(without({ page: 1, tag: "gift" }, ["page", "page_size"])).toEqual({ tag: "gift" });
});
