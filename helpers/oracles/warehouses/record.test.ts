import { expect, it } from "vitest";
import { furtherMembers, membersOf, recordIn, returnIndicator, texts } from "./record.js";

it("finds the record of a warehouse in a body, or in its wrapper", () => {
  const record = { warehouse_id: "se-1", name: "Dock" };
  expect(recordIn(record, "se-1")).toBe(record);
  expect(recordIn({ warehouse: record, other: { warehouse_id: "se-2" } }, "se-1")).toBe(record);
  expect(recordIn({ warehouse: { warehouse_id: "se-2" } }, "se-1")).toBeNull();
  expect(recordIn([record], "se-1")).toBeNull();
  expect(recordIn({ status: "success", data: { warehouse: record } }, "se-1")).toBe(record);
});

it("finds the members of a record among its attributes", () => {
  const record = { type: "warehouse", id: "se-1", attributes: { name: "Dock", origin_address: {} } };
  const due = { name: "Dock", origin_address: {}, return_address: null };
  expect(membersOf(recordIn({ data: record }, "se-1") ?? {})).toEqual(due);
  expect(recordIn({ data: record }, "se-2")).toBeNull();
  expect(membersOf(record)).toEqual(due);
});

it("says which members a record shows", () => {
  const address = { name: "Quay", phone: 5, address_residential_indicator: "no" };
  const shown = membersOf({ name: 5, return_address: address });
  expect(shown).toEqual({ name: null, origin_address: null, return_address: address });
  expect(returnIndicator(shown)).toBe("no");
  expect(returnIndicator(membersOf({}))).toBeNull();
  expect(texts(address)).toEqual({ name: "Quay" });
});

it("says what else an address holds, unless that is empty", () => {
  const address = { name: "Quay", address_residential_indicator: "no", instructions: null, tags: [] };
  expect(furtherMembers(address)).toEqual([]);
  expect(furtherMembers({ ...address, geolocation: [{ type: "pier" }], gate: 4 })).toEqual([
    "geolocation",
    "gate",
  ]);
});
