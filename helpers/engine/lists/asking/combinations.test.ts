import { describe, expect, it } from "vitest";
import { shipments } from "../../../contract/lists.js";
import { sampleItem } from "../../../oracles/testing.js";
import { strangers } from "./combinations.js";
import { sieveOf } from "./sieves.js";

const sample = (at: number, shipment_status: string, tag: string) =>
  sampleItem(`se-${at}`, 100 * at, { shipment_status, tags: [{ name: tag }] });
const asked = (items: Parameters<typeof strangers>[1], sets: Parameters<typeof strangers>[2]) =>
  strangers(shipments, items, sets, 1).map((set) => Object.assign({}, ...set.map(({ query }) => query)));

describe("strangers", () => {
  const items = [
    sample(1, "pending", "early"),
    sample(2, "pending", "early"),
    sample(3, "pending", "none"),
    sample(4, "cancelled", "late"),
    sample(5, "cancelled", "late"),
    sample(6, "cancelled", "late"),
  ];

  it("asks for two values that never occur together, where one parameter belongs to the other", () => {
    expect(asked(items, [])).toEqual([{ shipment_status: "pending", tag: "late" }]);
  });

  it("leaves out parameters that a set has together", () => {
    const set = [sieveOf(shipments, "tag", "early"), sieveOf(shipments, "shipment_status", "pending")];
    expect(asked(items, [set.flatMap((sieve) => sieve ?? [])])).toEqual([]);
  });

  it("asks for a value that only one item has beside each other filter that this item fails", () => {
    const own = items.map((item, at) => ({ ...item, raw: { ...item.raw, tags: [{ name: `tag-${at}` }] } }));
    const sets = asked(own, []);
    expect(sets.map((query) => Object.keys(query).sort())).toEqual([
      ["shipment_status", "tag"],
      ["created_at_start", "tag"],
      ["created_at_end", "tag"],
    ]);
  });
});
