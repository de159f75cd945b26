import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

const difference = { rule: "shipment.list-by-id.identity", pointer: "/created_at" };
const list = (request: string) => ({ operation: "v1ListShipments", request });
const found = [
  { rule: "shipments.filter.created_at_start", ...list("GET /v1/shipments?created_at_start=2026-01-01") },
  { rule: "shipments.filter.created_at_end", ...list("GET /v1/shipments?created_at_end=2026-01-01") },
  { rule: "shipments.slice.asc", ...list("GET /v1/shipments?sort_dir=asc&sort_by=created_at") },
];

describe("a cause: a list shows another time than the record", () => {
  it("explains windows and slices, and comes with the difference first", () => {
    expect(causes([...found, difference])).toMatchObject([
      {
        kind: "member",
        title: "created_at of a shipment is another one in the list than by id",
        rules: [
          "shipment.list-by-id.identity",
          "shipments.filter.created_at_start",
          "shipments.filter.created_at_end",
          "shipments.slice.asc",
        ],
      },
    ]);
  });

  it("does not explain what is wrong under sort_by=modified_at or with other filters", () => {
    const others = [
      { rule: "shipments.filter.tag", ...list("GET /v1/shipments?tag=a") },
      { rule: "shipments.filter.combined", ...list("GET /v1/shipments?tag=a&sort_by=modified_at") },
    ];
    const [first] = causes([...others, difference, ...found]);
    expect(first?.rules).toHaveLength(4);
  });

  it("is none without a difference, and none where nothing else is wrong", () => {
    expect(causes(found).map(({ kind }) => kind)).not.toContain("member");
    const ofStatus = { ...difference, pointer: "/shipment_status" };
    expect(causes([ofStatus, ...found]).map(({ kind }) => kind)).not.toContain("member");
    expect(causes([difference])).toMatchObject([{ kind: "rule" }]);
  });
});
