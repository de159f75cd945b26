import { describe, expect, it } from "vitest";
import { datedBy } from "./dated.js";
import { sampleItem } from "./samples.js";
import { cutsTie, tieBorder } from "./ties.js";

/** Items created at these seconds, in no order of time. */
function items(...seconds: readonly number[]) {
  const dated = datedBy(seconds.map((second, at) => sampleItem(`se-${at + 1}`, second)));
  if (dated === null) throw new Error("an item shows no created_at");
  return dated.toReversed();
}

describe("pages that end between items of one time", () => {
  it("are told from those that do not, in both directions", () => {
    const five = items(1, 2, 3, 3, 4);
    expect(cutsTie(five, { dir: "asc", size: 3 })).toBe(true);
    expect(cutsTie(five, { dir: "desc", size: 2 })).toBe(true);
    expect(cutsTie(five, { dir: "asc", size: 2 })).toBe(false);
    expect(cutsTie(five, { dir: "desc", size: 3 })).toBe(false);
    expect(cutsTie(five, { dir: "asc", size: 5 })).toBe(false);
  });

  it("are found from the nearer end of the list, no larger than they may be", () => {
    expect(tieBorder(items(1, 2, 3, 3, 4), 5)).toEqual({ dir: "desc", size: 2 });
    expect(tieBorder(items(1, 1, 3, 4, 4, 5), 5)).toEqual({ dir: "asc", size: 1 });
    expect(tieBorder(items(1, 2, 3, 3, 4), 1)).toBeNull();
    expect(tieBorder(items(1, 2, 3), 5)).toBeNull();
    expect(tieBorder(items(), 5)).toBeNull();
  });
});
