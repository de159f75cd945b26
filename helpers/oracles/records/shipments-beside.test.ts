import { describe, expect, it } from "vitest";
import { parseInstant } from "../../wire/instant.js";
import {
  isCancelled,
  isLeft,
  modifiedBefore,
  newlyCancelled,
  newlyTagged,
  strippedOf,
} from "./shipments-beside.js";

const shipment = (id: string, ...names: readonly string[]) => ({
  shipment_id: id,
  tags: names.map((name) => ({ name })),
});

const inStates = (...states: readonly string[]) =>
  states.map((status, at) => ({ shipment_id: `se-${at}`, shipment_status: status }));

const tagged = { id: "se-1", tag: "gift" };
const before = [
  shipment("se-1"),
  shipment("se-2", "gift"),
  shipment("se-3", "gift", "rush"),
  shipment("se-4"),
];

describe("shipments that lost a tag with another one", () => {
  it("are all that had it", () => {
    const after = [shipment("se-1"), shipment("se-2"), shipment("se-3", "rush"), shipment("se-4")];
    expect(strippedOf(tagged, before, after)).toEqual(["se-2", "se-3"]);
  });

  it("are none if one of them kept it: another client may have untagged the other", () => {
    const after = [shipment("se-2"), shipment("se-3", "gift")];
    expect(strippedOf(tagged, before, after)).toEqual([]);
  });

  it("are none if only one had it, or the others are no longer listed", () => {
    expect(strippedOf(tagged, before, [shipment("se-2")])).toEqual([]);
    expect(strippedOf(tagged, before, [])).toEqual([]);
  });

  it("do not count the shipment that was tagged", () => {
    const both = [shipment("se-1", "gift"), shipment("se-2", "gift")];
    expect(strippedOf(tagged, both, [shipment("se-1"), shipment("se-2")])).toEqual([]);
  });
});

it("finds shipments that have one of the tags now and did not before", () => {
  const after = [shipment("se-1", "gift"), shipment("se-2", "gift"), shipment("se-4", "rush", "gift")];
  expect(newlyTagged("se-1", ["gift", null], before, after)).toEqual(["se-4"]);
  expect(newlyTagged("se-1", ["gift", "rush"], before, [shipment("se-4", "rush", "gift")])).toEqual(["se-4"]);
  expect(newlyTagged("se-1", ["gift"], before, [shipment("se-9", "gift")])).toEqual([]);
});

it("finds shipments of any state that are cancelled now", () => {
  const before = inStates("pending", "label_purchased", "cancelled", "processing");
  const after = inStates("cancelled", "cancelled", "cancelled", "processing");
  expect(newlyCancelled(before, after)).toEqual(["se-0", "se-1"]);
  expect(newlyCancelled([{ shipment_id: "se-0" }], after)).toEqual([]);
});

it("knows a shipment that is cancelled from one that is not, and neither from one that does not show it", () => {
  const shown = [{ shipment_status: "cancelled" }, { shipment_status: "pending" }, {}];
  expect(shown.map(isCancelled)).toEqual([true, false, false]);
  expect(shown.map(isLeft)).toEqual([false, true, false]);
  expect(isCancelled(null)).toBe(false);
});

describe("shipments modified before a time", () => {
  it("are those that show an earlier one, by more than a list may round off", () => {
    const at = parseInstant("2026-03-01T10:00:00.500Z");
    const records = [
      { shipment_id: "se-1", modified_at: "2026-03-01T10:59:59.499+01:00" },
      { shipment_id: "se-2", modified_at: "2026-03-01T10:00:00Z" },
      { shipment_id: "se-3", modified_at: null },
    ];
    expect(at && modifiedBefore(records, at)).toEqual(["se-1"]);
  });
});
