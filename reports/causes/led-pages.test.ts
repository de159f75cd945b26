import { expect, it } from "vitest";
import { causes, type Found } from "./testing.js";

const operation = "v1ListShipments";
const slice: Found = {
  rule: "shipments.sort-by.modified_at",
  operation,
  request: "GET /v1/shipments?tag=gift&sort_by=modified_at&page=1",
};
const led: Found = {
  rule: "paging.links.next-equals-page-plus-1",
  operation,
  request: "GET /v1/shipments?page=2&shipment_status=any&sort_by=modified_at",
  documented: "the next link leads to the items of page 2: se-1",
};

it("a link that leads to a filtered page is wrong as that page is", () => {
  expect(causes([led, slice])).toMatchObject([
    {
      title:
        "The pages of GET /v1/shipments under sort_by=modified_at are wrong where the list is filtered: which items they hold",
      rules: ["shipments.sort-by.modified_at", "paging.links.next-equals-page-plus-1"],
    },
  ]);
});

it.each<[string, Found, Found]>([
  [
    "pages are wrong without a filter too",
    { ...slice, request: "GET /v1/shipments?sort_by=modified_at" },
    led,
  ],
  ["it is sorted in another way", slice, { ...led, request: "GET /v1/shipments?page=2&shipment_status=any" }],
])("but not where %s", (_, page, link) => {
  expect(causes([page, link])).toHaveLength(2);
});
