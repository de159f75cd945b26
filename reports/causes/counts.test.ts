import { expect, it } from "vitest";
import { causes } from "./testing.js";

it("a cause: numbers of pages of many lists", () => {
  const pages = (rule: string, operation: string) => ({
    rule,
    operation,
    received: "pages 9",
    pointer: "/pages",
  });
  const found = [
    pages("paging.pages.arithmetic", "v1ListLabels"),
    pages("paging.pages.arithmetic", "v1ListShipments"),
    pages("paging.pages.arithmetic.v2", "v2ListTags"),
    { rule: "labels.total", received: "total 3", pointer: "/total" },
  ];
  expect(causes(found)).toMatchObject([
    {
      kind: "paging",
      title: "The counts of GET /v1/labels, GET /v1/shipments and GET /v2/tags are wrong: pages",
      rules: ["paging.pages.arithmetic", "paging.pages.arithmetic.v2"],
    },
    { rules: ["labels.total"] },
  ]);
});
