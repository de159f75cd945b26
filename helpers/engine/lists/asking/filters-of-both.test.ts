import { describe, expect, it } from "vitest";
import { labels } from "../../../contract/lists.js";
import { sampleItem } from "../../../oracles/testing.js";
import { filtersOfBoth } from "./filters-of-both.js";

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
  it("takes first what some of both meet together", () => {
    const [first = []] = setsOf(1);
    expect(first.length).toBeGreaterThan(0);
    for (const items of [OWN, OTHERS])
      expect(items.some(({ raw }) => first.every(({ filter }) => filter.meets(raw) === true))).toBe(true);
  });

  it("takes then another of the remaining parameters with each seed, by a value that few of our own have", () => {
    const asked = [1, 2].map((seed) => setsOf(seed)[1]?.map(({ query }) => query));
    expect(asked).toEqual([[{ batch_id: "se-3" }], [{ label_status: "voided" }]]);
  });

  it("takes a parameter alone that another one implies in the set", () => {
    const sent = (at: number, carrier_id: string, service_code: string) =>
      sampleItem(`la-${at}`, 100 * at, { carrier_id, service_code });
    const own = [0, 1, 2, 3].map((at) => sent(at, "se-1", "ground"));
    const others = [sent(6, "se-1", "ground"), sent(7, "se-2", "air")];
    const all = [...own, sent(4, "se-1", "express"), sent(5, "se-3", "sea")];
    const further = [1, 2].map((seed) =>
      Object.keys(filtersOfBoth(labels, all, others, {}, seed)[1]?.[0]?.query ?? {}),
    );
    expect(further.flat()).toContain("carrier_id");
    expect(further.flat()).not.toContain("service_code");
  });

  it("bounds leave out some of our own and let others in", () => {
    const bounds = setsOf(1)
      .flat()
      .filter(({ query }) => "created_at_start" in query || "created_at_end" in query);
    expect(bounds.length).toBeGreaterThan(0);
    for (const { filter } of bounds) {
      expect(OWN.some(({ raw }) => filter.meets(raw) === false)).toBe(true);
      expect(OTHERS.some(({ raw }) => filter.meets(raw) === true)).toBe(true);
    }
  });

  it("leaves out windows beside one that is asked for anyway", () => {
    expect(words().flat()).toContain("created_at_start");
    expect(words({ created_at_end: "2024-01-01T00:00:00Z" }).flat()).not.toContain("created_at_start");
  });
});
