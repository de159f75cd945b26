import { describe, expect, it } from "vitest";
import { emptiedBeside, formDifferences, identityDifferences, showsChanges } from "./forms.js";

const listed = {
  shipment_id: "se-1",
  shipment_status: "pending",
  created_at: "2025-03-01T10:00:00Z",
  modified_at: "2025-03-02T10:00:00.000Z",
  carrier_id: "",
  tags: [{ name: "gift" }, { name: "rush" }],
  total_weight: { value: 12, units: "ounce" },
  packages: [{ weight: { value: 12, units: "ounce" }, insured_value: { currency: "usd", amount: 0 } }],
};
const byId = {
  ...listed,
  created_at: "2025-03-01T11:00:00.000+01:00",
  tags: [{ name: "rush" }, { name: "gift" }],
  total_weight: { value: 12, unit: "ounce" },
  packages: [
    {
      package_code: "package",
      weight: { value: 12, unit: "ounce" },
      insured_value: { currency: "usd", amount: 0 },
      label_messages: { reference1: null },
    },
  ],
};

describe("identityDifferences", () => {
  it("finds nothing between the two documented forms", () => {
    expect(identityDifferences(listed, byId)).toEqual([]);
  });

  it.each([
    ["/shipment_id", { shipment_id: "se-2" }],
    ["/created_at", { created_at: "2025-03-01T10:00:01Z" }],
    ["/shipment_status", { shipment_status: "cancelled" }],
  ])("names %s", (pointer, damage) => {
    expect(identityDifferences(listed, { ...byId, ...damage }).map((claim) => claim.pointer)).toEqual([
      pointer,
    ]);
  });

  it("does not compare the status of a shipment that was modified in between, but its id still", () => {
    const modified = { ...byId, modified_at: "2025-03-02T10:00:05Z", shipment_status: "cancelled" };
    expect(identityDifferences(listed, modified)).toEqual([]);
    expect(identityDifferences(listed, { ...modified, shipment_id: "se-9" })).toHaveLength(1);
  });

  it("compares the status nevertheless where modified_at differs for every shipment", () => {
    const modified = { ...byId, modified_at: "2025-03-02T10:00:05Z", shipment_status: "cancelled" };
    const pair = { listed, byId: modified };
    const pairs = [pair, pair, pair, pair];
    expect([
      showsChanges([pair, pair]),
      showsChanges([...pairs, { listed, byId }]),
      showsChanges(pairs),
    ]).toEqual([true, true, false]);
    expect(identityDifferences(listed, modified, false)).toHaveLength(1);
  });

  it.each(["20250301T100000Z", "2025-03-01T10Z", "2025-W09-6T10:00:00Z", "2025-03-01T04:00:00"])(
    "takes a time in another form, or without its zone, for what may be the same: %s",
    (text) => {
      expect(identityDifferences(listed, { ...byId, created_at: text })).toEqual([]);
    },
  );

  it("takes a coarser print of the same time for the same", () => {
    expect(identityDifferences(listed, { ...byId, created_at: "2025-03-01T10:00:00.734512Z" })).toEqual([]);
  });
});

describe("identityDifferences of created_at in two precisions", () => {
  const at = (seconds: string) => ({ created_at: `2025-03-01T10:00:${seconds}Z` });
  const claims = (one: string, other: string) =>
    identityDifferences({ ...listed, ...at(one) }, { ...byId, ...at(other) });

  it("takes a time that is cut off for the same, in either form", () => {
    for (const cut of ["20", "20.7"])
      expect([...claims("20.703", cut), ...claims(cut, "20.703")]).toEqual([]);
  });

  it("names a time that is rounded up to a later one, in either form", () => {
    for (const later of ["21", "20.71"]) {
      expect(claims("20.703", later).map(({ pointer }) => pointer)).toEqual(["/created_at"]);
      expect(claims(later, "20.703")).toHaveLength(1);
    }
  });

  it("leaves rounding below a millisecond open", () => {
    expect(claims("20.703", "20.7026")).toEqual([]);
  });
});

describe("formDifferences", () => {
  it("finds nothing between the two documented forms", () => {
    expect(formDifferences(listed, byId)).toEqual([]);
  });

  it.each([
    ["/carrier_id", { carrier_id: "se-7" }],
    ["/total_weight/unit", { total_weight: { value: 12, unit: "gram" } }],
    ["/packages", { packages: [] }],
    ["/tags", { tags: [{ name: "gift" }] }],
    ["/modified_at", { modified_at: "2025-03-02T10:00:01Z", carrier_id: "se-7" }],
    ["/packages/0/weight/value", { packages: [{ weight: { value: 13, unit: "ounce" } }] }],
  ])("names %s", (pointer, damage) => {
    expect(formDifferences(listed, { ...byId, ...damage }).map((claim) => claim.pointer)).toEqual([pointer]);
  });

  it.each([
    ["a kind", { external_shipment_id: "a" }, { external_shipment_id: 7 }],
    ["null in the list", { confirmation: null }, { confirmation: "none" }],
    ["a kind below an array", { tags: [{ name: "gift" }] }, { tags: [{ name: 7 }] }],
    ["a unit", { total_weight: { value: 1, units: null } }, { total_weight: { value: 1, unit: "ounce" } }],
  ])("leaves to other rules what is not of its documented form: %s", (_, inList, ofId) => {
    expect(formDifferences({ ...listed, ...inList }, { ...byId, ...ofId })).toEqual([]);
  });

  it.each([
    ["null", { ship_to: { address_line2: null } }, { ship_to: { address_line2: "" } }],
    ["absent", {}, { service_code: "" }],
  ])("takes %s and empty for the same", (_, inList, ofId) => {
    expect(formDifferences({ ...listed, ...inList }, { ...byId, ...ofId })).toEqual([]);
  });

  it("names a chosen service that one form leaves out", () => {
    const chosen = { service_code: "usps_priority" };
    const left = formDifferences({ ...listed, ...chosen }, byId);
    const right = formDifferences(listed, { ...byId, ...chosen });
    expect([...left, ...right].map(({ received }) => received)).toEqual(["nothing", '"usps_priority"']);
  });

  it("leaves members that the contract does not name alone", () => {
    expect(formDifferences({ ...listed, etag: "a" }, { ...byId, etag: "b" })).toEqual([]);
  });
});

describe("members of a shipment that a change of another one emptied", () => {
  const shipment = { external_shipment_id: "order-1", warehouse_id: "se-7", tags: [{ name: "gift" }] };

  it("are none but those that the contract names, without the one that was changed", () => {
    expect(emptiedBeside(["tags"], { ...shipment, next_action: "tag" }, {})).toEqual([
      "external_shipment_id",
      "warehouse_id",
    ]);
  });
});
