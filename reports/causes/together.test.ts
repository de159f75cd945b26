import { expect, it } from "vitest";
import { causes, type Found } from "./testing.js";

const operation = "v1ListLabels";
const several = "GET /v1/labels?created_at_start=2026-01-01&created_at_end=2026-02-01&page=1";
const found: readonly Found[] = [
  { rule: "labels.filter.created_at_end", operation, request: several },
  {
    rule: "paging.links.keep-filters",
    operation,
    request: several,
    documented: "the next link leads to page 2",
  },
  { rule: "labels.filter.combined", operation, request: several },
];

it("filters that fail only beside others have one cause, with the links that keep several", () => {
  expect(causes(found)).toMatchObject([
    {
      title: "GET /v1/labels: filters fail only where several are sent together",
      rules: ["labels.filter.combined", "labels.filter.created_at_end", "paging.links.keep-filters"],
    },
  ]);
});

it("where one fails alone it is another matter", () => {
  const alone: Found = { rule: "labels.filter.tag", operation, request: "GET /v1/labels?tag=gift" };
  for (const { title } of causes([...found, alone])) expect(title).not.toContain("sent together");
});
