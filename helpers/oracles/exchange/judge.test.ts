import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rules } from "../../contract/rules.js";
import type { Body, Exchange } from "../../wire/exchange.js";
import { queries, type Sample, sampleExchange, sampleItem, servedExchange, worlds } from "../testing.js";
import type { TargetFacts } from "./context.js";
import { ExchangeJudge, exchangeRules } from "./judge.js";

const OPTIONS: TargetFacts = { requestIdHeader: "X-Service-RequestID", serviceName: null };
let next = 0;
const sample = (given: Sample): Exchange => sampleExchange({ index: next++, ...given });

/** Rules that a run of exchanges breaks, each once. */
function broken(exchanges: readonly Exchange[], options = OPTIONS): string[] {
  const judge = new ExchangeJudge(options);
  for (const exchange of exchanges) judge.look(exchange);
  return exchangeRules.filter((rule) => judge.collected(rule).findings.length > 0);
}

const uuid = (digit: number): string => `0c5b6d1e-0000-4000-8000-${String(digit).padStart(12, "0")}`;
const error = (digit: number, change: Readonly<Record<string, unknown>> = {}) => ({
  request_id: uuid(digit),
  errors: [
    {
      error_source: "shipping",
      error_type: "business_rules",
      error_code: "invalid_identifier",
      message: "No such shipment.",
      ...change,
    },
  ],
});
const shipment = { operation: "v1GetShipment", path: "/v1/shipments/se-1" };
const unknown = (digit: number, change = {}) =>
  sample({ ...shipment, status: 404, json: error(digit, change) });
const hook = {
  webhook_id: "1",
  url: "https://a.invalid/",
  event: "batch",
  headers: [],
  name: "n",
  store_id: 1,
};
const webhooks = { operation: "v2ListWebhooks", path: "/v2/environment/webhooks" };

it("judges which success a warehouse update has only where one is due", () => {
  const update = sample({
    operation: "v1UpdateWarehouse",
    path: "/v1/warehouses/se-1",
    method: "PUT",
    status: 200,
  });
  expect(broken([update])).toContain("warehouses.update.status-204");
  expect(broken([{ ...update, intent: "body" as const }])).not.toContain("warehouses.update.status-204");
});

describe("exchangeRules", () => {
  it("are rules of the contract, those of schemas among them", () => {
    const known = new Set<string>(rules.map(({ id }) => id));
    expect(exchangeRules.filter((id) => !known.has(id))).toEqual([]);
    expect(exchangeRules).toEqual(
      expect.arrayContaining(["request-id.present", "label.field.tracking_number"]),
    );
  });
});

describe("the judge of exchanges", () => {
  it("does not judge links by a number of pages that the page itself is beyond", () => {
    const link = (page: number) => ({ href: `/v1/labels?page=${page}&page_size=100` });
    const labels = [{ label_id: "se-1", created_at: "2026-01-01T00:00:00Z" }];
    const second = (pages: number, last: number) =>
      sample({
        operation: "v1ListLabels",
        path: "/v1/labels?page=2&page_size=100",
        json: {
          labels,
          total: 101,
          page: 2,
          pages,
          links: { first: link(1), last: link(last), prev: link(1), next: {} },
        },
      });
    expect(broken([second(1, 2)])).not.toContain("paging.links.last");
    expect(broken([second(2, 3)])).toContain("paging.links.last");
  });

  it("finds the errors of a batch beside another array whose objects have ids", () => {
    const page = (pages: number) => ({
      notices: [{ id: "n-1" }, { id: "n-2" }, { id: "n-3" }],
      errors: [{ error_id: "se-1" }],
      total: 2,
      page: 1,
      pages,
      links: {},
    });
    const path = "/v1/batches/se-1/errors?page=1&page_size=1";
    const read = (pages: number) => sample({ operation: "v1ListBatchErrors", path, json: page(pages) });
    expect(broken([read(2)])).toEqual([]);
    expect(broken([read(3)])).toEqual(["paging.envelope.consistent.batches"]);
  });

  it("bears a path that cannot be decoded", () => {
    const archive = { operation: "v1ArchiveBatch", method: "DELETE", status: 204 };
    expect(broken([sample({ ...archive, path: "/v1/batches/100%" })])).toEqual([]);
  });

  it("finds nothing in conforming answers", () => {
    expect(
      broken([
        sample({ ...webhooks, json: [hook] }),
        unknown(1),
        unknown(2, { error_source: "carrier" }),
        sample({ operation: "v1ArchiveBatch", method: "DELETE", path: "/v1/batches/se-1", status: 204 }),
        sample({ operation: "v2CreateBatch", method: "POST", path: "/v2/batches", status: 201, json: {} }),
        sample({ operation: "v2CreateBatch", method: "POST", path: "/v2/batches", status: 200 }),
      ]),
    ).toEqual([]);
  });

  it("holds a success to the status that is stated for it, and its body to its form all the same", () => {
    const bare = { ...webhooks, json: [{ ...hook, name: 1 }] };
    expect(broken([sample({ ...bare, status: 201 })])).toEqual([
      "webhook.field.name",
      "status.success.stated",
    ]);
    expect(broken([sample({ ...bare, status: 206 })])).toEqual([
      "webhook.field.name",
      "status.success.listed",
    ]);
    expect(broken([sample({ ...webhooks, status: 204 })])).toEqual(["status.success.stated"]);
    const create = { operation: "v2CreateWebhook", method: "POST", path: webhooks.path };
    expect(broken([sample({ ...create, status: 201, json: hook })])).toEqual([]);
    expect(broken([sample({ ...create, status: 207, json: hook })])).toEqual([]);
    expect(broken([sample({ ...create, status: 204 })])).toEqual(["status.success.stated"]);
    const tags = { operation: "v2ListTags", path: "/v2/tags" };
    expect(broken([sample({ ...tags, status: 204 })])).toEqual(["status.success.open-read"]);
    expect(broken([sample({ ...tags, status: 201, json: {} })])).toEqual(["status.success.stated"]);
    const batch = { operation: "v2CreateBatch", method: "POST", path: "/v2/batches" };
    expect(broken([sample({ ...batch, status: 207, json: [] })])).toEqual([]);
    expect(broken([sample({ ...batch, status: 202, json: {} })])).toEqual(["status.success.listed"]);
    const archive = { operation: "v1ArchiveBatch", method: "DELETE", path: "/v1/batches/se-1" };
    expect(broken([sample({ ...archive, status: 200, json: {} })])).toEqual(["batches.archive.status-204"]);
    expect(broken([sample({ ...archive, status: 204 })])).toEqual([]);
    // Its path is a guess of ours.
    expect(broken([sample({ operation: "v1ListCarriers", path: "/v1/carriers", status: 204 })])).toEqual([]);
  });

  it("finds what came of a body that breaks off", () => {
    const images = { operation: "v2CreateAccountImage", method: "POST", path: "/v2/account/settings/images" };
    const answered = (status: number, json: unknown, body = '{"plimsoll":') => {
      const { request, ...rest } = sample({ ...images, status, json });
      return broken([{ ...rest, request: { ...request, body } }]);
    };
    expect(answered(201, {})).toEqual(["content.unreadable-json"]);
    expect(answered(200, { label_image_id: "se-1" })).toEqual(["content.unreadable-json"]);
    expect(answered(200, {})).toEqual([]);
    expect(answered(201, {}, "{}")).toEqual([]);
  });

  it("takes only a refusal of such a body for evidence", () => {
    const images = { operation: "v2CreateAccountImage", method: "POST", path: "/v2/account/settings/images" };
    const seenAt = (status: number) => {
      const judge = new ExchangeJudge(OPTIONS);
      const { request, ...rest } = sample({ ...images, status, json: {} });
      judge.look({ ...rest, request: { ...request, body: '{"plimsoll":' } });
      return judge.collected("content.unreadable-json").evidence;
    };
    expect([400, 415, 422].map(seenAt)).toEqual([1, 1, 1]);
    expect([200, 401, 403, 404, 405, 500].map(seenAt)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("warns of an error form under a status of which the document does not speak", () => {
    const anonymous = { errors: [{ ...error(1).errors[0], error_source: "gateway", error_code: "no_key" }] };
    const refusal = { ...shipment, json: anonymous };
    expect(broken([unknown(7), sample({ ...refusal, status: 401 })])).toEqual(["error.body.elsewhere.form"]);
    expect(broken([sample({ ...refusal, status: 404 })])).toEqual(
      expect.arrayContaining(["error.field.error_code", "error.field.request_id"]),
    );
  });

  it("leaves alone what got no answer, tells of health, or came from elsewhere", () => {
    const bare = { headers: {}, json: "x" };
    expect(
      broken([
        sample({ ...webhooks, json: [hook] }),
        sample({ trouble: "ECONNRESET" }),
        ...[429, 502, 503, 504].map((status) => sample({ ...bare, status })),
        sample({ ...bare, path: "http://elsewhere.test/v1/labels" }),
      ]),
    ).toEqual([]);
  });

  it("judges no record that a refusal was due for, but the id of the answer", () => {
    const byId = { operation: "v2GetWebhook", path: "/v2/environment/webhooks/1" };
    const served = { ...byId, json: {} };
    const lost = { ...served, headers: { "content-type": "application/json" } };
    const asked = { ...sample(lost), intent: "id" as const };
    expect(broken([sample(served)])).toContain("webhook.field.name");
    expect(broken([asked])).toEqual(["request-id.present"]);
    const keyless = { ...sample({ ...served, key: "none" }), intent: "key" as const };
    expect(broken([{ ...sample({ ...served, key: "wrong" }), intent: "key" as const }, keyless])).toEqual([]);
    // As in a run without a key.
    expect(broken([sample({ ...served, key: "none" })])).toContain("webhook.field.name");
    const gone = sample({ operation: "v2DeleteWebhook", method: "DELETE", path: byId.path, status: 204 });
    expect(broken([gone, sample(served)])).toEqual([]);
    expect(broken([gone, sample({ ...served, path: "/v2/environment/webhooks/2" })])).toContain(
      "webhook.field.name",
    );
  });

  it.each(["created_at", "modified_at", "ship_date", "voided_at"])(
    "sees a number, or a text that is no timestamp, as %s of any record of v2",
    (name) => {
      const judged = (time: unknown, operation = "v2GetCarrier", path = "/v2/carriers/se-1") =>
        broken([sample({ operation, path, json: { carrier: { [name]: time } } })]).filter((rule) =>
          rule.startsWith("content.timestamp."),
        );
      expect(judged(1_735_689_600)).toEqual(["content.timestamp.form.v2"]);
      expect(judged("02.01.2025")).toEqual(["content.timestamp.form.v2"]);
      expect([null, "", "2025-01-02"].flatMap((time) => judged(time))).toEqual([]);
      expect(judged("2025-01-02T10:00:00Z")).toEqual([]);
      expect(judged({ at: 1 })).toEqual([]);
    },
  );

  it("sees ids and money of v2 in another form", () => {
    const judged = (record: object) =>
      broken([sample({ operation: "v2GetCarrier", path: "/v2/carriers/se-1", json: { record } })]);
    expect(judged({ manifest_id: 7 })).toEqual(["content.identifier.form.v2"]);
    expect(judged({ manifest_id: "7", purchase_order_id: null, store_id: 7, line_id: 7 })).toEqual([]);
    expect(judged({ shipment_cost: 9.5 })).toEqual(["content.money.form.v2"]);
    expect(judged({ insured_value: { currency: "usd", amount: "9.50" } })).toEqual(["content.money.form.v2"]);
    expect(judged({ shipment_cost: { currency: "usd", amount: 9.5 }, insurance_cost: null })).toEqual([]);
    expect(judged({ insured_value: [], shipping_amount: 9.5 })).toEqual([]);
  });

  it("looks into records of v2 wherever they stand", () => {
    const label = { label_id: "L 1", created_at: "2025-01-02", status: "shipped" };
    const due = ["content.id-shape", "content.timestamp.time-of-day", "label.states.v2"];
    const list = { operation: "v2ListLabels", path: "/v2/labels" };
    expect(broken([sample({ ...list, json: { labels: [label] } })])).toEqual(expect.arrayContaining(due));
    expect(broken([sample({ ...list, json: [label, label] })])).toEqual(expect.arrayContaining(due));
    const odd = { label_id: null, created_at: null, status: { code: 1 } };
    expect(broken([sample({ ...list, json: [odd] })])).toEqual(["paging.envelope.v2"]);
    const epoch = { label_id: 1, created_at: 1_735_689_600 };
    expect(broken([sample({ ...list, json: [epoch] })])).toEqual(
      expect.arrayContaining(["content.id-shape", "content.timestamp.form.v2"]),
    );
    const another = { id: 1, status: "shipped" };
    expect(broken([sample({ ...list, json: { data: [another] } })])).not.toContain("label.states.v2");
    const twice = { data: { items: [label] }, results: [label] };
    expect(broken([sample({ ...list, json: twice })])).not.toContain("label.states.v2");
    const order = { purchase_order_id: "se-1", purchase_order_status: "shipped" };
    const orders = {
      operation: "v2ListPurchaseOrders",
      path: "/v2/purchase_orders",
      json: { data: [order] },
    };
    expect(broken([sample(orders)])).toContain("purchase-orders.status.values");
    const byId = { operation: "v2GetPurchaseOrder", path: "/v2/purchase_orders/se-1" };
    expect(broken([sample({ ...byId, json: { data: order } })])).toContain("purchase-orders.status.values");
    const beside = { status: "ok", purchase_order: { ...order, purchase_order_status: "open" } };
    const ofAnother = { data: { ...order, purchase_order_id: "se-2" } };
    for (const json of [beside, ofAnother, { data: order, before: order }])
      expect(broken([sample({ ...byId, json })])).not.toContain("purchase-orders.status.values");
    const judge = new ExchangeJudge(OPTIONS);
    judge.look(sample({ ...list, json: { data: { items: [label, label] } } }));
    expect(due.map((rule) => judge.collected(rule))).toMatchObject(
      due.map(() => ({ evidence: 2, findings: [{ pointer: expect.stringMatching(/^\/data\/items\/0\//) }] })),
    );
  });

  it("judges a batch that was archived", () => {
    const path = "/v1/batches/se-1";
    const archived = sample({ operation: "v1ArchiveBatch", method: "DELETE", path, status: 204 });
    const read = sample({ operation: "v1GetBatch", path, json: {} });
    expect(broken([archived, read])).toContain("batch.field.batch_id");
  });

  it("finds the link of a batch that names another, by id and in the list", () => {
    const links = (id: string) => ({
      batch_id: "se-1",
      batch_labels_url: { href: `/v1/labels?batch_id=${id}` },
      batch_shipments_url: { href: `/v1/shipments?batch_id=${id}&page=1` },
    });
    const list = { operation: "v1ListBatches", path: "/v1/batches?status=open" };
    const both = ["batch.href.labels", "batch.href.shipments"];
    const found = (json: unknown) =>
      broken([sample({ ...list, json })]).filter((rule) => both.includes(rule));
    expect(found([links("se-1")])).toEqual([]);
    expect(found([{ ...links("se-2"), batch_id: undefined }])).toEqual([]);
    expect(found({ batches: [links("se-1"), links("se-2")] }).sort()).toEqual(both);
    const byId = sample({ operation: "v1GetBatch", path: "/v1/batches/se-1", json: links("se-2") });
    expect(broken([byId])).toEqual(expect.arrayContaining(both));
  });

  it.each([
    ["/v1/labels?batch_id=se-1&label_status=completed", ["batch.href.labels"]],
    ["/v1/labels?batch_id=se-1&carrier_id=se-2", ["batch.href.labels"]],
    ["/v1/shipments?batch_id=se-1", ["batch.href.labels"]],
    ["/v1/batches/se-1/shipments", []],
    ["/v1/labels?batch_id=se-1&label_status=any&carrier_id=&page=1", []],
  ])("finds the link of a batch to some of its labels: %s", (href, due) => {
    const json = { batch_id: "se-1", batch_labels_url: { href } };
    const found = broken([sample({ operation: "v1GetBatch", path: "/v1/batches/se-1", json })]);
    expect(found.filter((rule) => rule === "batch.href.labels")).toEqual(due);
  });

  it("lets the link of a batch to its shipments show filters that are ignored", () => {
    const href = "/v1/shipments?batch_id=se-1&shipment_status=pending";
    const json = { batch_id: "se-1", batch_shipments_url: { href } };
    const found = broken([sample({ operation: "v1GetBatch", path: "/v1/batches/se-1", json })]);
    expect(found).not.toContain("batch.href.shipments");
  });

  it("leaves a body alone that a limit of ours left unread", () => {
    const body = { kind: "unreadable", why: "nested deeper", text: "{", byOurLimit: true } as const;
    expect(broken([sample({ ...webhooks, body })])).toEqual([]);
  });

  it("shows where the first byte stands that cannot be read", () => {
    const text = `[{"name":"${"x".repeat(500)}\ufffdlan"}]`;
    const judge = new ExchangeJudge(OPTIONS);
    judge.look(sample({ ...webhooks, body: { kind: "unreadable", why: "odd", text } }));
    expect(judge.collected("status.success-json").findings[0]?.received).toContain(
      `"…${"x".repeat(30)}\ufffdlan`,
    );
  });

  it.each<[string, Sample, string[]]>([
    ["a status outside of the table", { ...webhooks, status: 418 }, ["status.documented"]],
    ["a redirect", { ...webhooks, status: 302 }, ["status.redirect"]],
    [
      "a success that is not JSON",
      { ...webhooks, body: { kind: "text", text: "ok" } },
      ["status.success-json"],
    ],
    ["an empty body where one is shown", webhooks, ["status.success-json"]],
    [
      "a 204 with a body",
      { operation: "v1ArchiveBatch", method: "DELETE", path: "/v1/batches/se-1", status: 204, json: [] },
      ["status.204-empty"],
    ],
    [
      "a 207 without parts",
      { operation: "v2CreateBatch", method: "POST", path: "/v2/batches", status: 207 },
      ["status.207-body"],
    ],
    ["a wrong type of member", { ...webhooks, json: [{ ...hook, name: 3 }] }, ["webhook.field.name"]],
    ["a repeated webhook id", { ...webhooks, json: [hook, hook] }, ["webhooks.v2.ids.unique"]],
    ["a 400 without body", { ...shipment, status: 400 }, ["error.body.on-400"]],
    ["a 400 with another object", { ...shipment, status: 400, json: { error: "x" } }, ["error.body.on-400"]],
    [
      "a 400 with a strange code",
      { ...shipment, status: 400, json: error(1, { error_code: "not_found" }) },
      ["error.field.error_code"],
    ],
    [
      "no request id",
      { ...webhooks, json: [hook], headers: { "content-type": "application/json" } },
      ["request-id.present"],
    ],
    [
      "JSON under another name",
      { ...webhooks, json: [hook], headers: { "content-type": "text/html", "x-service-requestid": "a" } },
      ["content.response-type"],
    ],
    [
      "a service of another carrier",
      {
        operation: "v1ListCarrierServices",
        path: "/v1/carriers/se-1/services",
        json: {
          services: [
            {
              carrier_id: "se-2",
              carrier_code: "c",
              service_code: "s",
              name: "n",
              domestic: true,
              international: false,
              is_multi_package_supported: false,
            },
          ],
        },
      },
      ["carriers.services.same-carrier"],
    ],
  ])("blames %s on its own rule", (_, given, due) => {
    expect(broken([sample(given)])).toEqual(due);
  });

  it("lets downloads redirect", () => {
    const download = { operation: "v1DownloadFile", path: "/v1/downloads/a/b/c.pdf", status: 302 };
    expect(broken([sample(download)])).toEqual([]);
  });

  it("judges a request outside of the contract by its request id and the errors it claims", () => {
    const odd = { operation: null, path: "/v1/nowhere" };
    expect(broken([sample({ ...odd, status: 418, body: { kind: "text", text: "?" } })])).toEqual([]);
    const silent = sample({ ...odd, status: 404, json: error(1, { message: 3 }) });
    expect(broken([silent])).toEqual(["error.body.elsewhere.form"]);
    expect(broken([unknown(2), silent])).toEqual(["error.field.message"]);
    const gateway = { errors: [{ status: "404", title: "no route" }] };
    expect(broken([sample({ ...odd, status: 404, json: gateway })])).toEqual(["error.body.elsewhere.form"]);
    expect(broken([sample({ ...odd, status: 404, headers: {} })])).toEqual(["request-id.present"]);
  });

  it("wants request ids that never repeat, in the header and in error bodies", () => {
    const headers = { "content-type": "application/json", "x-service-requestid": "same" };
    const twice = [
      sample({ ...webhooks, json: [hook], headers }),
      sample({ ...webhooks, json: [hook], headers }),
    ];
    expect(broken(twice)).toEqual(["request-id.unique"]);
    expect(broken([unknown(1), unknown(1)])).toEqual(["error.request-id.distinct"]);
  });

  it("looks for the request id under the name that it is told", () => {
    const headers = { "content-type": "application/json", "x-trace": "1" };
    const exchange = sample({ ...webhooks, json: [hook], headers });
    expect(broken([exchange], { ...OPTIONS, requestIdHeader: "X-Trace" })).toEqual([]);
  });

  it("leaves the gateway its own name at paths that the service does not have", () => {
    const byGateway = (operation: string | null, path: string) =>
      sample({ operation, path, status: 404, json: error(2, { error_source: "gateway" }) });
    expect(broken([unknown(1), byGateway(null, "/v1/nowhere")])).toEqual([]);
    expect(broken([byGateway(null, "/v1/nowhere"), unknown(1)])).toEqual([]);
    const inItsForm = error(2, { error_source: "gateway", error_code: "no_route" });
    const told = sample({ operation: null, path: "/v1/nowhere", status: 404, json: inItsForm });
    expect(broken([unknown(1), told])).toEqual(["error.body.elsewhere.form"]);
    expect(broken([unknown(1), byGateway("v1ListCarriers", "/v1/carriers")])).toEqual([]);
    expect(broken([unknown(1), byGateway("v2GetTote", "/v2/totes/se-1")])).toEqual(["error.source.constant"]);
  });

  it("learns the service's name, or is told it", () => {
    const other = unknown(2, { error_source: "another" });
    expect(broken([unknown(1), other])).toEqual(["error.source.constant"]);
    expect(broken([other])).toEqual([]);
    expect(broken([other], { ...OPTIONS, serviceName: "shipping" })).toEqual(["error.source.constant"]);
  });

  it("blames a 5xx only where it comes each time", () => {
    const fails = () => sample({ ...webhooks, status: 500 });
    const works = () => sample({ ...webhooks, json: [hook] });
    expect(broken([fails()])).toEqual([]);
    expect(broken([fails(), fails()])).toEqual([]);
    expect(broken([fails(), fails(), fails()])).toEqual(["status.server-error"]);
    expect(broken([works(), fails(), fails(), fails()])).toEqual([]);
    expect(broken([sample({ ...webhooks, status: 500, key: "wrong" }), fails()])).toEqual([]);
    const odd = () => sample({ path: "/v1/labels?page=x", status: 500 });
    expect(broken([odd(), odd(), odd()])).toEqual([]);
  });

  it("takes a formless 404 for a missing operation only where nothing speaks against it", () => {
    const text = (path: string) => ({ kind: "text", text: `Cannot GET ${path}` }) as const;
    const gone = (path: string, operation: string | null) =>
      sample({ operation, path, status: 404, body: text(path) });
    const nowhere = gone("/v1/nowhere-77", null);
    const missing = gone("/v2/totes/se-123", "v2GetTote");
    expect(broken([nowhere, missing])).toEqual([]);
    expect(broken([missing, nowhere])).toEqual([]);
    // The path is part of a request's id by chance.
    const told = (path: string, operation: string | null, id: string) =>
      sample({ operation, path, status: 404, body: { kind: "text", text: `No ${path} (${id})` } });
    const add = told("/v2/batches/se-1/add", "v2AddToBatch", "9f8add2e-2f6a-4a53-8a0c-6a5b8f0f8f11");
    expect(broken([told("/v1/nowhere", null, "1f8c2d8e-2f6a-4a53-8a0c-6a5b8f0f8f11"), add])).toEqual([]);
    const served = sample({ operation: "v2GetTote", path: "/v2/totes/se-1", json: { tote_id: "se-1" } });
    expect(broken([nowhere, missing, served])).toEqual(["error.body.on-404"]);
    const told404 = new ExchangeJudge(OPTIONS);
    for (const each of [nowhere, missing]) told404.look(each);
    told404.noteThere("v2GetTote");
    expect(told404.collected("error.body.on-404").findings).toHaveLength(1);
    // A gateway asks for patience before it looks at the path.
    const early = sample({ operation: "v2GetTote", path: "/v2/totes/se-1", status: 429 });
    expect(broken([nowhere, missing, early])).toEqual([]);
    const otherwise = sample({
      operation: "v2GetTote",
      path: "/v2/totes/se-1",
      status: 404,
      json: { detail: "no tote" },
    });
    expect(broken([nowhere, otherwise])).toEqual(["error.body.on-404"]);
  });

  it("does not judge a formless 404 below a prefix of which the contract shows no path", () => {
    const file = (path: string, rest: object) => sample({ operation: "v1DownloadFile", path, ...rest });
    const served = file("/v1/downloads/1/2/label.pdf", { body: { kind: "text", text: "a file" } });
    const lost = file("/v1/downloads/plimsoll", { status: 404, json: { message: "Not Found" } });
    expect(broken([served, lost])).toEqual([]);
  });

  it("does not judge a formless 404 of an operation whose path is assumed", () => {
    const path = "/v1/labels/se-1/void";
    const unread = sample({ operation: "v1VoidLabel", method: "PUT", path, status: 400, json: error(1) });
    const lost = sample({ operation: "v1VoidLabel", method: "PUT", path, status: 404, json: { error: "x" } });
    expect(broken([unread, lost])).toEqual([]);
  });

  it("does not judge how a target without such a path answers an assumed one", () => {
    const answered = (operation: string, path: string, status: number) =>
      broken([sample({ operation, method: "PUT", path, status, body: { kind: "text", text: "" } })]);
    for (const status of [302, 403])
      expect(answered("v1VoidLabel", "/v1/labels/se-1/void", status)).toEqual([]);
    expect(answered("v2VoidLabel", "/v2/labels/se-1/void", 302)).toEqual(["status.redirect"]);
    expect(answered("v2VoidLabel", "/v2/labels/se-1/void", 403)).toEqual(["status.documented"]);
  });

  it("counts as evidence what it looked at", () => {
    const judge = new ExchangeJudge(OPTIONS);
    judge.look(sample({ ...webhooks, json: [hook, { ...hook, webhook_id: "2" }] }));
    expect(judge.collected("webhook.field.name").evidence).toBe(2);
    expect(judge.collected("request-id.present").evidence).toBe(1);
    expect(judge.collected("error.body.on-404").evidence).toBe(0);
  });
});

describe("lists", () => {
  const LISTS = /^(paging\.(page|pages|links|total)|labels\.order|label\.voided)/;
  const listRules = (exchange: Exchange): string[] => broken([exchange]).filter((rule) => LISTS.test(rule));

  it("agree with themselves on conforming pages", () => {
    fc.assert(
      fc.property(worlds, queries, (world, query) => {
        expect(listRules(servedExchange(world, query))).toEqual([]);
      }),
    );
  });

  it("are broken by a page served newest first, unless under modified_at", () => {
    const labels = [
      { label_id: "se-2", created_at: "2024-01-02T00:00:00Z" },
      { label_id: "se-1", created_at: "2024-01-01T00:00:00Z" },
    ];
    const order = (query: string) =>
      listRules(
        sample({ path: `/v1/labels${query}`, json: { labels, total: 2, page: 1, pages: 1, links: {} } }),
      );
    expect(order("")).toEqual(["labels.order.inside"]);
    expect(order("?sort_by=created_at&sort_dir=desc")).toEqual(["labels.order.inside"]);
    expect(order("?sort_by=modified_at")).toEqual([]);
  });

  it("say nothing of a page that a cursor of the target's own leads to", () => {
    const labels = [
      { label_id: "se-2", created_at: "2024-01-02T00:00:00Z" },
      { label_id: "se-1", created_at: "2024-01-01T00:00:00Z" },
    ];
    const json = { labels, total: 9, page: 4, pages: 5, links: {} };
    expect(listRules(sample({ path: "/v1/labels?cursor=cDQ&page_size=2", json }))).toEqual([]);
  });

  it("are broken by a wrong number of pages or page", () => {
    fc.assert(
      fc.property(worlds, queries, (world, query) => {
        const pages = Math.ceil(world.length / query.size);
        expect(listRules(servedExchange(world, query, { pages: pages + 2 }))).toContain(
          "paging.pages.arithmetic",
        );
        fc.pre(query.page <= pages);
        expect(listRules(servedExchange(world, query, { page: query.page + 1 }))).toEqual([
          "paging.page.echo",
        ]);
      }),
    );
  });

  it("blame the total where it counts fewer items than come and `pages` counts them", () => {
    const world = [1, 2, 3, 4, 5].map((second) => sampleItem(`se-${second}`, second));
    const last = (told: Readonly<Record<string, unknown>>) =>
      listRules(servedExchange(world, { page: 3, size: 2, dir: "asc" }, told));
    expect(last({ total: 1 })).toEqual(["paging.total.matches-items"]);
    expect(last({ total: 1, pages: 2 })).toEqual(["paging.pages.arithmetic"]);
  });

  it("blame a total below the items of a page, unless some come twice or a filter is given", () => {
    const rulesOf = (operation: string, path: string, ids: readonly string[]) => {
      const items = ids.map((label_id) => ({ label_id, created_at: "2024-01-01T00:00:00Z" }));
      const json = { labels: items, total: 2, page: 1, pages: 1, links: {} };
      return broken([sample({ operation, path, json })]).filter((rule) => rule.startsWith("paging.total"));
    };
    const three = ["se-1", "se-2", "se-3"];
    expect(rulesOf("v1ListLabels", "/v1/labels?page_size=9", three)).toEqual(["paging.total.matches-items"]);
    expect(rulesOf("v2ListLabels", "/v2/labels?page_size=9", three)).toEqual([
      "paging.total.matches-items.v2",
    ]);
    expect(rulesOf("v1ListLabels", "/v1/labels?batch_id=se-4", three)).toEqual([]);
    expect(rulesOf("v1ListLabels", "/v1/labels?page_size=9", ["se-1", "se-2", "se-2"])).toEqual([]);
  });

  it("are broken by a label whose flag, status and time of voiding disagree", () => {
    const at = "2024-01-01T00:00:00Z";
    const rulesOf = (status: string, voided: boolean, voided_at: string | null) =>
      listRules(
        sample({ json: { labels: [{ label_id: "se-1", created_at: at, status, voided, voided_at }] } }),
      );
    expect(rulesOf("voided", false, at)).toEqual(["label.voided.consistent"]);
    expect(rulesOf("completed", true, null)).toEqual(["label.voided.consistent"]);
    expect(rulesOf("completed", false, at)).toEqual(["label.voided.consistent"]);
    expect(rulesOf("completed", false, null)).toEqual([]);
    expect(rulesOf("completed", false, "")).toEqual([]);
    expect(rulesOf("voided", true, null)).toEqual([]);
  });

  it("hold v2 lists and batches to the envelope that they show", () => {
    const envelope = { total: 3, page: 2, pages: 2, links: { first: {}, last: {}, prev: {}, next: {} } };
    const v2 = sample({
      operation: "v2ListBatches",
      path: "/v2/batches?page=1&page_size=2",
      json: { batches: [{}, {}], ...envelope },
    });
    expect(broken([v2]).filter((rule) => LISTS.test(rule))).toEqual([
      "paging.page.echo.v2",
      "paging.links.v2",
    ]);
    const bare = sample({ operation: "v2ListBatches", path: "/v2/batches", json: { batches: [{}, {}] } });
    expect(broken([bare]).filter((rule) => LISTS.test(rule))).toEqual([]);
  });
});

describe("the offset limit", () => {
  const ask = (query: string, more: Partial<Sample>) =>
    broken([sample({ operation: "v1ListShipments", path: `/v1/shipments?${query}`, ...more })]).filter(
      (rule) => rule.startsWith("limits."),
    );

  it("is judged on every shipment list call above it, and on no other", () => {
    const page = { json: { shipments: [], total: 0, page: 401, pages: 0, links: {} } };
    expect(ask("page=401&page_size=25", page)).toEqual(["limits.offset.status"]);
    expect(ask("page=400&page_size=25", page)).toEqual([]);
    expect(ask("page=401&page_size=25", { ...page, key: "wrong" })).toEqual([]);
    expect(ask(`page=${2n ** 63n}&page_size=25`, page)).toEqual([]);
    expect(ask("page=401&page_size=25", { status: 400, json: error(1) })).toContain(
      "limits.offset.field-name",
    );
  });
});

describe("the error of the offset limit", () => {
  const above = { operation: "v1ListShipments", path: "/v1/shipments?page=401&page_size=25", status: 400 };
  const named = { field_name: "page", field_value: "401" };

  it("has the wrong type, and no member too many, where it is not a validation error", () => {
    const found = broken([sample({ ...above, json: error(1, named) })]);
    expect(found).toContain("limits.offset.error-type");
    expect(found.filter((rule) => rule.endsWith("validation-only"))).toEqual([]);
    const unsaidSize = { ...above, path: "/v1/shipments?page=401" };
    const short = broken([sample({ ...unsaidSize, json: error(1, named) })]);
    expect(short.filter((rule) => rule.endsWith("validation-only"))).toEqual([]);
    const far = { ...above, path: "/v1/shipments?page=2147483648&page_size=25" };
    expect(broken([sample({ ...far, json: error(1, named) })])).toEqual(["limits.offset.error-type"]);
    // Anywhere else the members are what is wrong.
    expect(broken([unknown(2, named)])).toEqual(
      expect.arrayContaining(["error.field.field_name.validation-only"]),
    );
  });
});

describe("the list of open batches", () => {
  const OPEN = "/v1/batches?status=open&page_size=3&sort_dir=asc";
  const list = (status: string, path = OPEN) =>
    sample({
      operation: "v1ListBatches",
      path,
      json: { batches: [{ batch_id: "se-1", status: "open" }, { batch_id: "se-2", status }, {}] },
    });
  const open = (samples: readonly Exchange[]) =>
    broken(samples).filter((rule) => rule === "batches.open.only");

  it("is broken by a batch that is not open, whatever else was asked for", () => {
    expect(open([list("open")])).toEqual([]);
    expect(open([list("archived")])).toEqual(["batches.open.only"]);
    expect(open([list("archived", "/v1/batches?page_size=3")])).toEqual([]);
    expect(open([list("archived", "/v1/batches?status=archived")])).toEqual([]);
  });

  it("may be late with a batch that the run archived", () => {
    const archived = sample({ operation: "v2ArchiveBatch", method: "DELETE", path: "/v2/batches/se-2" });
    expect(open([archived, list("archived")])).toEqual([]);
    expect(open([sample({ operation: "v1GetBatch", path: "/v1/batches/se-2" }), list("archived")])).toEqual([
      "batches.open.only",
    ]);
  });
});

describe("the downloads of listed reports", () => {
  const page = (...leads: readonly (readonly [id: string, to: string])[]) =>
    sample({
      operation: "v1ListAdjustmentReports",
      path: "/v1/incubator/adjustments/reports",
      json: {
        data: leads.map(([id, to]) => ({ report_id: id, report_download: { href: `/reports/${to}` } })),
      },
    });

  it.each([
    ["its own report", [page(["r-1", "r-1"], ["r-2", "r-2"])], false],
    ["a file of another name", [page(["r-1", "abc"])], false],
    ["a neighbour", [page(["r-1", "r-2"], ["r-2", "r-2"])], true],
    ["a report of an earlier page", [page(["r-1", "r-1"]), page(["r-2", "r-1"])], true],
  ])("may not name another report: %s", (_, pages, isBroken) => {
    expect(broken(pages).includes("report.download.leads-to-report")).toBe(isBroken);
  });
});

describe("a report", () => {
  const read = (body: Body) => {
    const path = "/v1/incubator/adjustments/reports/r-1";
    const exchange = sample({ operation: "v1GetAdjustmentReport", path });
    const { answer } = exchange;
    return broken([{ ...exchange, answer: answer && { ...answer, body } }]).filter((rule) =>
      rule.startsWith("report.csv."),
    );
  };

  it("that was not read to its end shows nothing", () => {
    const cut = {
      kind: "unreadable",
      why: "longer than 10 bytes",
      text: "a,b\n1",
      byOurLimit: true,
    } as const;
    expect(read(cut)).toEqual([]);
  });

  it("is not readable if it is not text", () => {
    const why = "not valid in its character encoding";
    expect(read({ kind: "unreadable", why, text: "a,b\n1,2" })).toEqual(["report.csv.readable"]);
    expect(read({ kind: "binary", bytes: 9, head: "PK" })).toEqual(["report.csv.readable"]);
    expect(read({ kind: "empty" })).toEqual(["report.csv.readable"]);
  });
});

describe("the page size", () => {
  const page = (operation: string, path: string, more: object) =>
    broken([sample({ operation, path, json: { page: 1, pages: 1, links: {}, ...more } })]).filter((rule) =>
      rule.startsWith("paging.page_size."),
    );
  const three = [1, 2, 3].map((id) => ({ label_id: `se-${id}`, batch_id: `se-${id}` }));

  it("is broken by a page that holds more, and not by one that holds less", () => {
    const labels = { labels: three, total: 3 };
    expect(page("v1ListLabels", "/v1/labels?page_size=2", labels)).toEqual(["paging.page_size.respected"]);
    expect(page("v1ListLabels", "/v1/labels?page_size=200", labels)).toEqual([]);
    expect(page("v1ListLabels", "/v1/labels?page_size=0", labels)).toEqual([]);
  });

  it("is not asked of lists that need not know it", () => {
    expect(page("v2ListLabels", "/v2/labels?page_size=2", { labels: three, total: 3 })).toEqual([]);
    expect(page("v1ListBatches", "/v1/batches?page_size=2", { batches: three, total: 3 })).toEqual([]);
  });
});

describe("the states that answers show", () => {
  it("follows a label of no batch, whatever the run wrote to before", () => {
    const labels = (status: string) =>
      sample({ json: { labels: [{ label_id: "se-1", shipment_id: "se-2", batch_id: "", status }] } });
    const written = sample({ method: "DELETE", operation: "v1ArchiveBatch", path: "/v1/batches/se-9" });
    const judge = new ExchangeJudge(OPTIONS);
    for (const exchange of [labels("completed"), written, labels("voided")]) judge.look(exchange);
    expect(judge.states.moved).toMatchObject([{ id: "se-1", was: "completed", is: "voided" }]);
  });
});

describe("changes and deletions of unknown ids", () => {
  const deletion = (status: number) => ({
    ...sample({
      operation: "v2DeleteCheckoutRateOption",
      path: "/v2/checkout_rates/se-999999999999999/options/se-999999999999999",
      method: "DELETE",
      status,
    }),
    intent: "id" as const,
  });

  it("must not succeed, whichever check sent them", () => {
    expect(broken([deletion(204)])).toContain("error.404.v2.delete");
  });

  it("are refused with 404 where they delete", () => {
    expect(broken([deletion(409)])).toContain("error.404.v2.delete.status");
    for (const status of [404, 403, 405])
      expect(broken([deletion(status)])).not.toContain("error.404.v2.delete.status");
  });

  it("are refused with 404 where they void or cancel", () => {
    const change = (operation: string, path: string, field_name?: string) => ({
      ...sample({ operation, path, method: "PUT", status: 400, json: error(1, { field_name }) }),
      intent: "id" as const,
    });
    const isBroken = (each: Exchange) => broken([each]).includes("error.404.v2.change.status");
    expect(isBroken(change("v2VoidLabel", "/v2/labels/se-999999999999999/void"))).toBe(true);
    expect(
      isBroken(change("v2CancelShipment", "/v2/shipments/se-999999999999999/cancel", "shipment_id")),
    ).toBe(true);
    expect(isBroken(change("v2CancelShipment", "/v2/shipments/se-999999999999999/cancel", "reason"))).toBe(
      false,
    );
    // Its body may be refused first.
    expect(isBroken(change("v2UpdateTote", "/v2/totes/se-999999999999999"))).toBe(false);
  });

  it("are not judged where the id may be known, or parts have statuses of their own", () => {
    const { intent: _, ...plain } = deletion(204);
    expect(broken([plain, deletion(207)])).not.toContain("error.404.v2.delete");
  });
});

describe("refusals of ids that no record has the form of", () => {
  const refused = (id: string, status: number, json?: unknown): Exchange => ({
    ...sample({ operation: "v1GetShipment", path: `/v1/shipments/${id}`, status, json }),
    intent: "nowhere" as const,
  });

  it("may come from something in front of the service", () => {
    expect(broken([refused("se-x", 404), refused("se-y", 400, { reason: "no number" })])).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^error\.body\.on/)]),
    );
  });

  it("are no valid requests that must not fail each time", () => {
    expect(broken([1, 2, 3].map(() => refused("se-x", 500)))).not.toContain("status.server-error");
  });
});

describe("errors about a parameter", () => {
  const list = {
    operation: "v1ListLabels",
    path: "/v1/labels?sort_dir=upwards&page=page&page_size=-1",
    status: 400,
  };
  const told = (field_name: string, field_value: string, path = list.path) =>
    broken([
      sample({ ...list, path, json: error(1, { error_type: "validation", field_name, field_value }) }),
    ]).includes("error.field.field_value");

  it("do not show its value as field_name and its name as field_value", () => {
    expect(told("upwards", "sort_dir")).toBe(true);
    expect(told("page", "page")).toBe(false);
    expect(told("direction", "sort_dir")).toBe(false);
  });

  it("show the word that was sent as field_value, in whatever letters and among others", () => {
    expect(told("sort_dir", "(omitted)")).toBe(true);
    for (const value of ["upwards", "UPWARDS", '"upwards"']) expect(told("sort_dir", value)).toBe(false);
  });

  it("may show numbers in other words, nothing, or what was sent twice", () => {
    expect(told("page_size", "0")).toBe(false);
    expect(told("sort_dir", "")).toBe(false);
    expect(told("sort_dir", "left", "/v1/labels?sort_dir=upwards&sort_dir=left")).toBe(false);
  });
});
