import { describe, expect, it } from "vitest";
import type { Item } from "../../wire/decode.js";
import { sampleItem, servedPage } from "../testing.js";
import {
  groupsOf,
  leftOut,
  nothingComes,
  samePrefix,
  strangers,
  withoutEffect,
  wrongTotal,
} from "./label-warehouses.js";

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
const under = (items: readonly Item[], warehouse = "se-12", total?: number | null) => ({
  rule: "r",
  exchanges: [pageOf(items).exchange],
  pages: [pageOf(items, total)],
  items,
  places: PLACES,
  warehouse,
  due: warehouse === "se-34" ? OTHERS : OWN,
});
const received = (findings: readonly { received: string }[]) => findings.map((one) => one.received);

describe("groupsOf", () => {
  it("finds each warehouse with its labels, the smallest with enough labels first", () => {
    expect(groupsOf(ALL, PLACES)).toEqual([
      { warehouse: "se-12", due: OWN },
      { warehouse: "se-34", due: OTHERS },
    ]);
    const third = sampleItem("la-9", 9, { shipment_id: "sh-5" });
    const sizes = groupsOf([...ALL, third], PLACES).map(({ due }) => due.length);
    expect(sizes).toEqual([3, 4]);
  });

  it("leaves out labels of shipments that are unknown or name no warehouse", () => {
    const lost = sampleItem("la-9", 9, { shipment_id: "sh-9" });
    expect(groupsOf([lost], PLACES)).toEqual([]);
    expect(groupsOf([lost], new Map([["sh-9", null]]))).toEqual([]);
  });
});

describe("nothingComes", () => {
  const full = { ...under([]), warehouse: "se-56" };

  it("finds a filter under which no warehouse has a label", () => {
    expect(received(nothingComes([under([]), full]))).toEqual([
      "no label, for this warehouse and for every other",
    ]);
  });

  it("bears one warehouse, a small one, and labels of any", () => {
    expect(nothingComes([full])).toEqual([]);
    expect(nothingComes([under([], "se-34"), full])).toEqual([]);
    expect(nothingComes([under(OWN), full])).toEqual([]);
  });
});

describe("withoutEffect", () => {
  const judged = (items: readonly Item[], total: number | null, warehouse: string) =>
    withoutEffect(under(items, warehouse, total), ALL.length);

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
  it("names what did not come, of an empty list only where several were due", () => {
    expect(received(leftOut(under(OWN.slice(1))))).toEqual(["without la-0"]);
    expect(leftOut(under(OWN))).toEqual([]);
    expect(received(leftOut(under([])))).toEqual(["without la-0, la-1, la-2, la-3"]);
    expect(leftOut({ ...under([]), due: OWN.slice(2) })).toEqual([]);
  });
});

describe("wrongTotal", () => {
  it("accepts the number of labels that came and the number due", () => {
    const judged = (total: number | null, due = OWN) => wrongTotal({ ...under(OWN, "se-12", total), due });
    expect([judged(4), judged(null), judged(5, ALL.slice(0, 5))]).toEqual([[], [], []]);
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
