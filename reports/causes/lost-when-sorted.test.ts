import { expect, it } from "vitest";
import { causes, type Found } from "./testing.js";

const operation = "v1ListLabels";
const walk: Found = {
  rule: "labels.partition",
  operation,
  request: "GET /v1/labels?sort_by=created_at&page=1",
  received: "se-1, se-2; missing: se-3",
};
const others: readonly Found[] = [
  { rule: "labels.default.sort-by", operation, request: "GET /v1/labels?page=1", received: "se-3" },
  { rule: "paging.total.matches-items", operation, request: "GET /v1/labels", received: "total 3" },
  {
    rule: "labels.filter.tag",
    operation,
    request: "GET /v1/labels?tag=gift&sort_by=modified_at",
    received: "0 came, without se-3, which has gift",
  },
];

it("what is lost wherever sort_by is given has one cause", () => {
  expect(causes([...others, walk])).toMatchObject([
    {
      title: "GET /v1/labels loses items where sort_by is given; without it, they come",
      rules: [
        "labels.partition",
        "labels.default.sort-by",
        "paging.total.matches-items",
        "labels.filter.tag",
      ],
    },
  ]);
});

it.each<[string, readonly Found[]]>([
  ["walks without it lose items too", [...others, walk, { ...walk, request: "GET /v1/labels?page=1" }]],
  ["nothing shows more without it", [walk, ...others.slice(2)]],
])("but not where %s", (_, found) => {
  for (const { title } of causes(found)) expect(title).not.toContain("loses items");
});
