import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: links of many lists", () => {
  it("links of several lists", () => {
    const next = { received: "{}", pointer: "/links/next" };
    const found = [
      { rule: "paging.links.next", ...next },
      { rule: "paging.links.next", ...next, operation: "v1ListShipments" },
      {
        rule: "paging.links.keep-filters",
        documented: "the next link leads to page 2",
        received: "status 400",
      },
      { rule: "batches.envelope", received: "page 9", pointer: "/links/last/href", operation: "v2ListTags" },
    ];
    expect(causes(found)).toMatchObject([
      {
        kind: "paging",
        title: "The links of GET /v1/labels, GET /v1/shipments and GET /v2/tags are wrong: next and last",
        rules: ["paging.links.next", "paging.links.keep-filters", "batches.envelope"],
      },
    ]);
  });
});
