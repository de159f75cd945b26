import fc from "fast-check";
import { expect, it } from "vitest";
import { shipments } from "../../../contract/lists.js";
import { sampleItem } from "../../../oracles/testing.js";
import { laterPage, twoValues } from "./default-sized.js";

it("chooses a page behind the first, full at the default size in long lists though some items be missing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 26, max: 20_000 }), (held) => {
      const page = laterPage(held);
      expect(page).toBeGreaterThanOrEqual(2);
      expect((page - 1) * 25).toBeLessThan(held);
      if (held >= 55) expect(page * 25).toBeLessThanOrEqual(held - 5);
      expect(page * 25).toBeLessThanOrEqual(10_000);
    }),
  );
});

it("chooses two values that more items have than a page of the default size holds", () => {
  const items = (both: number) =>
    Array.from({ length: both + 10 }, (_, at) =>
      sampleItem(`se-${at}`, at, {
        shipment_status: at < both ? "pending" : "cancelled",
        tags: at < both ? [{ name: "gift" }] : [],
      }),
    );
  expect(twoValues(shipments, items(31), 1)?.query).toEqual({ shipment_status: "pending", tag: "gift" });
  expect(twoValues(shipments, items(30), 1)).toBeNull();
});
