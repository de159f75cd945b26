import { describe, expect, it } from "vitest";
import { labels } from "../../../contract/lists.js";
import { sampleItem, servedPage } from "../../../oracles/testing.js";
import type { Finding } from "../../../wire/exchange.js";
import { Unsettled } from "../../check/steady.js";
import { Reading } from "./reading.js";
import { judgeTogether } from "./together.js";

const items = [sampleItem("a", 1), sampleItem("b", 2)];
const facts = { items, whole: true, total: 2, size: 1, dir: "asc", asOf: null, filters: {} } as const;
const BREACH: Finding = {
  rule: "a.b",
  request: "",
  operation: null,
  documented: "",
  received: "",
  exchanges: [],
};

/** What is found of two pages that say these totals, walk by walk, and how long that took. */
async function foundOf(...totals: readonly (readonly [number, number])[]) {
  let walks = 0;
  let waited = 0;
  const pagesOf = async () => {
    const said = totals[Math.min(walks, totals.length - 1)] ?? [];
    walks += 1;
    return said.map((total, at) => ({ ...servedPage(items, { page: at + 1, size: 1, dir: "asc" }), total }));
  };
  const pace = {
    pause: async (ms: number) => {
      waited += ms;
    },
  };
  const found = await judgeTogether(pace, new Reading(labels, facts), pagesOf, () => [BREACH]);
  return { found: found.length, walks, waited };
}

describe("judgeTogether", () => {
  it("believes pages that say one total, without another look", async () => {
    expect(await foundOf([2, 2])).toEqual({ found: 1, walks: 1, waited: 0 });
  });

  it("asks again for pages that say different totals, until they say one", async () => {
    expect(await foundOf([2, 3], [2, 3], [3, 3])).toEqual({ found: 1, walks: 3, waited: 300 });
  });

  it("believes pages that say the same totals each time, also once caches have gone", async () => {
    expect(await foundOf([2, 3])).toEqual({ found: 1, walks: 5, waited: 2_100 });
  });

  it("gives up on pages whose totals keep changing", async () => {
    await expect(foundOf([2, 3], [3, 2])).rejects.toThrow(Unsettled);
  });
});
