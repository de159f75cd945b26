import { expect, it } from "vitest";
import { causes, type Found } from "./testing.js";

const operation = "v1ListLabels";
const short: Found = {
  rule: "paging.page_size.respected",
  operation,
  request: "GET /v1/labels?label_status=completed&page=1&page_size=44",
  documented: "page 1 of size 44 holds 44 of 129 items",
  received: "28 items",
};
const others: readonly Found[] = [
  {
    rule: "labels.total",
    operation,
    request: "GET /v1/labels?label_status=voided&page_size=100",
    documented: "total counts what the filter returns: 16",
    received: "total 31",
  },
  {
    rule: "labels.filter.batch_id",
    operation,
    request: "GET /v1/labels?batch_id=se-1&page=1&page_size=100",
    documented: "every item that meets batch_id=se-1",
    received: "0 came, without se-2",
  },
  {
    rule: "labels.filter.carrier_id",
    operation,
    request: "GET /v1/labels?carrier_id=se-1",
    documented: "only items with carrier_id=se-1",
    received: "se-3; se-3 has se-2",
  },
];

it("filtered pages that are not full, though more items follow, come of filtering pages that are cut already", () => {
  const [first, ...rest] = causes([...others, short]);
  expect(first?.title).toBe(
    "GET /v1/labels is cut into pages before it is filtered: pages are not full, though more items follow",
  );
  expect(first?.rules).toEqual(["paging.page_size.respected", "labels.total", "labels.filter.batch_id"]);
  expect(rest.map(({ rules }) => rules)).toEqual([["labels.filter.carrier_id"]]);
});

it.each<[string, readonly Found[]]>([
  ["alone", [short]],
  ["without a filter too", [...others, short, { ...short, request: "GET /v1/labels?page=1&page_size=44" }]],
  ["too long", [...others, { ...short, received: "50 items" }]],
])("pages that are short or long %s are another matter", (_, found) => {
  for (const { title } of causes(found)) expect(title).not.toContain("before it is filtered");
});
