import { expect, it } from "vitest";
import { causes } from "./testing.js";

it("several filters that are lost only behind the first page are one cause", () => {
  const found = (["status", "carrier_id", "tag"] as const).map((name) => ({
    rule: `labels.filter.${name}`,
    documented: `only items with ${name}`,
    received: "se-1",
    operation: "v1ListLabels",
    request: `GET /v1/labels?${name}=x&page=${name === "tag" ? 1 : 2}&page_size=5`,
  }));
  expect(causes(found).map(({ title, rules }) => [title, rules])).toEqual([
    [
      "GET /v1/labels: filters are lost behind the first page: status and carrier_id",
      ["labels.filter.status", "labels.filter.carrier_id"],
    ],
    [expect.any(String), ["labels.filter.tag"]],
  ]);
});
