import { describe, expect, it } from "vitest";
import { complianceOf } from "../compliance.js";
import { brokenRun, hostileRun, runWithBroken } from "../testing/scenes.js";
import { causes } from "./testing.js";

describe("the causes of broken rules", () => {
  it("what a reason says of the same request and status could not be judged for it", () => {
    const found = [
      { rule: "a.rule", documented: "accepted", received: "status 400 (no)", request: "PUT /v1/totes/se-1" },
    ];
    const open = {
      "b.same": "PUT /v1/totes/se-1 was answered with 400",
      "b.status": "PUT /v1/totes/se-1 was answered with 404",
      "b.request": "PUT /v1/totes/se-12 was answered with 400",
    };
    expect(causes(found, open).map(({ blocks }) => blocks)).toEqual([["b.same"]]);
  });

  it("a list that cannot be read, a record and a time: what needs them cannot be judged", () => {
    const of = { operations: ["v1ListLabels"] };
    const found = [
      { rule: "paging.array-name", documented: "an array", received: "{}", pointer: "/labels" },
      { rule: "shipment.field.packages", documented: "an array", received: "{}", pointer: "/packages" },
      {
        rule: "shipment.field.modified_at",
        documented: "a timestamp",
        received: "7",
        pointer: "/modified_at",
      },
    ];
    const open = {
      "label.field.status": "needs one label",
      "shipment.field.packages.weight": "needs a shipment with a package",
      "shipments.sort-by.modified_at": "needs two shipments",
      "shipments.other": "needs a shipment that modified_at_start leaves out",
      "shipments.tag": "needs a shipment with a tag",
    };
    const facts = { "label.field.status": of };
    expect(causes(found, open, {}, facts).map(({ rules, blocks }) => [rules, blocks])).toEqual([
      [["shipment.field.modified_at"], ["shipments.sort-by.modified_at", "shipments.other"]],
      [["paging.array-name"], ["label.field.status"]],
      [["shipment.field.packages"], ["shipment.field.packages.weight"]],
    ]);
  });

  it("says that a body came from the user, where the contract does not show it", () => {
    const found = [
      { rule: "purchase-orders.applied", received: "as before", operation: "v2UpdatePurchaseOrder" },
      { rule: "shipments.total", received: "3", operation: "v1ListShipments" },
    ];
    expect(causes(found, {}, { bodies: ["v2UpdatePurchaseOrder"] }).map(({ fix }) => fix)).toEqual([
      "first see whether the body that you gave for v2UpdatePurchaseOrder is right: the contract does not show it",
      null,
    ]);
  });

  it("that keep most from being judged first, by the rule or the array that a reason names", () => {
    const found = [
      { rule: "webhooks.v2.put.name", received: "the old name" },
      { rule: "webhooks.v2.put.url", received: "the old url" },
      { rule: "labels.partition", received: "se-41 twice" },
      { rule: "paging.array-name", received: "none", pointer: "/reports" },
    ];
    const open = {
      "labels.slice.asc": "what the list holds is unknown; see labels.partition and paging.total",
      "labels.slice.desc": "what the list holds is unknown; see labels.partition.",
      "labels.total": "see labels.partition",
      "labels.filter.tag": "see labels.partition.of-another",
      "reports.order": 'GET /v1/reports could not be read: the body has no array "reports"',
    };
    expect(causes(found, open).map(({ rules: [first], blocks }) => [first, blocks])).toEqual([
      ["labels.partition", ["labels.slice.asc", "labels.slice.desc", "labels.total"]],
      ["paging.array-name", ["reports.order"]],
      ["webhooks.v2.put.name", []],
    ]);
  });

  it("a rule goes where most of its findings go", () => {
    const found = [
      { rule: "operation.v2ListTotes", operation: "v2ListTotes", received: "status 404" },
      { rule: "auth.key.wrong.every-operation.v2", operation: "v2ListTotes", received: "status 404" },
      { rule: "auth.key.wrong.every-operation.v2", operation: "v2ListTags", received: "status 200" },
      { rule: "auth.key.wrong.every-operation.v2", operation: "v1ListLabels", received: "status 200" },
    ];
    expect(causes(found).map(({ kind, rules }) => [kind, rules])).toEqual([
      ["missing-operations", ["operation.v2ListTotes"]],
      ["key", ["auth.key.wrong.every-operation.v2"]],
    ]);
  });

  it.each([
    ["3 broken", runWithBroken(3)],
    ["91 broken", runWithBroken(91)],
    ["mixed", brokenRun()],
    ["hostile", hostileRun()],
  ])("hold every broken rule exactly once, and block no rule twice: %s", (_, run) => {
    const { causes: told, rules } = complianceOf(run);
    const broken = rules.filter(({ verdict }) => verdict === "violates").map(({ id }) => id);
    expect(told.flatMap((cause) => cause.rules).sort()).toEqual(broken.sort());
    const blocked = told.flatMap(({ blocks }) => blocks);
    expect(new Set(blocked).size).toBe(blocked.length);
    for (const { title } of told) expect(title).not.toBe("");
  });
});
