import { describe, expect, it } from "vitest";
import { labels, shipments } from "../../../contract/lists.js";
import { sampleItem } from "../../../oracles/testing.js";
import { dueUnder } from "./sieves.js";
import { boundTries, crossedBounds, EDGES } from "./window-tries.js";

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

describe("a bound in the same minute as an item outside it", () => {
  /** Clusters of some seconds, far apart, on whole minutes and hours. */
  const clustered = [0, 1, 2, 4, 3600, 3601, 3604, 7200].map((second, nth) =>
    sampleItem(`se-${nth}`, second),
  );
  const dueOf = (items: typeof clustered) =>
    EDGES.map((edge) => boundTries(items, "created_at", edge).map(({ sieve }) => dueUnder(items, sieve)));

  it("is asked for among items that stand close together", () => {
    expect(dueOf(clustered)).toEqual([[1], [4, 3]]);
  });

  it("is not asked for where the bound near an item is such a one", () => {
    const apart = [10, 30, 50].map((second, nth) => sampleItem(`se-${nth}`, second));
    expect(dueOf(apart)).toEqual([[1], [1]]);
  });
});
