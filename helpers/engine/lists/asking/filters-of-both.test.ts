import { describe, expect, it } from "vitest";
import { labels } from "../../../contract/lists.js";
import { sampleItem } from "../../../oracles/testing.js";
import type { Item } from "../../../wire/decode.js";
import { filtersOfBoth } from "./filters-of-both.js";
import { dueUnder, type Sieve } from "./sieves.js";

const label = (at: number, label_status: string, batch_id: string) =>
  sampleItem(`la-${at}`, 100 * at, { status: label_status, batch_id });
const ALL = [
  label(0, "completed", "se-1"),
  label(1, "completed", "se-1"),
  label(2, "voided", "se-2"),
  label(3, "completed", "se-2"),
  label(4, "voided", "se-3"),
  label(5, "completed", "se-1"),
];
const [OWN, OTHERS] = [ALL.slice(0, 3), ALL.slice(3)];
const setsOf = (seed: number, beside = {}) => filtersOfBoth(labels, OWN, OTHERS, beside, seed);
const words = (beside = {}) => setsOf(1, beside).map((set) => set.map(({ query }) => Object.keys(query)[0]));

describe("filtersOfBoth", () => {
  const due = (items: readonly Item[], set: readonly Sieve[]) => dueUnder(items, ...set);

  it("makes sets that one of the others meets and in which each filter leaves out some of our own", () => {
    for (const set of [...setsOf(1), ...setsOf(2)]) {
      expect(due(OTHERS, set)).toBeGreaterThan(0);
      for (const one of set) {
        const rest = set.filter((other) => other !== one);
        expect(due(OWN, rest)).toBeGreaterThan(due(OWN, set));
      }
    }
  });

  it("has each parameter once, the largest set first", () => {
    const all = words().flat();
    expect(new Set(all).size).toBe(all.length);
    const sizes = setsOf(1).map((set) => set.length);
    expect(sizes).toEqual(sizes.toSorted((left, right) => right - left));
  });

  it("asks in another set for a parameter that another one implies", () => {
    const sent = (at: number, carrier_id: string, service_code: string) =>
      sampleItem(`la-${at}`, 100 * at, { carrier_id, service_code });
    const own = [0, 1, 2, 3].map((at) => sent(at, "se-1", at % 2 === 0 ? "ground" : "express"));
    const others = [sent(6, "se-1", "ground"), sent(7, "se-2", "air"), sent(8, "se-2", "sea")];
    const sets = filtersOfBoth(labels, own, others, { created_at_end: "2024-01-01T00:00:00Z" }, 1);
    expect(sets.map((set) => set.map(({ query }) => query))).toEqual([
      [{ service_code: "ground" }],
      [{ carrier_id: "se-2" }],
    ]);
  });

  it("leaves out windows beside one that is asked for anyway", () => {
    expect(words().flat()).toContain("created_at_start");
    expect(words({ created_at_end: "2024-01-01T00:00:00Z" }).flat()).not.toContain("created_at_start");
  });
});
