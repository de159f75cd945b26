import { describe, expect, it } from "vitest";
import type { Item } from "../../../wire/decode.js";
import { addsUp } from "./totals.js";

const itemsOf = (...ids: readonly string[]): readonly Item[] =>
  ids.map((id) => ({ id, createdAt: null, raw: {} }));
const page = (total: number, ...ids: readonly string[]) => ({ items: itemsOf(...ids), total });

describe("addsUp", () => {
  const part = { items: itemsOf("a", "b", "c") };

  it("holds for pages that hold what is judged and count it", () => {
    expect(addsUp([page(3, "a", "b"), page(3, "c")], part)).toBe(true);
  });

  it("does not hold if a page counts other than the pages hold", () => {
    expect(addsUp([page(3, "a", "b"), page(4, "c")], part)).toBe(false);
  });

  it("does not hold for a whole list of which a quiet window is judged, without what came since", () => {
    expect(addsUp([page(4, "a", "b"), page(4, "c", "d")], part)).toBe(false);
  });
});
