import { expect, it } from "vitest";
import { causes, type Found } from "./testing.js";

const operation = "v1ListLabels";
const alone: Found = { rule: "labels.filter.tag", operation, request: "GET /v1/labels?tag=gift&page=1" };
const combined: Found = {
  rule: "labels.filter.combined",
  operation,
  received: "se-7",
  request: "GET /v1/labels?tag=gift&carrier_id=se-1",
};
const total: Found = {
  rule: "labels.total",
  operation,
  received: "total 3",
  request: "GET /v1/labels?page=1&tag=gift",
};

it("a filter that fails alone is why pages fail to which it is sent along", () => {
  expect(causes([combined, total, alone])).toMatchObject([
    {
      title: "Not kept: What labels.filter.tag says in one sentence",
      rules: ["labels.filter.tag", "labels.filter.combined", "labels.total"],
    },
  ]);
});

it("pages that fail without it too, or with another filter that fails, are another matter", () => {
  const plain: Found = { ...total, request: "GET /v1/labels?page=2" };
  expect(causes([total, plain, alone]).map(({ rules }) => rules)).toEqual([
    ["labels.total"],
    ["labels.filter.tag"],
  ]);
  const other: Found = {
    ...alone,
    rule: "labels.filter.carrier_id",
    received: "se-9",
    request: "GET /v1/labels?carrier_id=se-1",
  };
  expect(causes([combined, alone, other])).toMatchObject([
    { title: expect.stringContaining("3 rules of labels.filter are broken") },
  ]);
});
