import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { notAsBefore } from "./put-back.js";

const former = { name: "Dock", return_address: { name: "Ada", address_line2: null, tags: ["a", "b"] } };

describe("notAsBefore", () => {
  it("finds nothing in the record as it was, wrapped or not, whatever else stands beside it", () => {
    const record = fc.record({ extra: fc.jsonValue(), own: fc.constant({ ...former, modified_at: "now" }) });
    fc.assert(
      fc.property(record, ({ extra, own }) => {
        expect(notAsBefore(former, own)).toEqual([]);
        expect(notAsBefore(former, { warehouse: own, extra: { meta: extra } })).toEqual([]);
      }),
    );
  });

  it("looks around the record for what that lacks", () => {
    const was = { note: "Bell", terms: "net 30", warehouse_id: "se-1" };
    const order = { warehouse_id: "se-1", details: { note: "Bell", terms: "net 30" } };
    expect(notAsBefore(was, { data: order })).toEqual([]);
    expect(notAsBefore(was, { ...order, warehouse_id: "se-2" })).toMatchObject([
      { pointer: "/warehouse_id" },
    ]);
  });

  it("takes a member that is null for one that is missing", () => {
    const { address_line2: _, ...rest } = former.return_address;
    expect(notAsBefore(former, { ...former, return_address: rest })).toEqual([]);
  });

  it.each([
    ["moment", "2025-03-03T08:15:30.120Z", "2025-03-03T08:15:30.120+00:00"],
    ["moment", "2025-03-03T08:15:30Z", "2025-03-03T09:15:30.000+01:00"],
    ["phone", "+44 20 7946 0902", "442079460902"],
    ["postal_code", "K1A 0B1", "k1a0b1"],
    ["address_line2", "", null],
    ["tags", [], null],
  ])("takes another spelling of the same %s for what it was", (name, before, after) => {
    expect(notAsBefore({ origin: { [name]: before } }, { origin: { [name]: after } })).toEqual([]);
    expect(notAsBefore({ [name]: before }, { [name]: after })).toEqual([]);
  });

  it.each([
    ["moment", "2025-03-03T08:15:30Z", "2025-03-04T08:15:30Z"],
    ["phone", "+44 20 7946 0902", "+44 20 7946 0903"],
    ["name", "Dock 1", "Dock-1"],
  ])("tells another %s", (name, before, after) => {
    expect(notAsBefore({ [name]: before }, { [name]: after })).toMatchObject([{ before, after }]);
  });

  it.each([
    ["another value", { ...former, name: "Quay" }, "/name"],
    [
      "a member too many",
      { ...former, return_address: { ...former.return_address, is: "no" } },
      "/return_address/is",
    ],
    ["a member too few", { name: "Dock" }, "/return_address"],
    ["no record at all", [], "/name"],
  ])("tells %s", (_, body, pointer) => {
    expect(notAsBefore(former, body)[0]).toMatchObject({ pointer });
  });
});
