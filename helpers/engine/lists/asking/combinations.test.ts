import { describe, expect, it } from "vitest";
import { labels } from "../../../contract/lists.js";
import { sampleItem } from "../../../oracles/testing.js";
import { besideAnother } from "./combinations.js";
import { sieveOf, valuesOf } from "./sieves.js";

describe("besideAnother", () => {
  it("asks for a value that one item has, beside what another one has most of", () => {
    const items = [
      sampleItem("la-1", 1, { tracking_number: "1", carrier_id: "se-1", service_code: "post" }),
      sampleItem("la-2", 2, { tracking_number: "2", carrier_id: "se-2" }),
    ];
    const own = valuesOf(labels, items, "tracking_number").flatMap(
      ([value]) => sieveOf(labels, "tracking_number", value) ?? [],
    );
    const asked = besideAnother(labels, items, own).map(({ query }) => query);
    expect(Object.assign({}, ...asked)).toEqual({
      tracking_number: "2",
      carrier_id: "se-1",
      service_code: "post",
    });
    expect(besideAnother(labels, items.slice(1), own)).toEqual([]);
  });
});
