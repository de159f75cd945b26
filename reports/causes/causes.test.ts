import { describe, expect, it } from "vitest";
import type { SchemaId } from "../../helpers/contract/generated/types.js";
import { validate } from "../../helpers/contract/validator.js";
import { complianceOf } from "../compliance.js";
import type { OperationFacts, RuleFacts, RunEvents } from "../events.js";
import type { Cause } from "../results.js";
import { aFinding, anExchange, aRecord, aRule, events } from "../testing/sample.js";
import { brokenRun, hostileRun, runWithBroken } from "../testing/scenes.js";

type Found = Parameters<typeof aFinding>[1] & { readonly rule: string };

const OPERATIONS: readonly OperationFacts[] = [
  { id: "v1ListLabels", method: "GET", path: "/v1/labels", area: "labels" },
  { id: "v1ListShipments", method: "GET", path: "/v1/shipments", area: "shipments" },
  { id: "v2ListTotes", method: "GET", path: "/v2/totes", area: "totes", since: "2026-02" },
  { id: "v2GetTote", method: "GET", path: "/v2/totes/{tote_id}", area: "totes", since: "2026-02" },
  { id: "v2ListTags", method: "GET", path: "/v2/tags", area: "tags", since: "2025-01" },
];

/** The causes of a run in which these findings came up; rules of `open` could not be judged, with that reason. */
function causes(
  found: readonly Found[],
  open: Readonly<Record<string, string>> = {},
  more: Partial<RunEvents> = {},
  facts: Readonly<Record<string, Partial<RuleFacts>>> = {},
): readonly Cause[] {
  const ids = [...new Set([...found.map(({ rule }) => rule), ...Object.keys(open)])];
  const run = events(
    ids.map((id) => aRule(id, facts[id])),
    {
      operations: OPERATIONS,
      coverage: { v1ListLabels: { 200: 4 }, v1ListShipments: { 200: 4 }, v2ListTags: { 200: 1 } },
      records: ids.map((id) => {
        const findings = found.filter(({ rule }) => rule === id).map((one) => aFinding(id, one));
        const reason = open[id];
        return reason === undefined
          ? aRecord(id, { findings })
          : aRecord(id, { outcome: "inconclusive", evidence: {}, reason });
      }),
      ...more,
    },
  );
  return complianceOf(run).causes;
}

const at = (status: number, index = 0) => {
  const exchange = anExchange(index, {});
  return exchange.answer === null ? exchange : { ...exchange, answer: { ...exchange.answer, status } };
};

describe("the causes of broken rules", () => {
  it("a generation of which nothing answers", () => {
    const found = [
      { rule: "versioning.generation-answers", operation: "v2ListWebhooks", received: "status 404" },
    ];
    const [cause] = causes(found, {
      "webhooks.v2.put": "nothing of v2 answers",
      "labels.total": "one label",
    });
    expect(cause).toMatchObject({
      kind: "generation",
      title: "Nothing of v2 answers",
      mend: "if the target offers v1 only, say --generation v1",
      blocks: ["webhooks.v2.put"],
    });
  });

  it("what else its 404s break", () => {
    const found = [
      { rule: "request-id.present", operation: "v2ListTags", received: "status 404 without it" },
      { rule: "labels.total", operation: "v1ListLabels", received: "status 404" },
      { rule: "versioning.generation-answers", operation: "v2ListWebhooks", received: "status 404" },
    ];
    expect(causes(found).map(({ rules }) => rules)).toEqual([
      ["versioning.generation-answers", "request-id.present"],
      ["labels.total"],
    ]);
  });

  it("a list that answers 500, and all that it keeps from being judged", () => {
    const found = [
      { rule: "status.server-error", received: "status 500, then 500", exchanges: [0] },
      { rule: "auth.key.wrong.v1", received: "status 500", exchanges: [0] },
      { rule: "error.field.errors", received: "0 entries", pointer: "/errors", exchanges: [0] },
      { rule: "labels.total", received: "31", exchanges: [1] },
    ];
    const open = {
      "labels.partition": "GET /v1/labels?page=1 could not be read: status 500",
      "label.field.label_id": "one label",
      "labelled.other": "GET /v1/labels_of_others gave nothing",
    };
    const [first, second] = causes(
      found,
      open,
      { samples: [at(500), at(200, 1)] },
      {
        "label.field.label_id": { operations: ["v1ListLabels"] },
      },
    );
    expect(first).toMatchObject({
      kind: "server-error",
      title: "GET /v1/labels answers 500",
      mend: expect.stringContaining("2f1e3bc0-6f6e-4a44-9f4f-0d6a3f2f9a10"),
      rules: ["status.server-error", "auth.key.wrong.v1", "error.field.errors"],
      blocks: ["labels.partition", "label.field.label_id"],
    });
    expect(second).toMatchObject({ kind: "rule", rules: ["labels.total"] });
  });

  it("operations that are missing, by family, with the edition that leaves them out", () => {
    const found = [
      { rule: "operation.v2ListTotes", operation: "v2ListTotes", received: "status 404" },
      { rule: "error.body.on-404", operation: "v2GetTote", received: "text body", exchanges: [0] },
    ];
    const [cause, ...others] = causes(
      found,
      { "totes.create": "one tote" },
      { samples: [at(404)] },
      { "totes.create": { operations: ["v2GetTote"] } },
    );
    expect(others).toEqual([]);
    expect(cause).toMatchObject({
      kind: "missing-operations",
      title: "GET /v2/totes is missing",
      mend: "add it; --edition 2025-01 leaves it out",
      rules: ["operation.v2ListTotes", "error.body.on-404"],
      blocks: ["totes.create"],
    });
  });

  it("a key that is not taken under its name, and all of that generation", () => {
    const found = [
      {
        rule: "auth.header-name.documented",
        operation: "v2ListTags",
        received: "status 401; status 200 under API-Key",
      },
    ];
    const open = {
      "webhooks.v2.put": "it was answered with 401",
      "paging.v2": "v2 shows no list",
      "labels.total": "",
    };
    const facts = { "webhooks.v2.put": { generation: "v2" } } as const;
    expect(causes(found, open, {}, facts)).toMatchObject([
      {
        title:
          "v2 does not take the key under the documented name of its header: status 401; status 200 under API-Key",
        blocks: ["webhooks.v2.put", "paging.v2"],
      },
    ]);
  });

  it("a key that anybody has", () => {
    const found = [
      { rule: "auth.key.wrong.v2", operation: "v2ListTags", received: "status 200" },
      { rule: "auth.key.missing", operation: "v2ListTotes", received: "status 200" },
    ];
    expect(causes(found)).toMatchObject([
      {
        kind: "key",
        title: "Calls without the right key are not refused with 401: GET /v2/tags and GET /v2/totes",
        rules: ["auth.key.wrong.v2", "auth.key.missing"],
      },
    ]);
  });

  it("an error body of another shape", () => {
    const documented = "a JSON object with request_id and errors on 400";
    const found = [
      { rule: "error.body.on-400", documented, received: '{"title":"Bad"}', exchanges: [0] },
      { rule: "error.body.on-404", documented, received: '{"title":"Bad"}', exchanges: [1] },
    ];
    const open = { "error.field.message": "one error", "labels.total": "one label" };
    expect(causes(found, open, { samples: [at(400), at(404, 1)] })).toMatchObject([
      {
        kind: "error-body",
        title: 'Errors (400, 404) lack the documented body; received {"title":"Bad"}',
        blocks: ["error.field.message"],
      },
    ]);
  });

  it("errors with the status of a success", () => {
    const error = { request_id: "x", errors: [{ error_code: "unauthorized" }] };
    const found = [
      { rule: "auth.key.wrong.v1", received: "status 200", exchanges: [0] },
      { rule: "error.404.label", received: "status 200", exchanges: [0] },
      { rule: "labels.total", received: "total 3", exchanges: [1] },
    ];
    const samples = [anExchange(0, error), anExchange(1, { total: 3 })];
    expect(causes(found, {}, { samples }).map(({ title, rules }) => [title, rules])).toEqual([
      ["Errors come with status 200: GET /v1/labels", ["auth.key.wrong.v1", "error.404.label"]],
      [expect.any(String), ["labels.total"]],
    ]);
  });

  it("what another cause leaves of a topic is a rule by itself", () => {
    const found = [
      { rule: "labels.filter.batch_id", received: "status 500, then 500", exchanges: [0] },
      { rule: "labels.filter.carrier_id", received: "none", exchanges: [1] },
    ];
    const more = { samples: [at(500), at(200, 1)] };
    expect(causes(found, {}, more).map(({ kind }) => kind)).toEqual(["server-error", "rule"]);
  });

  it("a record of which several members are wrong", () => {
    const wrong = (name: string, received: string) => ({
      rule: `label.field.${name}`,
      documented: `a ${name}`,
      received,
      pointer: `/labels/0/${name}`,
    });
    const found = [wrong("status", "7"), wrong("batch_id", "7"), wrong("carrier_id", "7")];
    expect(causes(found.slice(0, 2)).map(({ rules }) => rules.length)).toEqual([1, 1]);
    expect(causes(found)).toMatchObject([
      {
        kind: "member",
        title: "3 members of label (GET /v1/labels) are not as documented: status, batch_id and carrier_id",
        rules: ["label.field.status", "label.field.batch_id", "label.field.carrier_id"],
      },
    ]);
    const missing = found.map((one) => ({ ...one, documented: `a member ${one.rule.split(".").at(-1)}` }));
    expect(causes(missing)[0]?.title).toBe(
      "3 members of label (GET /v1/labels) are missing: status, batch_id and carrier_id",
    );
  });

  it("a member that several records lack, and one that they hold otherwise", () => {
    const lacks = { documented: "a member created_at", received: "none", pointer: "/items/0/created_at" };
    const found = [
      { rule: "label.field.created_at", ...lacks },
      { rule: "shipment.field.created_at", ...lacks, operation: "v1ListShipments" },
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
        title: "created_at is missing in: label and shipment (GET /v1/labels and GET /v1/shipments)",
        rules: ["label.field.created_at", "shipment.field.created_at"],
        blocks: ["labels.slice.asc"],
      },
      { kind: "member", title: 'trackable is "yes" (string), not true or false, in: label (GET /v1/labels)' },
    ]);
  });

  it("a member, named by its way from the record and without how often it came", () => {
    const title = (rule: string, pointer: string, documented: string, received: string) =>
      causes([{ rule, pointer, documented, received }])[0]?.title;
    expect(title("shipment.field.tags.name", "/tags/0/name", "a member name", "none")).toBe(
      "tags.name is missing in: shipment (GET /v1/labels)",
    );
    const spelled = "none, but tagName; the members are tagName";
    expect(title("shipment.field.tags.tag_name", "/tags/0/tag_name", "a member tag_name", spelled)).toBe(
      "tags.tag_name is missing, but there is tagName, in: shipment (GET /v1/labels)",
    );
    expect(title("address.field.name", "/shipments/0/return_to/name", "a string", "null (25 places)")).toBe(
      "return_to.name is null, not a string, in: address (GET /v1/labels)",
    );
    expect(title("paging.envelope.types.v2", "/links/first/href", "an address", '"x"')).toBe(
      'links.first.href is "x", not an address, in: paging (GET /v1/labels)',
    );
    expect(title("webhook.field.headers", "/0/headers/0", "an object", '"x" (string)')).toBe(
      'an entry of headers is "x" (string), not an object, in: webhook (GET /v1/labels)',
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
      [
        "total is -1, not a number of 0 or more, in: paging (GET /v1/labels)",
        ["paging.field.total", "labels.total"],
      ],
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

  it("an answer of which nothing can be read, and what is about it", () => {
    const found = [
      {
        rule: "status.success-json",
        documented: "a well-formed JSON body",
        received: "status 200 with text",
      },
      {
        rule: "tag.body",
        documented: "an object",
        received: "null",
        operation: "v2ListTags",
      },
      { rule: "tote.body", documented: "an object", received: "null", operation: "v2GetTote" },
      {
        rule: "shipments.array",
        documented: "an array",
        received: "{}",
        pointer: "/shipments",
        operation: "v1ListShipments",
      },
    ];
    const open = { "labels.total": "needs one label", "tags.names": "needs a tag", "other.rule": "one tote" };
    const facts = {
      "labels.total": { operations: ["v1ListLabels"] },
      "tags.names": { operations: ["v2ListTags"] },
    };
    expect(causes(found, open, {}, facts).map(({ kind, title, blocks }) => [kind, title, blocks])).toEqual([
      [
        "unreadable",
        "GET /v2/tags and GET /v2/totes/{tote_id}: received null; documented: an object",
        ["tags.names"],
      ],
      [
        "unreadable",
        "GET /v1/labels: received status 200 with text; documented: a well-formed JSON body",
        ["labels.total"],
      ],
      ["unreadable", "GET /v1/shipments: shipments is {}, not an array", []],
    ]);
  });

  it.each([
    [{ pointer: "/services/0", received: "null (3 places)" }, "an entry of services is null, not an object"],
    [{ pointer: "/0", received: "null (4 places)" }, "an entry is null, not an object"],
    [{ received: "null (4 places)" }, "received null; documented: an object"],
  ])("an entry that cannot be read, by its place: %j", (came, title) => {
    const found = [{ rule: "carriers.services.array", documented: "an object", ...came }];
    expect(causes(found)[0]?.title).toBe(`GET /v1/labels: ${title}`);
  });

  it("a record that is gone is no answer that cannot be read", () => {
    const found = [{ rule: "batches.archive.readable", documented: "status 200", received: "status 404" }];
    const facts = { "labels.total": { operations: ["v1ListLabels"] } };
    expect(causes(found, { "labels.total": "needs one label" }, {}, facts)).toMatchObject([
      { kind: "rule", rules: ["batches.archive.readable"], blocks: [] },
    ]);
  });

  it("an operation that refuses, in the same words, whatever several rules ask of it", () => {
    const refused = { received: "status 400 (sort_by: unknown)", operation: "v1ListLabels" };
    const found = [
      { rule: "labels.sort-by", documented: "status 200 for sort_by", ...refused },
      { rule: "labels.filters", documented: "the labels of warehouse se-1", ...refused },
      { rule: "labels.others", documented: "status 200", received: "status 400 (page: unknown)" },
      { rule: "tags.read", documented: "refused", received: "status 200", operation: "v2ListTags" },
      { rule: "tags.kept", documented: "nothing", received: "status 200", operation: "v2ListTags" },
    ];
    expect(causes(found).map(({ title, rules }) => [title, rules])).toEqual([
      [
        "GET /v1/labels: received status 400 (sort_by: unknown); documented: status 200 for sort_by",
        ["labels.sort-by", "labels.filters"],
      ],
      [expect.any(String), ["labels.others"]],
      [expect.any(String), ["tags.read"]],
      [expect.any(String), ["tags.kept"]],
    ]);
  });

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
    expect(causes(found, {}, { bodies: ["v2UpdatePurchaseOrder"] }).map(({ mend }) => mend)).toEqual([
      "first see whether the body that you gave for v2UpdatePurchaseOrder is right: the contract does not show it",
      null,
    ]);
  });

  it("empty answers of many operations, not of a few", () => {
    const nothing = { received: "an object without members" };
    const found = ["v1ListLabels", "v1ListShipments", "v2ListTags"].map((operation) => ({
      rule: `a-${operation}.field.x`,
      operation,
      documented: "a member x",
      pointer: "/x",
      ...nothing,
    }));
    const facts = { "labels.total": { operations: ["v1ListLabels"] } };
    expect(causes(found, { "labels.total": "needs labels" }, {}, facts)).toMatchObject([
      {
        title:
          "3 operations answer with an object without members: GET /v1/labels, GET /v1/shipments and GET /v2/tags",
        rules: found.map(({ rule }) => rule),
        blocks: ["labels.total"],
      },
    ]);
    expect(causes(found.slice(1))[0]?.title).not.toContain("operations answer");
  });

  it("something around the answers of many operations, not around those of a few or inside of records", () => {
    const wrap = (operation: string, pointer = "/x") => ({
      rule: `a-${operation}.field.x`,
      operation,
      documented: "a member x",
      pointer,
      received: "none; the members are data (2 places)",
    });
    const found = ["v1ListLabels", "v1ListShipments", "v2ListTags"].map((operation) => wrap(operation));
    const facts = { "labels.total": { operations: ["v1ListLabels"] } };
    expect(causes(found, { "labels.total": "needs labels" }, {}, facts)).toMatchObject([
      {
        title:
          "3 operations answer with nothing but a member data: GET /v1/labels, GET /v1/shipments and GET /v2/tags",
        rules: found.map(({ rule }) => rule),
        blocks: ["labels.total"],
      },
    ]);
    for (const others of [found.slice(1), found.map(({ operation }) => wrap(operation, "/items/0/x"))])
      expect(causes(others)[0]?.title).not.toContain("nothing but");
  });

  it("one type for another in many members, not in a few", () => {
    const wrong = (
      name: string,
      record: string,
      documented = "a number",
      received = '"7" (string) (2 places)',
    ) => ({
      rule: `${record}.field.${name}`,
      documented,
      received,
      pointer: `/${name}`,
    });
    const found = [
      wrong("total", "paging", "a whole number"),
      wrong("count", "batch", "a whole number or null"),
      wrong("amount", "money"),
      wrong("width", "package"),
      wrong("voided", "label", "true or false"),
      wrong("length", "package", "a number", "null"),
    ];
    expect(causes(found).map(({ title, rules }) => [title, rules.length])).toEqual([
      ["Numbers come as strings: total, count, amount and width (GET /v1/labels)", 4],
      [expect.stringContaining("voided"), 1],
      [expect.stringContaining("length"), 1],
    ]);
    expect(causes(found.slice(1, 4))).toHaveLength(3);
    const spelled = ["a_b", "a_c", "a_d", "a_e"].map((name) =>
      wrong(name, name, `a member ${name}`, `none, but A${name}; the members are A${name}`),
    );
    expect(causes(spelled)[0]?.title).toBe(
      "Members come in another spelling: a_b, a_c, a_d and a_e (GET /v1/labels)",
    );
  });

  it("by the words in which the validator tells a form", () => {
    const told = (schema: SchemaId, value: unknown, operation = "v1ListLabels") =>
      validate(schema, value).breaches.map((breach) => ({ ...breach, operation }));
    const titles = (found: readonly Found[]) => causes(found).map(({ title }) => title);
    const everywhere = (value: unknown) =>
      ["v1ListLabels", "v1ListShipments", "v2ListTags"].flatMap((id) => told("v1/labels", value, id));
    const links = { first: {}, last: {}, prev: {}, next: {} };
    const page = { labels: [], total: "7", page: "1", pages: "1", links };
    expect(
      titles([...told("v1/labels", page), ...told("shared/money", { currency: "usd", amount: "7" })]),
    ).toEqual(["Numbers come as strings: total, page, pages and amount (GET /v1/labels)"]);
    expect(titles(told("shared/money", { currency: "usd", Amount: 7 }))).toEqual([
      "amount is missing, but there is Amount, in: money (GET /v1/labels)",
    ]);
    expect(titles(everywhere({ data: page }))).toEqual([
      expect.stringMatching(/^3 operations answer with nothing but a member data: /),
    ]);
    expect(titles(everywhere({}))).toEqual([
      expect.stringMatching(/^3 operations answer with an object without members: /),
    ]);
    const status = told("v1/label", { status: "DONE" }).filter(({ pointer }) => pointer === "/status");
    const open = { "label.download": "needs one completed label", "label.other": "needs one other label" };
    const facts = { "label.field.status": { operations: ["v1ListLabels"] } };
    expect(causes(status, open, {}, facts).map(({ blocks }) => blocks)).toEqual([["label.download"]]);
  });

  it("the same wrong answer to several rules", () => {
    const said = { documented: "status 404 to an id that does not exist", received: "status 400" };
    const found = [
      { rule: "error.404.label", ...said },
      { rule: "reports.unknown", ...said, operation: "v1ListShipments" },
    ];
    expect(causes(found)).toMatchObject([
      {
        kind: "same-answer",
        title:
          "Received status 400; documented: status 404 to an id that does not exist (GET /v1/labels and GET /v1/shipments)",
        rules: ["error.404.label", "reports.unknown"],
      },
    ]);
  });

  it("the same in one place, whatever is due there", () => {
    const headers = { received: "[]", pointer: "/headers" };
    const found = [
      { rule: "webhooks.create.headers", documented: 'headers ["a"]', ...headers },
      { rule: "webhooks.put.headers", documented: 'headers ["b"]', ...headers },
      { rule: "webhooks.get.name", documented: "a name", received: "[]", pointer: "/name" },
    ];
    expect(causes(found)).toMatchObject([
      {
        title: 'headers is []; documented: headers ["a"] (GET /v1/labels)',
        rules: ["webhooks.create.headers", "webhooks.put.headers"],
      },
      { rules: ["webhooks.get.name"] },
    ]);
  });

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
        "The pages of GET /v1/labels are wrong: partition and page_size.respected",
        ["labels.partition", "paging.page_size.respected"],
      ],
      ["rule", expect.any(String), ["labels.filter.batch_id"]],
      ["rule", expect.any(String), ["shipments.partition"]],
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
        "The pages of v2ListLabels and GET /v1/labels are wrong: partition, page.echo and slice.asc",
        ["labels.partition.v2", "paging.page.echo", "paging.page.echo.v2", "labels.slice.asc"],
      ],
      [expect.stringContaining("Not kept"), ["paging.links.next"]],
      [expect.stringContaining("auth.order"), ["auth.order"]],
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
      { title: "The counts of GET /v1/labels are wrong: total.matches-items and pages.arithmetic" },
      { rules: ["paging.links.keep-filters"] },
    ]);
  });

  it("links of several lists", () => {
    const next = { received: "{}", pointer: "/links/next" };
    const found = [
      { rule: "paging.links.next", ...next },
      { rule: "paging.links.next", ...next, operation: "v1ListShipments" },
      { rule: "batches.envelope", received: "page 9", pointer: "/links/last/href", operation: "v2ListTags" },
    ];
    expect(causes(found)).toMatchObject([
      {
        kind: "paging",
        title: "The links of GET /v1/labels, GET /v1/shipments and GET /v2/tags are wrong: next and last",
        rules: ["paging.links.next", "batches.envelope"],
      },
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

  it("one topic, and a rule alone", () => {
    const found = [
      { rule: "labels.filter.carrier_id", received: "all labels" },
      { rule: "labels.filter.batch_id", received: "25 labels" },
      { rule: "webhooks.v2.put.name", received: "the old name" },
      { rule: "webhooks.v2.create.url", received: "no url" },
    ];
    expect(causes(found).map(({ kind, rules }) => [kind, rules])).toEqual([
      ["topic", ["labels.filter.carrier_id", "labels.filter.batch_id"]],
      ["rule", ["webhooks.v2.put.name"]],
      ["rule", ["webhooks.v2.create.url"]],
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
