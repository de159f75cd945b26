import { describe, expect, it } from "vitest";
import { decodeItem, type Item } from "../../wire/decode.js";
import { clearTags } from "./shipments.js";

function shipment(...names: unknown[]): Item {
  const item = decodeItem({ shipment_id: "se-1", tags: names.map((name) => ({ name })) }, "shipment_id");
  if (item === null) throw new Error("not an item");
  return item;
}

describe("clearTags", () => {
  it("leaves out a tag that is a part of another, letter case aside, and blank ones", () => {
    expect(clearTags([shipment("rush", "Rush hour"), shipment("gift", ""), shipment(" spaced")])).toEqual([
      "Rush hour",
      "gift",
    ]);
    expect(clearTags([shipment("a"), shipment("A")])).toEqual([]);
  });

  it("lists each tag once", () => {
    expect(clearTags([shipment("gift"), shipment("gift", "frail")])).toEqual(["gift", "frail"]);
  });
});
