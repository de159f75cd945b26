import { describe, expect, it } from "vitest";
import { borrowed, changedAlone, exchanged, moved, restorationOf, withoutLine2 } from "./bodies.js";

const austin = { city_locality: "Austin", state_province: "TX", postal_code: "78701", country_code: "US" };
const boston = { city_locality: "Boston", state_province: "MA", postal_code: "02108", country_code: "US" };
const denver = { city_locality: "Denver", state_province: "CO", postal_code: "80202", country_code: "US" };
const berlin = { city_locality: "Berlin", state_province: "BE", postal_code: "10117", country_code: "DE" };

const body = (origin: object, returns: object) => ({
  warehouse_id: "se-1",
  name: "Dock",
  origin_address: { name: "Plimsoll origin", address_line1: "11 Plimsoll Quay", ...origin },
  return_address: { name: "Plimsoll return", address_line1: "22 Plimsoll Quay", ...returns },
});

describe("borrowed", () => {
  const at = (street: string) => ({ ...austin, name: "Yard", address_line1: street });
  const yard = (origin: string, returns: string) => ({
    name: "Yard",
    origin_address: at(origin),
    return_address: at(returns),
  });
  const streets = (others: readonly ReturnType<typeof yard>[], spent: readonly string[] = []) => {
    const { origin_address, return_address } = borrowed(body(austin, austin), others, spent);
    return [origin_address.address_line1, return_address.address_line1];
  };

  it("takes the addresses of another warehouse, those of two if each has both in one street", () => {
    expect(streets([yard("1 First", "2 First")])).toEqual(["1 First", "2 First"]);
    expect(streets([yard("2 First", "2 First"), yard("1 First", "1 First")])).toEqual(["1 First", "2 First"]);
  });

  it("leaves spent streets out where there are others", () => {
    const yards = [yard("2 First", "2 First"), yard("1 First", "1 First")];
    expect(streets([yard("3 First", "4 First"), ...yards], ["1 First", "2 First"])).toEqual([
      "3 First",
      "4 First",
    ]);
    expect(streets(yards, ["1 First", "2 First"])).toEqual(["1 First", "1 First"]);
  });

  it("keeps an address that no other fits", () => {
    expect(streets([])).toEqual(["11 Plimsoll Quay", "22 Plimsoll Quay"]);
  });
});

describe("moved", () => {
  it("puts the addresses in the places of other warehouses", () => {
    const other = { name: "Yard", origin_address: berlin, return_address: denver };
    const { origin_address, return_address } = moved(body(austin, austin), [other], [boston]);
    expect(origin_address).toMatchObject(berlin);
    expect(return_address).toMatchObject(denver);
  });

  it("takes places of shipments in the same country, each address one of its own", () => {
    const { origin_address, return_address } = moved(body(austin, austin), [], [berlin, boston, denver]);
    expect(origin_address).toMatchObject({ ...boston, name: "Plimsoll origin" });
    expect(return_address).toMatchObject({ ...denver, name: "Plimsoll return" });
  });

  it("exchanges the places of the two addresses if it knows no others", () => {
    const { origin_address, return_address } = moved(body(austin, boston), [], []);
    expect(origin_address).toMatchObject(boston);
    expect(return_address).toMatchObject(austin);
  });

  it("moves both addresses to another country rather than one of them only within its city", () => {
    const [inAustin, inBerlin] = [
      { ...austin, postal_code: "78702" },
      { ...berlin, postal_code: "10119" },
    ];
    const yards = [
      { name: "Yard", origin_address: berlin, return_address: inBerlin },
      { name: "Pier", origin_address: austin, return_address: inAustin },
    ];
    const { origin_address, return_address } = moved(body(austin, austin), yards, []);
    expect(origin_address).toMatchObject(berlin);
    expect(return_address).toMatchObject(inBerlin);
  });

  it("leaves an address where it is if no other has the same members", () => {
    const { origin_address } = moved(body(austin, austin), [], [{ ...boston, state_province: "" }]);
    expect(origin_address).toMatchObject({ ...austin, address_line1: "33 Plimsoll Quay" });
  });
});

describe("withoutLine2", () => {
  it("empties the second lines that were there before", () => {
    const before = body({ ...austin, address_line2: "Suite 5" }, { ...boston, address_line2: "" });
    const { origin_address, return_address } = withoutLine2(body(austin, boston), before) ?? body({}, {});
    expect(origin_address).toMatchObject({ address_line2: "" });
    expect(return_address).not.toHaveProperty("address_line2");
    expect(withoutLine2(body(austin, boston), body(austin, boston))).toBeNull();
  });
});

describe("changedAlone", () => {
  const before = body(austin, boston);

  it("changes the name and leaves the addresses as they are", () => {
    const { name, ...others } = changedAlone(before, "name");
    expect(name).not.toBe(before.name);
    expect({ ...others, name: before.name }).toEqual(before);
  });

  it("changes the street of one address", () => {
    const { return_address, ...others } = changedAlone(before, "return_address");
    expect(return_address).toEqual({ ...before.return_address, address_line1: "66 Plimsoll Quay" });
    expect({ ...others, return_address: before.return_address }).toEqual(before);
  });
});

it("exchanges the addresses of a body", () => {
  const { origin_address, return_address } = exchanged(body(austin, boston));
  expect(origin_address).toMatchObject(boston);
  expect(return_address).toMatchObject(austin);
});

describe("restorationOf", () => {
  const record = { name: "Dock", origin_address: austin, return_address: boston };
  const restored = (shown: typeof record) => restorationOf("se-1", { ...shown, record: shown })?.bodies ?? [];

  it("sends the documented members first where the addresses hold no others", () => {
    expect(restored(record)[0]).toEqual({ warehouse_id: "se-1", ...record });
  });

  it("sends everything first that an address held", () => {
    const origin_address = { ...austin, geolocation: [{ at: "pier 4" }], instructions: null };
    const { instructions: _, ...filled } = origin_address;
    const [first, second] = restored({ ...record, origin_address });
    expect(first).toMatchObject({ origin_address: filled });
    expect(second).toMatchObject({ origin_address: austin });
  });
});
