import { expect, it } from "vitest";
import { causes, type Found } from "./testing.js";

const operation = "v1ListLabels";
const byDefault: Found = {
  rule: "labels.default.sort-by",
  operation,
  request: "GET /v1/labels?page=1&page_size=9&sort_dir=asc",
};
const slice: Found = {
  rule: "labels.slice.desc",
  operation,
  received: "others",
  request: "GET /v1/labels?page=1&sort_dir=desc",
};

it("pages that are wrong only where a parameter is left out come of its default", () => {
  expect(causes([slice, byDefault])).toMatchObject([
    {
      title: "Not kept: What labels.default.sort-by says in one sentence",
      rules: ["labels.default.sort-by", "labels.slice.desc"],
    },
  ]);
});

it("those that name it have another cause", () => {
  const named: Found = { ...slice, request: "GET /v1/labels?sort_by=created_at" };
  expect(causes([slice, named, byDefault]).map(({ rules }) => rules)).toEqual([
    ["labels.slice.desc"],
    ["labels.default.sort-by"],
  ]);
});

it("a page 1 that only comes where it is named explains other defaults", () => {
  const page: Found = { rule: "labels.default.page", operation, request: "GET /v1/labels?page_size=9" };
  const size: Found = { rule: "labels.default.page-size", operation, request: "GET /v1/labels" };
  expect(causes([size, page])).toMatchObject([
    { rules: ["labels.default.page", "labels.default.page-size"] },
  ]);
});
