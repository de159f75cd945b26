import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: a member of records", () => {
  it("a member that several records lack, and one that they hold otherwise", () => {
    const lacks = { documented: "a member created_at", received: "none", pointer: "/labels/0/created_at" };
    const found = [
      { rule: "label.field.created_at", ...lacks },
      {
        rule: "shipment.field.created_at",
        ...lacks,
        operation: "v1ListShipments",
        pointer: "/shipments/0/created_at",
      },
      {
        rule: "label.field.trackable",
        documented: "true or false",
        received: '"yes" (string)',
        pointer: "/labels/0/trackable",
      },
    ];
    const open = {
      "labels.slice.asc": "a label shows no readable created_at",
      "other.rule": "one created_at",
    };
    const facts = {
      "label.field.created_at": { operations: ["v1ListLabels"] },
      "labels.slice.asc": { operations: ["v1ListLabels"] },
      "other.rule": { operations: ["v2ListTags"] },
    };
    expect(causes(found, open, {}, facts)).toMatchObject([
      {
        kind: "member",
        title: "GET /v1/labels and GET /v1/shipments: created_at is missing",
        rules: ["label.field.created_at", "shipment.field.created_at"],
        blocks: ["labels.slice.asc"],
      },
      { kind: "member", title: 'GET /v1/labels: labels[].trackable is "yes" (string), not true or false' },
    ]);
  });

  it("a member, named by its place and without how often it came", () => {
    const title = (rule: string, pointer: string, documented: string, received: string) =>
      causes([{ rule, pointer, documented, received }])[0]?.title;
    expect(title("shipment.field.tags.name", "/tags/0/name", "a member name", "none")).toBe(
      "GET /v1/labels: tags[].name is missing",
    );
    const spelled = "none, but tagName; the members are tagName";
    expect(title("shipment.field.tags.tag_name", "/tags/0/tag_name", "a member tag_name", spelled)).toBe(
      "GET /v1/labels: tags[].tag_name is missing, but there is tagName",
    );
    expect(title("address.field.name", "/shipments/0/return_to/name", "a string", "null (25 places)")).toBe(
      "GET /v1/labels: shipments[].return_to.name is null, not a string",
    );
    expect(title("paging.envelope.types.v2", "/links/first/href", "an address", '"x"')).toBe(
      'GET /v1/labels: links.first.href is "x", not an address',
    );
    expect(title("webhook.field.headers", "/0/headers/0", "an object", '"x" (string)')).toBe(
      'GET /v1/labels: [].headers[] is "x" (string), not an object',
    );
  });

  it("what other rules report of a member that is not of its form, the form first", () => {
    const found = [
      { rule: "labels.total", documented: "total is 29", received: "total -1", pointer: "/total" },
      { rule: "paging.field.total", documented: "a number of 0 or more", received: "-1", pointer: "/total" },
      {
        rule: "reports.total",
        documented: "total is 2",
        received: "total 3",
        pointer: "/total",
        operation: "v2ListTags",
      },
    ];
    expect(causes(found).map(({ title, rules }) => [title, rules])).toEqual([
      ["GET /v1/labels: total is -1, not a number of 0 or more", ["paging.field.total", "labels.total"]],
      ["Not kept: What reports.total says in one sentence", ["reports.total"]],
    ]);
  });

  it.each(["/labels/0/created_at", "/0/created_at"])(
    "what a comparison with the list reports of a member that the list shows in another form, at %s",
    (pointer) => {
      const byId = {
        documented: "7, as in the list",
        received: '"2025"',
        pointer: "/created_at",
        operation: "v2ListTags",
      };
      const found = [
        { rule: "label.field.created_at", documented: "a string", received: "7 (number)", pointer },
        { rule: "label.by-id", ...byId },
        { rule: "other.by-id", ...byId, received: '"2026"' },
      ];
      const facts = { "label.by-id": { operations: ["v1ListLabels", "v2ListTags"] } };
      expect(causes(found, {}, {}, facts).map(({ rules }) => rules)).toEqual([
        ["label.field.created_at", "label.by-id"],
        ["other.by-id"],
      ]);
    },
  );

  it("a word that is none of the documented ones, with what a filter shows of it and what needs such a word", () => {
    const documented = "one of processing, completed";
    const found = [
      { rule: "label.field.status", documented, received: '"DONE"', pointer: "/labels/0/status" },
      { rule: "labels.filter.label_status", received: 'se-1; se-1 has {"status":"DONE"}' },
      { rule: "labels.filter.carrier_id", received: 'se-1; se-1 has {"carrier_id":"se-2"}' },
    ];
    const open = {
      "label.download": "it saw nothing; it needs one completed label",
      "label.other": "needs one other label",
      "label.later": "completed later",
    };
    const of = { operations: ["v1ListLabels"] };
    const facts = { "label.field.status": of, "label.download": of, "label.other": of, "label.later": of };
    expect(causes(found, open, {}, facts).map(({ rules, blocks }) => [rules, blocks])).toEqual([
      [["label.field.status", "labels.filter.label_status"], ["label.download"]],
      [["labels.filter.carrier_id"], []],
    ]);
  });

  it("a member that holds something else in place of a member of its own", () => {
    const found = [
      {
        rule: "paging.field.links.prev",
        documented: "a member href, or no member at all",
        received: "none; the members are rel",
        pointer: "/links/prev",
      },
    ];
    expect(causes(found)).toMatchObject([
      { title: "GET /v1/labels: links.prev holds only rel, not a member href, or no member at all" },
    ]);
  });
});
