import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IGNORED_BESIDE_BATCH, shipments } from "../../../contract/lists.js";
import { worlds } from "../../../oracles/testing.js";
import { leavingOut, windowsOutside } from "./leaving-out.js";
import { surelyMeeting } from "./sieves.js";

const members = worlds
  .filter(({ length }) => length > 0)
  .map((items) =>
    items.map((item, at) => ({
      ...item,
      raw: {
        ...item.raw,
        modified_at: item.raw.created_at,
        shipment_status: at % 2 === 0 ? "pending" : "label_purchased",
        tags: [{ name: at % 2 === 0 ? "one" : "other" }],
      },
    })),
  );

describe("leavingOut", () => {
  it("finds a value of each parameter that some item does not meet", () => {
    fc.assert(
      fc.property(members, fc.nat(3), (items, turn) => {
        for (const parameter of IGNORED_BESIDE_BATCH) {
          const sieve = leavingOut(shipments, parameter, items, items, turn);
          expect(Object.keys(sieve?.query ?? {})).toEqual([parameter]);
          const met = sieve === null ? items : surelyMeeting(items, sieve.filter);
          expect(met.length).toBeLessThan(items.length);
          if (parameter.endsWith("_at_start") || parameter.endsWith("_at_end")) expect(met).toEqual([]);
        }
      }),
    );
  });

  it("finds none without items", () => {
    expect(leavingOut(shipments, "created_at_end", [], [], 0)).toBeNull();
  });
});

describe("windowsOutside", () => {
  it("lie beside all items, for times of which both bounds are asked for", () => {
    fc.assert(
      fc.property(members, fc.constantFrom("before" as const, "after" as const), (items, side) => {
        const windows = windowsOutside(shipments, items, IGNORED_BESIDE_BATCH, side);
        expect(windows).toHaveLength(2);
        for (const { filter, query } of windows) {
          expect(surelyMeeting(items, filter)).toEqual([]);
          const [start = "", end = ""] = Object.values(query).map(String);
          expect(Date.parse(start)).toBeLessThan(Date.parse(end));
        }
        expect(windowsOutside(shipments, items, ["created_at_start", "modified_at_end"], side)).toEqual([]);
      }),
    );
  });
});
