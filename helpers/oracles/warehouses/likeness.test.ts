import { describe, expect, it } from "vitest";
import type { Raw } from "../../wire/raw.js";
import {
  addressDifferences,
  differences,
  isNewlyLike,
  isShown,
  lateMembers,
  lostMembers,
} from "./likeness.js";
import { membersOf } from "./record.js";

const ORIGIN = { name: "Ann", address_line1: "11 Long Quay", phone: "555-0111", postal_code: "78701" };
const SENT = { name: "Dock", origin_address: ORIGIN, return_address: { ...ORIGIN, name: "Bob" } };

describe("differences", () => {
  const shown = (members: object) => membersOf({ ...SENT, ...members });

  it("names what one member shows other than was sent", () => {
    expect(differences(SENT, shown({ name: "Pier" }), "name")).toEqual(["name"]);
    const moved = { ...SENT.return_address, address_line1: "22 Long Quay" };
    expect(differences(SENT, shown({ return_address: moved }), "return_address")).toEqual(["address_line1"]);
    expect(differences(SENT, shown({ return_address: moved }), "origin_address")).toEqual([]);
  });

  it("names nothing that is not shown", () => {
    expect(differences(SENT, membersOf({}), "name")).toEqual([]);
    expect(differences(SENT, membersOf({}), "origin_address")).toEqual([]);
  });
});

describe("addressDifferences", () => {
  const differing = (shown: Raw) => addressDifferences(ORIGIN, { ...ORIGIN, ...shown });

  it("ignores spelling and what carriers' address forms change", () => {
    expect(differing({ name: "ANN", phone: "+1 (555) 0111" })).toEqual([]);
    expect(differing({ address_line1: "11 LG QUAY", postal_code: "78701-1234" })).toEqual([]);
    expect(differing({ company_name: "not sent", phone: null })).toEqual([]);
  });

  it("names members with another value", () => {
    expect(differing({ name: "Bob", address_line1: "Elsewhere 2" })).toEqual(["name", "address_line1"]);
    expect(differing({ postal_code: "02108" })).toEqual(["postal_code"]);
  });

  it("takes codes of states, and names without accents, for the names that were sent", () => {
    const sent = { state_province: "Nevada", city_locality: "Zürich", address_line1: "11 Plimsoll Quay" };
    const shown = { state_province: "NV", city_locality: "ZURICH", address_line1: "PLIMSOLL QUAY 11" };
    expect(addressDifferences(sent, shown)).toEqual([]);
    expect(addressDifferences({ state_province: "NV" }, { state_province: "New York" })).toEqual([
      "state_province",
    ]);
  });

  it("takes the former city for no other form of the one that was sent", () => {
    const isKept = (sent: string, former: string) => {
      const city = { city_locality: former };
      return addressDifferences({ city_locality: sent }, city, city).length > 0;
    };
    expect([isKept("San Jose", "San Diego"), isKept("New Haven", "New York")]).toEqual([true, true]);
    expect([isKept("Saint Louis", "St. Louis"), isKept("New York City", "New York")]).toEqual([false, false]);
    expect(addressDifferences({ city_locality: "San Jose" }, { city_locality: "SAN JOSE" })).toEqual([]);
  });

  it("tells streets with other numbers apart", () => {
    const sent = { address_line1: "11 Plimsoll Quay", address_line2: "Gate 11" };
    const shown = { address_line1: "22 Plimsoll Quay", address_line2: "Gate 22" };
    expect(addressDifferences(sent, shown)).toEqual(["address_line1", "address_line2"]);
  });

  it("compares the indicator only where it is yes or no", () => {
    const indicator = (value: string) => ({ address_residential_indicator: value });
    expect(addressDifferences(indicator("yes"), indicator("no"))).toHaveLength(1);
    expect(addressDifferences(indicator("yes"), indicator("unknown"))).toEqual([]);
  });
});

it("takes a warehouse as updated if nothing that it shows differs", () => {
  expect(isShown(SENT, membersOf(SENT))).toBe(true);
  expect(isShown(SENT, membersOf({}))).toBe(true);
  expect(isShown(SENT, membersOf({ ...SENT, name: "Yard" }))).toBe(false);
  expect(isShown(SENT, membersOf({ ...SENT, origin_address: { name: "Bob" } }))).toBe(false);
});

it("tells a warehouse that took on what was sent from one that another client changed", () => {
  const before = { name: "Yard", origin_address: { address_line1: "1 Hill" } };
  expect(isNewlyLike(SENT, before, before)).toBe(false);
  expect(isNewlyLike(SENT, before, { ...before, name: "Barn" })).toBe(false);
  expect(isNewlyLike(SENT, before, { ...before, name: "Dock" })).toBe(true);
  expect(isNewlyLike(SENT, before, { ...before, origin_address: ORIGIN })).toBe(true);
  expect(isNewlyLike(SENT, { name: "Dock" }, { name: "Dock" })).toBe(false);
});

describe("lostMembers", () => {
  const listOf = (...addresses: readonly Raw[]) => ({
    items: addresses.map((origin_address, at) => ({
      id: `se-${at + 1}`,
      createdAt: null,
      raw: { origin_address },
    })),
  });
  const { phone: _, ...without } = ORIGIN;
  const none = { id: "se-1", original: null, listBefore: null, listAfter: null };
  const lost = (readings: Partial<Parameters<typeof lostMembers>[0]>) =>
    lostMembers({ ...none, ...readings }, "origin_address", ORIGIN, without);

  it("knows members that the warehouse showed before", () => {
    expect(lost({})).toEqual([]);
    expect(lost({ original: membersOf(SENT) })).toEqual(["phone"]);
  });

  it("knows an indicator that the warehouse showed before", () => {
    const sent = { ...ORIGIN, address_residential_indicator: "no" };
    const lostOf = (before: Raw) =>
      lostMembers(
        { ...none, original: membersOf({ origin_address: before }) },
        "origin_address",
        sent,
        ORIGIN,
      );
    expect(lostOf({ ...ORIGIN, address_residential_indicator: "yes" })).toEqual([
      "address_residential_indicator",
    ]);
    expect(lostOf(ORIGIN)).toEqual([]);
  });

  it("takes an empty text that is not shown as kept", () => {
    const sent = { ...ORIGIN, phone: "" };
    expect(lostMembers({ ...none, original: membersOf(SENT) }, "origin_address", sent, without)).toEqual([]);
  });

  it("knows members that other warehouses show where this one is listed too", () => {
    const listBefore = listOf(without, ORIGIN);
    expect(lost({ listBefore })).toEqual([]);
    expect(lost({ listBefore, listAfter: listOf(without) })).toEqual(["phone"]);
    expect(lost({ listBefore, listAfter: listOf(ORIGIN) })).toEqual([]);
  });
});

describe("lateMembers", () => {
  const at = (street: string, name = "Dock") => {
    const address = { address_line1: street, city_locality: "Austin" };
    return { name, origin_address: address, return_address: address };
  };
  const [former, sent] = [at("1 Quay Street", "Pier"), at("2 Pine Road")];

  it("names what one place still shows as before and another one as sent", () => {
    expect(lateMembers(sent, former, sent, [former])).toEqual(["name", "origin_address", "return_address"]);
    expect(lateMembers(sent, sent, former, [former])).toEqual([]);
  });

  it("names what one place spoils, where both showed the same before", () => {
    const spoilt = (shown: string, both: [Raw, Raw] | null) => {
      const due = { ...sent, name: "Dock & Sons, north" };
      const pair = both && ([membersOf(both[0]), membersOf(both[1])] as const);
      return lateMembers(due, { ...due, name: shown }, due, [former], pair);
    };
    const pier = { name: "Pier" };
    expect(spoilt("Dock &amp; Sons, north", [pier, pier])).toEqual(["name"]);
    expect(spoilt("Dock & So…", [pier, pier])).toEqual([]);
    expect(spoilt("Dock & Sons, north (US)", [pier, pier])).toEqual([]);
    expect(spoilt("D***", [{ name: "P***" }, pier])).toEqual([]);
    expect(spoilt("Dock &amp; Sons, north", null)).toEqual([]);
  });

  it("names nothing that another client wrote, or that the other place does not show", () => {
    expect(lateMembers(sent, at("3 Oak Lane", "Yard"), sent, [former])).toEqual([]);
    const without = { name: null, origin_address: null, return_address: {} };
    expect(lateMembers(sent, former, without, [former])).toEqual([]);
    expect(lateMembers(sent, without, sent, [former])).toEqual([]);
  });
});
