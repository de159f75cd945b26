import { describe, expect, it } from "vitest";
import { labels, shipments } from "../../../contract/lists.js";
import { sampleItem } from "../../../oracles/testing.js";
import { dueUnder } from "./sieves.js";
import { crossedBounds } from "./window-tries.js";

/** Items that were created one after the other, each changed some time later. */
const changedAfter = (later: number) =>
  [100, 200, 300, 400, 500, 600].map((second, nth) =>
    sampleItem(`se-${nth}`, second, { modified_at: sampleItem("se-0", second + later).raw.created_at }),
  );

describe("a start of one time beside an end of the other", () => {
  it("tells the times apart, with few items due", () => {
    const items = changedAfter(150);
    const crossed = crossedBounds(shipments, items);
    expect(crossed.map(({ sieve }) => Object.keys(sieve.query))).toEqual([
      ["created_at_start", "modified_at_end"],
      ["modified_at_start", "created_at_end"],
    ]);
    for (const { parts } of crossed) expect([1, 2, 3]).toContain(dueUnder(items, ...parts));
  });

  it("is not asked for where no item was changed, or a list shows one time only", () => {
    expect(crossedBounds(shipments, changedAfter(0))).toEqual([]);
    expect(crossedBounds(labels, changedAfter(150))).toEqual([]);
  });
});
