import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: the pages of a list", () => {
  it("pages of one list, before those of another list and what is not about pages", () => {
    const found = [
      { rule: "labels.filter.batch_id", received: "all labels" },
      { rule: "labels.partition", received: "se-41 twice" },
      { rule: "paging.page_size.respected", received: "26 items" },
      { rule: "shipments.partition", received: "se-7 twice", operation: "v1ListShipments" },
    ];
    expect(causes(found).map(({ kind, title, rules }) => [kind, title, rules])).toEqual([
      [
        "paging",
        "The pages of GET /v1/labels are wrong: items lost or repeated and how many items they hold",
        ["labels.partition", "paging.page_size.respected"],
      ],
      ["rule", expect.any(String), ["labels.filter.batch_id"]],
      ["rule", expect.any(String), ["shipments.partition"]],
    ]);
  });

  it("a page 1 that is another one where it is not named comes before what it makes wrong", () => {
    const found = [
      { rule: "labels.default.page", received: "se-41" },
      { rule: "labels.partition", received: "se-41 twice" },
      { rule: "labels.total", received: "total 3" },
    ];
    expect(causes(found).map(({ title, rules }) => [title, rules])).toEqual([
      [
        "The pages of GET /v1/labels are wrong: page=1 (not the page that comes without it), items lost or repeated and total",
        ["labels.default.page", "labels.partition", "labels.total"],
      ],
    ]);
  });

  it("pages of one list in both generations, with what they say of themselves", () => {
    const v2 = { operation: "v2ListLabels" };
    const found = [
      { rule: "labels.slice.asc", received: "others" },
      { rule: "labels.partition.v2", received: "se-41 twice", ...v2 },
      { rule: "paging.page.echo", received: "page 3" },
      { rule: "paging.page.echo.v2", received: "page 3", ...v2 },
      { rule: "paging.links.next", received: "{}", pointer: "/links/next" },
      { rule: "paging.links.next", received: "{}", pointer: "/links/next", operation: "v1ListShipments" },
      { rule: "auth.order", received: "status 400" },
    ];
    expect(causes(found).map(({ title, rules }) => [title, rules])).toEqual([
      [
        "The pages of GET /v2/labels and GET /v1/labels are wrong: items lost or repeated, page and which items they hold",
        ["labels.partition.v2", "paging.page.echo", "paging.page.echo.v2", "labels.slice.asc"],
      ],
      ["The links of GET /v1/labels and GET /v1/shipments are wrong: next", ["paging.links.next"]],
      [expect.stringContaining("auth.order"), ["auth.order"]],
    ]);
  });

  it("with the items that only a filter finds, which other pages lack too", () => {
    const found = [
      { rule: "labels.slice.desc", received: "others" },
      { rule: "labels.default.all", received: "se-41 is missing" },
    ];
    expect(causes(found)).toMatchObject([
      {
        title:
          "The pages of GET /v1/labels are wrong: items that only a filter finds and which items they hold",
        rules: ["labels.default.all", "labels.slice.desc"],
      },
    ]);
  });

  it("under one way to sort, which the title names", () => {
    const request = "GET /v1/labels?page=1&sort_by=modified_at";
    const found = [
      { rule: "paging.total.matches-items", received: "total 3", request },
      { rule: "labels.sort-by.modified_at.partition", received: "se-41 is missing", request },
    ];
    expect(causes(found)).toMatchObject([
      {
        title:
          "The pages of GET /v1/labels under sort_by=modified_at are wrong: items lost or repeated and total",
        rules: ["labels.sort-by.modified_at.partition", "paging.total.matches-items"],
      },
    ]);
  });

  it("apart from what the items hold", () => {
    const found = [
      {
        rule: "money.field.amount",
        documented: "a number",
        received: '"7" (string)',
        pointer: "/labels/0/amount",
      },
      { rule: "paging.page_size.respected", received: "100 items", pointer: "/labels" },
    ];
    expect(causes(found).map(({ rules }) => rules)).toEqual([
      ["money.field.amount"],
      ["paging.page_size.respected"],
    ]);
  });

  it("counts of one list, apart from what its links keep", () => {
    const found = [
      { rule: "paging.total.matches-items", received: "total 6" },
      { rule: "paging.pages.arithmetic", received: "pages 1" },
      { rule: "paging.links.keep-filters", received: "no tag", pointer: "/links/next/href" },
    ];
    expect(causes(found)).toMatchObject([
      { title: "The counts of GET /v1/labels are wrong: pages and total" },
      { rules: ["paging.links.keep-filters"] },
    ]);
  });
});
