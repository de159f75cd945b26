import { createServer } from "node:http";
import { fetch as overWire } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { bundle } from "../../contract/openapi/bundle.js";
import { createReferenceService, type ReferenceOptions, type ReferenceService } from "../service.js";
import type { OwnRecords } from "./own/records.js";

const open: ReferenceService[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

function make(options: ReferenceOptions = {}): ReferenceService {
  const service = createReferenceService(options);
  open.push(service);
  return service;
}

/** "POST /v1/labels" with a body, answered in this process. */
async function ask(service: ReferenceService, line: string, body?: unknown, more: object = {}) {
  const [method = "GET", path = ""] = line.split(" ");
  const answer = await service.fetch(
    new Request(`http://mock.test${path}`, {
      method,
      headers: { "api-key": service.apiKey, "content-type": "application/json", ...more },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await answer.text();
  const isJson = text !== "" && answer.headers.get("content-type")?.includes("json");
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : null };
}

const WEBHOOK = { name: "Mine", url: "https://mine.invalid/", event: "track" };

/** All that a client can list of a service. */
async function everything(service: ReferenceService): Promise<string> {
  const lists = ["v1/shipments", "v1/labels", "v1/batches", "v2/environment/webhooks", "v2/purchase_orders"];
  const answers = await Promise.all(lists.map((list) => ask(service, `GET /${list}?page_size=500`)));
  return answers.map(({ text }) => text).join("\n");
}

async function changeMuch(service: ReferenceService): Promise<string> {
  const [shipment] = service.fixtures.shipments.pending ?? [];
  await ask(service, "POST /v1/labels", { shipment_id: shipment });
  await ask(service, `PUT /v2/shipments/${shipment}`, { external_shipment_id: "changed" });
  const { json } = await ask(service, "POST /v2/environment/webhooks", WEBHOOK);
  return json.webhook_id;
}

describe("the state of a mock", () => {
  it("is put back by reset and restore as it was, with the ids that come next", async () => {
    const service = make({ now: () => 1_760_000_000_000 });
    const before = await everything(service);
    const id = await changeMuch(service);
    const changed = await everything(service);
    const snapshot = service.snapshot();
    expect(changed).not.toBe(before);

    service.reset();
    expect(await everything(service)).toBe(before);
    expect(await changeMuch(service)).toBe(id);
    expect(await everything(service)).toBe(changed);

    service.reset();
    for (let twice = 0; twice < 2; twice++) {
      service.restore(snapshot);
      expect(await everything(service)).toBe(changed);
      await changeMuch(service);
    }
  });

  it("is put back with that of habits, faults and lagging reads", async () => {
    const service = make({ habits: ["webhook-deleted-listed"], lagMs: [0, 1e9] });
    const list = async () => (await ask(service, "GET /v2/environment/webhooks")).json.length;
    const before = await list();
    await ask(service, `DELETE /v2/environment/webhooks/${service.fixtures.webhooks[0]}`);
    service.reset();
    expect(await list()).toBe(before);
    await ask(service, "POST /v2/environment/webhooks", WEBHOOK);
    service.reset();
    await ask(service, "POST /v2/environment/webhooks", WEBHOOK);
    expect([await list(), await list()]).toEqual([before + 1, before]);
  });

  it("is put back without what a fault would still do", async () => {
    let clock = 0;
    const service = make({ faults: ["webhook-v2-deletion-undone-later"], now: () => clock });
    const start = service.snapshot();
    const before = await everything(service);
    await ask(service, `DELETE /v2/environment/webhooks/${service.fixtures.webhooks[0]}`);
    service.restore(start);
    clock += 5_000;
    expect(await everything(service)).toBe(before);
  });

  it("is put back without a trace in reports", async () => {
    const service = make();
    const [report] = service.fixtures.reports;
    const csv = async () => (await ask(service, `GET /v1/incubator/adjustments/reports/${report}`)).text;
    const before = await csv();
    for (const id of service.fixtures.shipments.label_purchased ?? []) {
      await ask(service, `PUT /v2/shipments/${id}`, { external_shipment_id: "changed" });
    }
    expect(await csv()).toBe(before);
  });

  it("is put back in well under a millisecond", () => {
    const service = make();
    const times = Array.from({ length: 400 }, () => {
      const began = performance.now();
      service.reset();
      return performance.now() - began;
    }).sort((a, b) => a - b);
    // Most resets of a test run are as fast as these; the rest met the machine doing something else.
    expect(times[80]).toBeLessThan(1);
  });

  it("is told by replicas too", async () => {
    const service = make({ lagMs: [60_000] });
    await changeMuch(service);
    service.seed({ shipments: [{ shipment_id: "se-7" }] });
    expect((await ask(service, "GET /v1/shipments/se-7")).status).toBe(200);
    service.reset();
    expect((await ask(service, "GET /v1/shipments/se-7")).status).toBe(404);
  });
});

const OWN: OwnRecords = {
  carriers: [
    { carrier_id: "se-11", carrier_code: "mine", services: [{ service_code: "fast", name: "Fast" }] },
  ],
  batches: [{ batch_id: "se-21", external_batch_id: "monday" }],
  shipments: [
    {
      shipment_id: "se-31",
      shipment_status: "label_purchased",
      batch_id: "se-21",
      carrier_id: "se-11",
      ship_to: { name: "Ada", country_code: "GB" },
      packages: [{ weight: { value: 3 } }],
    },
    { created_at: "2025-01-02T03:04:05Z" },
  ],
  labels: [{ label_id: "se-41", shipment_id: "se-31", shipment_cost: { currency: "usd", amount: 7.5 } }],
  reports: [{ report_id: "rpt_1", label_ids: ["se-41"] }],
  webhooks: [WEBHOOK],
  suppliers: [{ supplier_id: "se-51", name: "Mill" }],
  purchase_orders: [{ status: "receiving", supplier_id: "se-51" }],
  products: [{ product_id: "se-61", sku: "A-1" }],
};

describe("own data", () => {
  it("are all that there is, with usual values for what they do not say", async () => {
    const service = make({ data: OWN });
    const { json: shipments } = await ask(service, "GET /v1/shipments?sort_dir=asc");
    expect(shipments.total).toBe(2);
    const { json: shipment } = await ask(service, "GET /v1/shipments/se-31");
    expect(shipment).toMatchObject({
      external_shipment_id: "order-se-31",
      ship_to: { name: "Ada", country_code: "GB", city_locality: "" },
      total_weight: { value: 3, unit: "ounce" },
    });
    const { json: labels } = await ask(service, "GET /v1/labels");
    expect(labels.labels).toMatchObject([
      { label_id: "se-41", carrier_code: "mine", service_code: "fast", shipment_cost: { amount: 7.5 } },
    ]);
    expect((await ask(service, "GET /v1/batches/se-21")).json).toMatchObject({ count: 1, completed: 1 });
    const { text } = await ask(service, "GET /v1/incubator/adjustments/reports/rpt_1");
    expect(text.trim().split("\n")).toHaveLength(2);
    expect((await ask(service, "GET /v2/purchase_orders?status=receiving")).json.total).toBe(1);
    expect((await ask(service, "GET /v2/products/se-61")).json.sku).toBe("A-1");
    expect((await ask(service, "GET /v2/carriers")).json.total).toBe(1);
  });

  it("leave carriers and a warehouse there unless they name their own", async () => {
    const service = make({ data: {} });
    expect((await ask(service, "GET /v2/carriers")).json.total).toBe(6);
    expect((await ask(service, "GET /v2/warehouses")).json.total).toBe(1);
    expect((await ask(service, "GET /v1/shipments")).json.total).toBe(0);
  });

  it("may be what a service answered: it is shown again as it was", async () => {
    const first = make({ shipments: 40 });
    const lists = [
      ["carriers", "/v2/carriers"],
      ["warehouses", "/v2/warehouses"],
      ["batches", "/v1/batches"],
      ["shipments", "/v1/shipments"],
      ["labels", "/v1/labels"],
      ["purchase_orders", "/v2/purchase_orders"],
      ["suppliers", "/v2/suppliers"],
    ] as const;
    const all = async (service: ReferenceService) =>
      Object.fromEntries(
        await Promise.all(
          lists.map(async ([name, path]) => {
            const { json } = await ask(service, `GET ${path}?page_size=500&sort_dir=asc`);
            return [name, json[name]];
          }),
        ),
      );
    const shown = await all(first);
    const second = make({ data: shown });
    const again = await all(second);
    for (const [name] of lists) expect(again[name], name).toEqual(shown[name]);

    const { json: page } = await ask(first, "GET /v1/shipments?page_size=5");
    const { carriers, warehouses } = shown;
    const third = make({ data: { ...page, carriers, warehouses } });
    expect((await ask(third, "GET /v1/shipments")).json.shipments).toEqual(page.shipments);
  });

  it("are told from names that are none", () => {
    const misspelt = JSON.parse('{"data":"sparce"}');
    expect(() => createReferenceService(misspelt)).toThrow(/^There is no data "sparce"; there are default, /);
  });

  it("may have members that only their service knows", async () => {
    const shipments = [
      { shipment_id: "se-1", shipment_number: "7", created_by: "Ann", created_at: "20260101T10Z" },
    ];
    const { json } = await ask(
      make(JSON.parse(JSON.stringify({ data: { shipments } }))),
      "GET /v1/shipments/se-1",
    );
    expect(json).toMatchObject({ created_at: "2026-01-01T10:00:00.000Z" });
    expect(json).not.toHaveProperty("shipment_number");
  });

  it.each([
    ['{"fault":["x"]}', /^There is no option "fault"; did you mean faults\?$/m],
    ['{"data":null}', /own data are lists of records/],
  ])("and other options are told from what is none: %s", (options, message) => {
    expect(() => createReferenceService(JSON.parse(options))).toThrow(message);
  });

  it("never meet ids that are handed out", async () => {
    const free = make({ data: {} });
    const { json } = await ask(free, "POST /v2/shipments", {});
    const next = json.shipments[0].shipment_id;
    const service = make({ data: { shipments: [{ shipment_id: next }] } });
    const made = await ask(service, "POST /v2/shipments", {});
    expect(made.json.shipments[0].shipment_id).not.toBe(next);
    expect((await ask(service, "GET /v1/shipments")).json.total).toBe(2);
  });

  it("have links that work whatever their ids are", async () => {
    const service = make({
      data: {
        batches: [{ batch_id: "b&1?" }],
        shipments: [{ shipment_id: "s.1/2", batch_id: "b&1?" }],
        labels: [{ label_id: "LBL.2024/1", shipment_id: "s.1/2" }],
        reports: [{ report_id: "rpt_a?b" }],
      },
    });
    const follow = (href: string) => ask(service, `GET ${href.replace("http://mock.test", "")}`);
    const [label] = (await ask(service, "GET /v1/labels")).json.labels;
    expect((await follow(label.label_download.pdf)).headers.get("content-type")).toBe("application/pdf");
    const [batch] = (await ask(service, "GET /v1/batches")).json.batches;
    expect((await follow(batch.batch_shipments_url.href)).json.total).toBe(1);
    const errors = await follow(batch.batch_errors_url.href);
    expect((await follow(errors.json.links.first.href)).status).toBe(200);
    expect((await follow(batch.label_download.href)).status).toBe(200);
    const [report] = (await ask(service, "GET /v1/incubator/adjustments/reports")).json.reports;
    expect((await follow(report.report_download.href)).status).toBe(200);
  });

  it("can be what another service lists: its reports keep their ids, and new ones get others", async () => {
    const list = async (service: ReferenceService) =>
      (await ask(service, "GET /v1/incubator/adjustments/reports?page_size=100")).json;
    const service = make({ data: { reports: (await list(make())).reports } });
    service.completeReport();
    const { total, reports } = await list(service);
    const ids = reports.map(({ report_id }: { report_id: string }) => report_id);
    expect(new Set(ids).size).toBe(total);
  });

  it("can be added later, and go with a reset", async () => {
    const service = make();
    service.seed({ shipments: [{ shipment_id: "se-31" }] });
    expect((await ask(service, "GET /v1/shipments/se-31")).status).toBe(200);
    service.reset();
    expect((await ask(service, "GET /v1/shipments/se-31")).status).toBe(404);
  });

  it.each<[unknown, readonly string[]]>([
    [[], [expect.stringMatching(/^own data are lists of records by their kind: /)]],
    [{ shipmens: [] }, ["shipmens: there are no such records; did you mean shipments?"]],
    [{ shipments: {} }, ["shipments: a list of records is needed"]],
    [{ shipments: [4] }, ["shipments[0]: a record is an object"]],
    [
      { shipments: [{ shipment_id: "se-1", shipment_staus: "pending" }] },
      ["shipments[0] (se-1): shipment_staus: there is no such member; did you mean shipment_status?"],
    ],
    [
      { shipments: [{ shipment_status: "lost" }] },
      [expect.stringMatching(/^shipments\[0\]: .*pending, processing, label_purchased/)],
    ],
    [
      { shipments: [{}, { packages: [{ weight: { value: "3" } }] }] },
      [expect.stringMatching(/^shipments\[1\]: /)],
    ],
    [
      { shipments: [{ ship_to: { nme: "Ann" } }, { packages: [{ weight: { value: 3, unt: "kg" } }] }] },
      [
        "shipments[0]: ship_to.nme: there is no such member; did you mean name?",
        "shipments[1]: packages.0.weight.unt: there is no such member; did you mean unit?",
      ],
    ],
    [
      {
        carriers: [{ balance: "abc" }],
        warehouses: [{ is_default: "yes" }, { origin_address: { phon: "x" } }],
        shipments: [{ shipment_id: "se-1" }, { tags: ["x"] }],
        labels: [{ label_id: "se-2", shipment_id: "se-1", label_download: 5 }],
        reports: [{ label_ids: "se-2" }],
      },
      [
        'carriers[0]: balance: a number is needed; received "abc"',
        'warehouses[0]: is_default: a boolean is needed; received "yes"',
        "warehouses[1]: origin_address.phon: there is no such member; did you mean phone?",
        expect.stringMatching(/^shipments\[1\]: tags/),
        expect.stringMatching(/^labels\[0\] \(se-2\): label_download/),
        expect.stringMatching(/^reports\[0\]: label_ids/),
      ],
    ],
    [{ labels: [{ shipment_id: "se-9" }] }, ["labels[0]: shipment_id: there is no se-9"]],
    [{ labels: [{}] }, ["labels[0]: shipment_id must be given."]],
    [
      { shipments: [{ shipment_id: "se-1" }, { shipment_id: "se-1" }] },
      ["shipments[1] (se-1): shipment_id: there is one with this id already"],
    ],
    [{ shipments: [{ shipment_id: 5 }] }, ["shipments[0]: shipment_id: an id is a text; received 5"]],
    [
      { shipments: [{ shipment_id: "se-1" }], labels: [{ shipment_id: "se-1", trackable: "yes" }] },
      [expect.stringMatching(/^labels\[0\]: trackable: documented true or false/)],
    ],
    [{ webhooks: [{ event: "track" }] }, ["webhooks[0]: url must be given."]],
    [
      { webhooks: [{ ...WEBHOOK, store_id: "x" }], purchase_orders: [{ status: "lost" }] },
      [expect.stringMatching(/^webhooks\[0\]: store_id/), expect.stringMatching(/^purchase_orders\[0\]: /)],
    ],
    [{ batches: [{ created_at: "yesterday" }] }, [expect.stringMatching(/^batches\[0\]: created_at/)]],
  ])("that are wrong are refused line by line, and nothing is kept: %j", async (records, lines) => {
    const service = make();
    const before = await everything(service);
    const { status, json } = await ask(service, "POST /__plimsoll/data", records);
    expect(status).toBe(400);
    expect(json.message.split("\n").slice(1)).toEqual(lines);
    expect(await everything(service)).toBe(before);
  });
});

describe("trouble", () => {
  const statuses = async (service: ReferenceService, times: number, path = "/v1/labels") => {
    const all: number[] = [];
    for (let turn = 0; turn < times; turn++) all.push((await ask(service, `GET ${path}`)).status);
    return all;
  };

  it("is counted: some requests pass, some meet it, the rest pass again", async () => {
    const service = make({ troubles: ["503 after=1 times=2"] });
    expect(await statuses(service, 5)).toEqual([200, 503, 503, 200, 200]);
    service.reset();
    expect(await statuses(service, 3)).toEqual([200, 503, 503]);
  });

  it("is of some operations alone", async () => {
    const service = make();
    service.troubles.add({ kind: 429, operation: "v1List*", retryAfter: 3, method: "get" });
    const { status, headers, json } = await ask(service, "GET /v1/labels");
    expect([status, headers.get("retry-after")]).toEqual([429, "3"]);
    expect(json.errors[0].error_code).toBe("rate_limit_exceeded");
    expect(json.request_id).toBe(headers.get("x-service-requestid"));
    expect(await statuses(service, 1, "/v2/labels")).toEqual([200]);
    service.troubles.clear();
    service.troubles.add("500 /v2/labels*");
    expect(await statuses(service, 1)).toEqual([200]);
    expect(await statuses(service, 1, "/v2/labels")).toEqual([500]);
    expect(service.troubles.list()).toEqual([{ kind: 500, operation: "/v2/labels*", met: 1 }]);
  });

  it("counts requests that another one met", async () => {
    const service = make({ troubles: ["503 times=2", "429 after=2 times=1"] });
    expect(await statuses(service, 4)).toEqual([503, 503, 429, 200]);
  });

  it("has the error of its status", async () => {
    const service = make({ troubles: ["401 times=1", "404 times=1", "500"] });
    const error = async () => (await ask(service, "GET /v1/labels")).json.errors[0];
    expect(await error()).toMatchObject({ error_type: "security", error_code: "unauthorized" });
    expect(await error()).toMatchObject({ error_type: "validation", error_code: "invalid_identifier" });
    expect(await error()).toMatchObject({ error_type: "system", error_code: "unspecified" });
  });

  it("that is slow leaves an empty answer as it is", async () => {
    const service = make({ troubles: ["slow ms=10"] });
    const { status, headers } = await ask(
      service,
      `DELETE /v1/environment/webhooks/${service.fixtures.webhooks[0]}`,
    );
    expect([status, headers.get("content-length")]).toEqual([204, null]);
  });

  it("meets HEAD as GET, and the log has it", async () => {
    const service = make({ troubles: ["503 v1ListLabels times=1"] });
    expect((await ask(service, "HEAD /v1/labels")).status).toBe(503);
    expect((await ask(service, "HEAD /v1/labels")).status).toBe(200);
    expect(service.requests.count({ operation: "v1ListLabels", method: "HEAD" })).toBe(2);
  });

  it("is the same for the same seed", async () => {
    const drawn = (seed: number) => statuses(make({ seed, troubles: ["503 chance=0.5"] }), 20);
    const first = await drawn(1);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await drawn(1)).toEqual(first);
    expect(await drawn(2)).not.toEqual(first);
  });

  it("of the connection shows on the wire", { timeout: 20_000 }, async () => {
    const service = make();
    const base = await service.listen();
    const get = () => overWire(`${base}/v1/labels`, { headers: { "api-key": service.apiKey } });
    const under = async <T>(trouble: string, act: () => Promise<T>): Promise<T> => {
      service.troubles.restart([trouble]);
      return act();
    };
    const whole = await (await get()).text();

    await expect(under("reset", get)).rejects.toThrow("fetch failed");
    await under("truncate", async () => {
      const answer = await get();
      expect(answer.headers.get("content-length")).toBe(String(whole.length));
      await expect(answer.text()).rejects.toThrow("terminated");
    });
    await under("hang", async () => {
      const signal = AbortSignal.timeout(150);
      const asked = overWire(`${base}/v1/labels`, { headers: { "api-key": service.apiKey }, signal });
      await expect(asked).rejects.toThrow(/timeout/);
    });
    const timed = async () => {
      const began = performance.now();
      const text = (await (await get()).text()).length;
      return { text, ms: performance.now() - began };
    };
    for (const trouble of ["slow ms=200", "latency ms=150 jitter=50"]) {
      const { text, ms } = await under(trouble, timed);
      expect(text).toBe(whole.length);
      expect(ms).toBeGreaterThan(140);
    }
    expect(service.requests.list().map(({ status }) => status)).toEqual([200, null, 200, null, 200, 200]);
  });

  it("loses a delayed write when its client leaves, and with a reset or the end", async () => {
    const service = make({ data: "sparse" });
    const base = await service.listen();
    const write = async (tag: string, signal: AbortSignal | null = null) => {
      const headers = { "api-key": service.apiKey };
      await overWire(`${base}/v2/tags/${tag}`, { method: "POST", headers, signal }).catch(() => null);
    };
    const tags = async () => (await ask(service, "GET /v2/tags")).text;
    const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    service.troubles.add("latency v2CreateTag ms=100");
    await write("left", AbortSignal.timeout(30));
    await pass(150);
    expect(await tags()).not.toContain("left");
    const begun = write("reset");
    await pass(50);
    service.reset();
    await begun;
    await pass(150);
    expect(await tags()).not.toContain("reset");
    service.troubles.add("latency ms=60000");
    const waiting = ask(service, "POST /v2/tags/closed");
    await pass(20);
    await service.close();
    await expect(waiting).resolves.toMatchObject({ status: 0 });
  });

  it("leaves the Request and Response of the process alone, and loses a HEAD too", async () => {
    const before = [globalThis.Request, globalThis.Response];
    await make({ https: true }).listen();
    const service = make();
    const base = await service.listen();
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
    for (const trouble of ["reset", "truncate"]) {
      service.troubles.restart([trouble]);
      const head = overWire(`${base}/v1/labels`, { method: "HEAD", headers: { "api-key": service.apiKey } });
      await expect(head).rejects.toThrow("fetch failed");
    }
  });

  it("of the connection is an error response in this process, as fetch interceptors take it", async () => {
    const service = make({ troubles: ["reset times=1", "hang"] });
    const request = (signal: AbortSignal | null = null) =>
      service.fetch(
        new Request("http://mock.test/v1/labels", { headers: { "api-key": service.apiKey }, signal }),
      );
    expect((await request()).type).toBe("error");
    expect((await request(AbortSignal.timeout(20))).type).toBe("error");
  });

  it.each([
    ["GET", {}],
    ["HEAD", {}],
    ["GET", { origin: "https://app.test" }],
  ])("of the connection is so for %s with %j", async (method, headers) => {
    const service = make({ troubles: ["reset"] });
    const answer = await service.fetch("http://mock.test/v1/labels", { method, headers });
    expect([answer.type, service.requests.last()?.status]).toEqual(["error", null]);
  });

  it("is not answered as a success in the log, whatever the page that asks", async () => {
    const service = make({ troubles: ["reset"] });
    const asked = overWire(`${await service.listen()}/v1/labels`, {
      headers: { origin: "https://app.test" },
    });
    await expect(asked).rejects.toThrow("fetch failed");
    expect(service.requests.last()?.status).toBeNull();
  });

  it.each(["hang", "latency ms=60000"])(
    "ends for those who wait when the state is restored: %s",
    async (trouble) => {
      const service = make({ data: "sparse" });
      const start = service.snapshot();
      service.troubles.add(trouble);
      const waiting = ask(service, "POST /v2/tags/late");
      await new Promise((resolve) => setTimeout(resolve, 20));
      service.restore(start);
      await expect(waiting).resolves.toMatchObject({ status: 0 });
      service.troubles.clear();
      expect((await ask(service, "GET /v2/tags")).text).not.toContain("late");
    },
  );

  it.each([
    ["", /^"" is not a kind of trouble/],
    ["404x", /is not a kind of trouble/],
    ["rest", /did you mean reset\?$/],
    ["429 v1ListLabel", /no operation is called "v1ListLabel"; did you mean v1ListLabels\?/],
    ["429 v1ListLabels twice", /"twice" is not of the form name=value/],
    ["429 tims=2", /trouble has no "tims"; did you mean times\?/],
    ["429 times=-1", /times is a whole number from 0/],
    ["429 chance=2", /chance is a number from 0 to 1; got 2/],
    [7, /"7" is not a kind of trouble/],
    [true, /trouble is a text or an object/],
    ["503 method=PSOT", /there is no method "PSOT"; did you mean POST\?/],
  ])("that cannot be is refused: %j", async (trouble, message) => {
    const { status, json } = await ask(make(), "POST /__plimsoll/troubles", JSON.stringify(trouble));
    expect(status).toBe(400);
    expect(json.message).toMatch(message);
  });
});

describe("the levers over HTTP", () => {
  it("take the key, but for health and the document", async () => {
    const service = make();
    const without = { "api-key": "wrong" };
    expect((await ask(service, "POST /__plimsoll/reset", undefined, without)).status).toBe(401);
    expect((await ask(service, "GET /__plimsoll/nothing")).status).toBe(404);
    expect((await ask(service, "GET /__plimsoll/health", undefined, without)).json).toEqual({ status: "ok" });
    const { json } = await ask(service, "GET /__plimsoll/openapi.json", undefined, without);
    expect(json).toEqual(JSON.parse(JSON.stringify(bundle("3.1", ["v1", "v2"]))));
  });

  it("reset, take snapshots and put them back", async () => {
    const service = make();
    const before = await everything(service);
    await changeMuch(service);
    const changed = await everything(service);
    const { json } = await ask(service, "POST /__plimsoll/snapshots");
    expect((await ask(service, "POST /__plimsoll/reset")).status).toBe(204);
    expect(await everything(service)).toBe(before);
    await ask(service, "PUT /__plimsoll/faults/labels-total-one-more");
    await ask(service, "DELETE /__plimsoll/faults");
    expect((await ask(service, `POST /__plimsoll/snapshots/${json.id}/restore`)).status).toBe(204);
    expect(await everything(service)).toBe(changed);
    expect((await ask(service, `DELETE /__plimsoll/snapshots/${json.id}`)).status).toBe(204);
    expect((await ask(service, `POST /__plimsoll/snapshots/${json.id}/restore`)).status).toBe(404);
  });

  it("show the requests received, without the key", async () => {
    const service = make();
    await ask(service, "GET /v1/labels?page_size=2");
    await ask(service, "POST /v2/environment/webhooks", { ...WEBHOOK, name: service.apiKey });
    await ask(service, "GET /v3/nothing");
    const { json, text } = await ask(service, "GET /__plimsoll/requests");
    expect(text).not.toContain(service.apiKey);
    expect(json.requests).toMatchObject([
      {
        method: "GET",
        path: "/v1/labels",
        operation: "v1ListLabels",
        query: { page_size: "2" },
        status: 200,
      },
      { operation: "v2CreateWebhook", status: 201, body: { ...WEBHOOK, name: "***" } },
      { operation: null, status: 404, body: null },
    ]);
    expect((await ask(service, "GET /__plimsoll/requests/count?operation=v1*")).json).toEqual({ count: 1 });
    for (const [wrong, words] of [
      ["operation=v1ListLabel", 'no operation is called "v1ListLabel"; did you mean v1ListLabels?'],
      ["frob=1", 'Requests are not chosen by "frob".'],
      ["status=lots", '"lots" is not a status.'],
    ]) {
      const { status, json } = await ask(service, `GET /__plimsoll/requests/count?${wrong}`);
      expect([status, json.message]).toEqual([400, words]);
    }
    const data = await ask(service, "POST /__plimsoll/data", "{bad");
    expect([data.status, data.json.message]).toEqual([400, "The body is not JSON."]);
    expect((await ask(service, "GET /__plimsoll/requests/last?method=post")).json.status).toBe(201);
    expect((await ask(service, "GET /__plimsoll/requests/last?status=503")).status).toBe(404);
    await ask(service, "DELETE /__plimsoll/requests");
    expect(service.requests.count()).toBe(0);
  });

  it("choose requests by operations that there are, in code too", () => {
    expect(() => make().requests.count({ operation: "v1LstLabels" })).toThrow(/did you mean v1ListLabels/);
  });

  it("keep the last requests only", async () => {
    const service = make({ keepRequests: 2 });
    for (const page of [1, 2, 3]) await ask(service, `GET /v1/labels?page=${page}`);
    expect(service.requests.list().map(({ query }) => query.page)).toEqual(["2", "3"]);
    await ask(service, "POST /v1/labels", { shipment_id: "x".repeat(300_000) });
    expect(String(service.requests.last()?.body)).toHaveLength(100_000);
  });

  it("complete a report", async () => {
    const service = make();
    const { status, json } = await ask(service, "POST /__plimsoll/reports");
    expect(status).toBe(201);
    const { json: list } = await ask(service, "GET /v1/incubator/adjustments/reports");
    expect(JSON.stringify(list)).toContain(json.report_id);
  });

  it("turn faults on and off", async () => {
    const service = make();
    const total = async () => (await ask(service, "GET /v1/labels")).json.total;
    const usual = await total();
    const fault = "/__plimsoll/faults/labels-total-one-more";
    expect((await ask(service, `PUT ${fault}`)).status).toBe(204);
    expect(await total()).toBe(usual + 1);
    expect((await ask(service, "GET /__plimsoll/faults")).json).toEqual({
      faults: ["labels-total-one-more"],
    });
    expect((await ask(service, `DELETE ${fault}`)).status).toBe(204);
    expect(await total()).toBe(usual);
    await ask(service, `PUT ${fault}`);
    await ask(service, "DELETE /__plimsoll/faults");
    expect(await total()).toBe(usual);
    const unknown = await ask(service, "PUT /__plimsoll/faults/labels-totl-one-more");
    expect([unknown.status, unknown.json.message]).toEqual([400, expect.stringMatching(/did you mean/)]);
    const late = await ask(service, "PUT /__plimsoll/faults/tls10-accepted");
    expect(late.json.message).toMatch(/from the start/);
  });

  it("begin and end trouble", async () => {
    const service = make();
    expect((await ask(service, "POST /__plimsoll/troubles", "503 times=1")).status).toBe(204);
    expect((await ask(service, "POST /__plimsoll/troubles", { kind: 429, times: 1 })).status).toBe(204);
    expect((await ask(service, "GET /v1/labels")).status).toBe(503);
    expect((await ask(service, "GET /__plimsoll/troubles")).json.troubles).toEqual([
      { kind: 503, times: 1, met: 1 },
      { kind: 429, times: 1, met: 0 },
    ]);
    await ask(service, "DELETE /__plimsoll/troubles");
    expect((await ask(service, "GET /v1/labels")).status).toBe(200);
    expect((await ask(service, "POST /__plimsoll/troubles", "503")).status).toBe(204);
    expect((await ask(service, "GET /v1/labels")).status).toBe(503);
  });
});

describe("a mock at work", () => {
  it("has no path that ends with a slash too many", async () => {
    const service = make();
    expect((await ask(service, "GET /v1/shipments/")).status).toBe(404);
    expect((await ask(service, "GET /v1/shipments")).status).toBe(200);
  });

  it("listens once at a time", async () => {
    const service = make();
    await service.listen();
    await expect(service.listen()).rejects.toThrow("listens already");
    await service.close();
    await service.listen();
  });

  it("tells who waits for its address that it was closed, and can listen again", async () => {
    const service = make();
    const listening = service.listen();
    await service.close();
    await expect(listening).rejects.toThrow("was closed");
    await service.listen();
  });

  it("does nothing by itself at no rate", async () => {
    const service = make({ data: "sparse", reportEveryMs: 0, churn: -1 });
    const before = JSON.stringify(service.fixtures);
    await service.listen();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(JSON.stringify(service.fixtures)).toBe(before);
  });

  it("keeps nothing of a refused call", async () => {
    const service = make({
      data: { carriers: [], totes: [{ barcode: "A" }, { tote_id: "two", barcode: "B" }] },
    });
    const before = JSON.stringify(service.fixtures);
    const twice = await ask(service, "POST /v2/totes", { totes: [{ barcode: "C" }, { barcode: "C" }] });
    const label = await ask(service, "POST /v2/labels", { shipment: { ship_to: { name: "Ann" } } });
    const known = await ask(service, "PUT /v2/totes/two", { barcode: "A" });
    expect([twice.status, label.status, known.status]).toEqual([409, 400, 409]);
    expect(JSON.stringify(service.fixtures)).toBe(before);
    expect((await ask(service, "GET /v2/totes/two")).json.barcode).toBe("B");
    expect((await ask(service, "PUT /v2/totes/two", { barcode: "B" })).status).toBe(200);
  });

  it.each([
    ["X Desk", "1"],
    ["X-A", "one\ntwo"],
    ["X-A", "€"],
    ["Content-Length", "3"],
  ])("refuses webhooks whose deliveries could not be sent: %s: %j", async (key, value) => {
    const body = { ...WEBHOOK, headers: [{ key, value }] };
    const { status, json } = await ask(make(), "POST /v2/environment/webhooks", body);
    expect([status, json.errors[0].field_name]).toEqual([400, "headers"]);
  });

  it("sends events with the address that its clients use", async () => {
    const got: string[] = [];
    const receiver = createServer(async (incoming, answer) => {
      expect(incoming.headers["content-type"]).toBe("application/json");
      for await (const chunk of incoming) got.push(JSON.parse(String(chunk)).resource_url);
      answer.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const address = receiver.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
    const webhooks = [
      { url, event: "report_complete" as const, headers: [{ key: "Content-Type", value: "x/y" }] },
    ];
    const service = make({ data: { webhooks } });
    const { port } = new URL(await service.listen(0, "0.0.0.0"));
    service.completeReport();
    await service.settled();
    await ask(service, "GET /v1/labels");
    await service.fetch("http://health.test/__plimsoll/health");
    service.completeReport();
    await service.settled();
    receiver.close();
    const reports = "/v1/incubator/adjustments/reports/";
    expect(got).toEqual([
      expect.stringContaining(`http://127.0.0.1:${port}${reports}`),
      expect.stringContaining(`http://mock.test${reports}`),
    ]);
  });
});

describe("the face for browsers", () => {
  it("lets scripts of other origins in, and leaves all else as it is", async () => {
    const service = make();
    const origin = { origin: "https://app.test" };
    const plain = await ask(service, "GET /v1/labels");
    expect(plain.headers.get("access-control-allow-origin")).toBeNull();
    const answer = await ask(service, "GET /v1/labels", undefined, origin);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toContain("X-Service-RequestID");
    const preflight = await ask(service, "OPTIONS /v1/labels", undefined, {
      ...origin,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "api-key,content-type",
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("api-key,content-type");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
    const options = await ask(service, "OPTIONS /v1/labels");
    expect(await ask(service, "OPTIONS /v1/labels", undefined, origin)).toMatchObject({
      status: options.status,
    });
  });

  it("has a page with the key that the service made itself, and never another", async () => {
    const own = await ask(make(), "GET /");
    expect(own.text).toContain("reference-key-of-the-embedded-service");
    expect(own.text).toContain("v1ListLabels");
    const chosen = await ask(make({ apiKey: "a-key-of-mine" }), "GET /");
    expect(chosen.text).not.toContain("a-key-of-mine");
  });
});
