import { describe, expect, it } from "vitest";
import type { Item } from "../wire/decode.js";
import { leftOut, samePrefix, strangers, withoutEffect, wrongTotal } from "./label-warehouses.js";
import { sampleItem, servedPage } from "./testing.js";

/** Four labels of warehouse se-12 and two of se-34, on a shipment each. */
const PLACES = new Map<string, string | null>(
  ["se-12", "se-12", "se-12", "se-12", "se-34", "se-34"].map((place, at) => [`sh-${at}`, place]),
);
const ALL: readonly Item[] = [...PLACES.keys()].map((id, at) =>
  sampleItem(`la-${at}`, at, { shipment_id: id }),
);
const [OWN, OTHERS] = [ALL.slice(0, 4), ALL.slice(4)];
const pageOf = (items: readonly Item[], total: number | null = items.length) => ({
  ...servedPage(items, { page: 1, size: 6, dir: "asc" }),
  total,
});
const under = (items: readonly Item[], warehouse = "se-12") => ({
  rule: "r",
  exchanges: [pageOf(items).exchange],
  items,
  places: PLACES,
  warehouse,
});
const received = (findings: readonly { received: string }[]) => findings.map((one) => one.received);

describe("withoutEffect", () => {
  const judged = (items: readonly Item[], total: number | null, warehouse: string) =>
    withoutEffect({
      rule: "r",
      page: pageOf(items, total),
      all: ALL,
      places: PLACES,
      warehouse,
    });

  it("finds a page that is as the unfiltered list", () => {
    expect(received(judged(ALL, 6, "se-34"))).toEqual([
      "4 of 6 labels belong to shipments of other warehouses: la-0, la-1, la-2, la-3",
    ]);
    expect(judged(ALL, null, "se-34")).toHaveLength(1);
  });

  it("bears labels whose shipments were moved", () => {
    expect(judged(OTHERS, 2, "se-34")).toEqual([]);
    // Most belong here, or the list is shorter than the unfiltered one.
    expect(judged(ALL, 6, "se-12")).toEqual([]);
    expect(judged(ALL.slice(1), 5, "se-34")).toEqual([]);
  });
});

describe("strangers", () => {
  it("names the labels of other warehouses and of none, not those of unknown shipments", () => {
    const lost = sampleItem("la-9", 9, { shipment_id: "sh-9" });
    expect(strangers(under([...OWN, lost]))).toEqual([]);
    expect(received(strangers(under([...OWN, ...OTHERS])))).toEqual([
      "la-4, la-5; the shipment of la-4 shows warehouse se-34",
    ]);
    const nowhere = { ...under(OWN), places: new Map([...PLACES, ["sh-0", null]]) };
    expect(received(strangers(nowhere))).toEqual(["la-0; the shipment of la-0 shows warehouse null"]);
  });
});

describe("leftOut", () => {
  it("names what did not come, unless nothing came", () => {
    const { places: _, ...claim } = under(OWN.slice(1));
    expect(received(leftOut({ ...claim, due: OWN }))).toEqual(["without la-0"]);
    expect(leftOut({ ...claim, items: OWN, due: OWN })).toEqual([]);
    expect(leftOut({ ...claim, items: [], due: OWN })).toEqual([]);
  });
});

describe("wrongTotal", () => {
  it("accepts the number of labels that came and the number due", () => {
    const { places: _, ...claim } = under(OWN);
    const judged = (total: number | null, due = 4) =>
      wrongTotal({ ...claim, pages: [pageOf(OWN, total)], due });
    expect([judged(4), judged(null), judged(5, 5)]).toEqual([[], [], []]);
    expect(received(judged(6))).toEqual(["total 6"]);
  });
});

describe("samePrefix", () => {
  it("finds labels of warehouses that begin with the id", () => {
    expect(received(samePrefix(under(OWN, "se-1")))).toEqual(["labels of se-12: la-0, la-1, la-2, la-3"]);
  });

  it("bears single labels, and labels of any other warehouse", () => {
    expect(samePrefix(under(OWN.slice(2), "se-1"))).toEqual([]);
    expect(samePrefix(under(ALL, "se-1"))).toEqual([]);
  });
});
