import { describe, expect, it } from "vitest";
import { emptiedIn } from "./members-kept.js";

const before = {
  shipment_id: "se-1",
  shipment_status: "label_purchased",
  external_shipment_id: "order-1",
  warehouse_id: "se-7",
  tags: [{ name: "gift" }],
  carrier_id: "",
};

describe("members that a change emptied", () => {
  it("are those that are null, blank, an empty list or absent now", () => {
    const after = { ...before, external_shipment_id: "", tags: [], warehouse_id: null };
    expect(emptiedIn(before, after, "")).toEqual(["external_shipment_id", "warehouse_id", "tags"]);
    expect(emptiedIn(before, {}, "tags")).toEqual(["external_shipment_id", "warehouse_id"]);
  });

  it("are none that were empty before, that differ, or that the change is about", () => {
    const after = { ...before, carrier_id: null, warehouse_id: "se-8", tags: [] };
    expect(emptiedIn(before, after, "tags")).toEqual([]);
  });

  it("are none that the contract does not name", () => {
    expect(emptiedIn({ next_action: "tag" }, { next_action: null }, "tags")).toEqual([]);
  });
});
