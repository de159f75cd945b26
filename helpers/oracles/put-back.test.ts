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

  it("takes a member that is null for one that is missing", () => {
    const { address_line2: _, ...rest } = former.return_address;
    expect(notAsBefore(former, { ...former, return_address: rest })).toEqual([]);
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
