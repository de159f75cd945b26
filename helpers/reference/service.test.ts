import { createServer } from "node:http";
import { connect } from "node:tls";
import { Agent, fetch, type Headers, request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../contract/operations.js";
import { handlerOf, handlers } from "./service/handlers/table.js";
import { createReferenceService, type ReferenceOptions, type ReferenceService } from "./service.js";

interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

type Row = Readonly<Record<string, string>>;
type Link = { readonly href?: string };

/** The members that the tests read, wherever they come from. */
interface Json {
  readonly total?: number;
  readonly page?: number;
  readonly count?: number;
  readonly completed?: number;
  readonly voided?: boolean;
  readonly status?: string;
  readonly shipment_status?: string;
  readonly request_id?: string;
  readonly reference_number?: string;
  readonly sku?: string;
  readonly batch_id?: string;
  readonly webhook_id?: string;
  readonly links?: { readonly prev?: Link; readonly next?: Link };
  readonly label_download?: Link & { readonly pdf?: string };
  readonly batch_labels_url?: Link;
  readonly labels?: readonly Row[];
  readonly errors?: readonly Row[];
  readonly reports?: readonly { readonly report_id: string; readonly report_download: Link }[];
  readonly shipments?: readonly { readonly shipment_id: string; readonly packages: Packages }[];
  readonly packages?: Packages;
}
type Packages = readonly { readonly weight: object }[];

/** A started service with a client that carries its key. */
class Desk {
  readonly service: ReferenceService;
  base = "";

  constructor(options: ReferenceOptions = {}) {
    this.service = createReferenceService(options);
  }

  async open(): Promise<this> {
    this.base = await this.service.listen();
    return this;
  }

  async ask(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Got> {
    const [method = "GET", path = "/"] = line.split(" ");
    const answer = await fetch(path.startsWith("http") ? path : this.base + path, {
      method,
      headers: {
        "api-key": this.service.apiKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
    return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : {} };
  }
}

const open = (options?: ReferenceOptions) => new Desk(options).open();

let desk: Desk;
beforeAll(async () => {
  desk = await open();
});
afterAll(() => desk.service.close());

const labelIds = ({ json }: Got) => (json.labels ?? []).map(({ label_id }) => label_id ?? "");
const shipmentIds = ({ json }: Got) => (json.shipments ?? []).map(({ shipment_id }) => shipment_id);

describe("the handler table", () => {
  it("has a handler for every operation and none besides", () => {
    expect(Object.keys(handlers).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it("refuses to start without one", () => {
    const [first] = operations;
    expect(first && (() => handlerOf(first, {}))).toThrow(/no handler for/);
  });
});

describe("labels", () => {
  it("are sliced by rank: desc the newest, asc the oldest, oldest first inside", async () => {
    const all = labelIds(await desk.ask("GET /v1/labels?sort_dir=asc&page_size=1000"));
    expect(all.length).toBeGreaterThan(150);
    const page = async (query: string) => labelIds(await desk.ask(`GET /v1/labels?${query}`));
    expect(await page("sort_dir=asc&page_size=5")).toEqual(all.slice(0, 5));
    expect(await page("sort_dir=desc&page_size=5")).toEqual(all.slice(-5));
    expect(await page("sort_dir=desc&page_size=5&page=2")).toEqual(all.slice(-10, -5));
    expect(await page("")).toEqual(all.slice(-25));
    const last = Math.ceil(all.length / 7);
    expect(await page(`page_size=7&page=${last}`)).toEqual(all.slice(0, all.length - 7 * (last - 1)));
    expect(await page(`page_size=7&page=${last + 1}`)).toEqual([]);
  });

  it("have created_at in ascending order and inclusive bounds", async () => {
    const { json } = await desk.ask("GET /v1/labels?page_size=10");
    const times = (json.labels ?? []).map(({ created_at }) => created_at ?? "");
    expect(times).toEqual([...times].sort());
    const [at = ""] = times;
    const exact = await desk.ask(`GET /v1/labels?created_at_start=${at}&created_at_end=${at}`);
    expect(exact.json.total).toBeGreaterThan(0);
  });

  it("keep filters in links, and every link leads where it says", async () => {
    const first = await desk.ask("GET /v1/labels?label_status=completed&page_size=10");
    expect(first.json.links?.prev).toEqual({});
    const next = await desk.ask(`GET ${first.json.links?.next?.href}`);
    expect(next.json.page).toBe(2);
    expect(next.json.total).toBe(first.json.total);
    for (const { status } of next.json.labels ?? []) expect(status).toBe("completed");
  });

  it("are voided once", async () => {
    const id = desk.service.fixtures.labels.completed?.[0];
    expect((await desk.ask(`PUT /v2/labels/${id}/void`)).status).toBe(200);
    const { json } = await desk.ask(`GET /v2/labels/${id}`);
    expect([json.status, json.voided]).toEqual(["voided", true]);
    expect((await desk.ask(`PUT /v1/labels/${id}/void`)).status).toBe(409);
  });

  it("can be bought for a shipment and downloaded", async () => {
    const id = desk.service.fixtures.shipments.pending?.[3];
    const made = await desk.ask("POST /v1/labels", { shipment_id: id });
    expect(made.status).toBe(201);
    const pdf = await desk.ask(`GET ${made.json.label_download?.pdf}`);
    expect([pdf.status, pdf.text.slice(0, 5), pdf.text.trimEnd().slice(-5)]).toEqual([200, "%PDF-", "%%EOF"]);
    const shipment = await desk.ask(`GET /v1/shipments/${id}`);
    expect(shipment.json.shipment_status).toBe("label_purchased");
  });
});

describe("shipments", () => {
  it("ignore six parameters beside batch_id, and apply each of them without it", async () => {
    const id = desk.service.fixtures.batches.archived?.find(Boolean);
    const all = await desk.ask(`GET /v1/shipments?batch_id=${id}&page_size=100`);
    expect(all.json.total).toBeGreaterThan(0);
    const six = [
      "shipment_status=processing",
      "tag=none-such",
      "modified_at_start=2031-01-01T00:00:00Z",
      "modified_at_end=2001-01-01T00:00:00Z",
      "created_at_start=2031-01-01T00:00:00Z",
      "created_at_end=2001-01-01T00:00:00Z",
    ];
    for (const filter of [...six, six.join("&")]) {
      const got = await desk.ask(`GET /v1/shipments?batch_id=${id}&page_size=100&${filter}`);
      expect(shipmentIds(got)).toEqual(shipmentIds(all));
      const without = await desk.ask(`GET /v1/shipments?${filter}`);
      expect(without.json.total).toBeLessThan(240);
    }
  });

  it("refuse an offset above 10,000 before anything else, with the page as it was written", async () => {
    for (const [page, size] of [
      ["401", "25"],
      ["21", "500"],
      ["10001", "1"],
      ["1", "10001"],
      ["99999999999999999999999999", "25"],
    ]) {
      const got = await desk.ask(`GET /v1/shipments?page=${page}&page_size=${size}&sort_dir=sideways`);
      expect(got.status).toBe(400);
      expect(got.json.errors?.[0]).toMatchObject({
        error_type: "validation",
        error_code: "invalid_field_value",
        field_name: "page",
        field_value: page,
      });
    }
    for (const query of ["page=400&page_size=25", "page=20&page_size=500", "page=10000&page_size=1"]) {
      expect((await desk.ask(`GET /v1/shipments?${query}`)).status).toBe(200);
    }
  });

  it("show `any` in the links of an unfiltered list and take it", async () => {
    const { json } = await desk.ask("GET /v1/shipments");
    const href = json.links?.next?.href ?? "";
    expect(href).toContain("shipment_status=any");
    expect((await desk.ask(`GET ${href}`)).json.page).toBe(2);
  });

  it("spell the unit key units in the list and unit by id", async () => {
    const { json } = await desk.ask("GET /v1/shipments?page_size=1");
    const [listed] = json.shipments ?? [];
    expect(Object.keys(listed?.packages?.[0]?.weight ?? {})).toEqual(["value", "units"]);
    const single = await desk.ask(`GET /v1/shipments/${listed?.shipment_id}`);
    expect(Object.keys(single.json.packages?.[0]?.weight ?? {})).toEqual(["value", "unit"]);
  });

  it("take a user for 500 and no more", async () => {
    const many = (count: number) => ({
      shipment_ids: Array.from({ length: count }, (_, index) => `se-${index}`),
      user_id: "se-1",
    });
    expect((await desk.ask("POST /v2/shipments/user", many(500))).status).toBe(207);
    expect((await desk.ask("POST /v2/shipments/user", many(501))).status).toBe(400);
  });
});

describe("reports", () => {
  it("are CSV with 25 columns", async () => {
    const { json } = await desk.ask("GET /v1/incubator/adjustments/reports");
    expect(json.total).toBe(60);
    const href = json.reports?.[0]?.report_download?.href;
    const csv = await desk.ask(`GET ${href}`);
    const [header = "", row = ""] = csv.text.split("\n");
    expect(header.split(",")).toHaveLength(25);
    expect(row.split(",")[8]).toMatch(/^-?\d+\.\d{3}$/);
    expect((await desk.ask(`GET ${href}`)).text).toBe(csv.text);
  });

  it("are delivered to those who listen, with their own headers", async () => {
    const seen: { body: string; desk: string | undefined }[] = [];
    const receiver = createServer(async (incoming, outgoing) => {
      let body = "";
      for await (const chunk of incoming) body += chunk;
      seen.push({ body, desk: String(incoming.headers["x-desk"]) });
      outgoing.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const address = receiver.address();
    const port = typeof address === "object" ? address?.port : address;
    const hook = await desk.ask("POST /v2/environment/webhooks", {
      name: "test",
      event: "report_complete",
      url: `http://127.0.0.1:${port}/`,
      headers: [{ key: "X-Desk", value: "seven" }],
      store_id: 7,
    });
    const id = desk.service.completeReport();
    await desk.service.settled();
    receiver.close();
    expect(seen).toHaveLength(1);
    expect(seen[0]?.desk).toBe("seven");
    const payload = JSON.parse(seen[0]?.body ?? "");
    expect(payload.resource_type).toBe("API_REPORT_COMPLETE");
    expect(payload.data.report_url.href).toContain(id);
    expect((await desk.ask(`GET ${payload.resource_url}`)).status).toBe(200);
    await desk.ask(`DELETE /v2/environment/webhooks/${hook.json.webhook_id}`);
  });
});

describe("batches", () => {
  it("leave the open list when archived, with 204 and no body", async () => {
    const id = desk.service.fixtures.batches.open?.[0];
    const gone = await desk.ask(`DELETE /v1/batches/${id}`);
    expect([gone.status, gone.text, gone.headers.get("content-type")]).toEqual([204, "", null]);
    expect((await desk.ask(`GET /v1/batches/${id}`)).json.status).toBe("archived");
    const { json } = await desk.ask("GET /v1/batches?status=open&page_size=100");
    expect(JSON.stringify(json)).not.toContain(`"${id}"`);
    expect((await desk.ask("DELETE /v1/batches/se-999999999")).status).toBe(404);
  });

  it("become labels", async () => {
    const made = await desk.ask("POST /v2/shipments", { ship_to: { name: "A" } });
    const shipment = made.json.shipments?.[0]?.shipment_id;
    const batch = await desk.ask("POST /v2/batches", { shipment_ids: [shipment] });
    expect(batch.json.count).toBe(1);
    expect((await desk.ask(`POST /v2/batches/${batch.json.batch_id}/process/labels`, {})).status).toBe(204);
    const done = await desk.ask(`GET /v1/batches/${batch.json.batch_id}`);
    expect([done.json.status, done.json.completed]).toEqual(["completed", 1]);
    expect((await desk.ask(`GET ${done.json.batch_labels_url?.href}`)).json.total).toBe(1);
    expect((await desk.ask(`GET ${done.json.label_download?.href}`)).status).toBe(200);
  });
});

describe("purchase orders", () => {
  const order = (status: keyof ReferenceService["fixtures"]["purchaseOrders"], index = 0) =>
    `/v2/purchase_orders/${desk.service.fixtures.purchaseOrders[status]?.[index]}`;

  it("are edited in draft only", async () => {
    const draft = await desk.ask(`PUT ${order("draft")}`, { reference_number: "A-1" });
    expect([draft.status, draft.json.reference_number]).toEqual([200, "A-1"]);
    for (const status of ["open", "receiving", "received", "cancelled", "closed"] as const) {
      const path = order(status);
      expect((await desk.ask(`PUT ${path}`, { reference_number: "A-1" })).status).toBe(409);
      expect((await desk.ask(`GET ${path}`)).json.reference_number).not.toBe("A-1");
      const shipping = await desk.ask(`POST ${path}/shipping_details`, { tracking_number: "Z9", sku: "no" });
      expect(shipping.status).toBe(status === "open" ? 200 : 409);
      expect(shipping.json.sku).toBeUndefined();
    }
  });

  it("have their documents in the listed statuses", async () => {
    for (const [status, summary, received] of [
      ["draft", 409, 409],
      ["open", 200, 409],
      ["receiving", 200, 200],
      ["received", 200, 200],
      ["cancelled", 409, 409],
      ["closed", 200, 200],
    ] as const) {
      const first = await desk.ask(`GET ${order(status, 1)}/documents/order_summary`);
      const second = await desk.ask(`GET ${order(status, 1)}/documents/received_summary`);
      expect([status, first.status, second.status]).toEqual([status, summary, received]);
      if (summary === 200) expect(first.text.startsWith("%PDF-")).toBe(true);
    }
  });

  it("move by valid transitions and by receiving", async () => {
    const path = order("draft", 2);
    expect((await desk.ask(`POST ${path}/status`, { status: "closed" })).status).toBe(409);
    expect((await desk.ask(`POST ${path}/status`, { status: "nonsense" })).status).toBe(400);
    expect((await desk.ask(`POST ${path}/status`, { status: "open" })).json.status).toBe("open");
    expect((await desk.ask(`POST ${path}/receives`, {})).json.status).toBe("received");
  });
});

describe("webhooks", () => {
  it("live and die in v1", async () => {
    const made = await desk.ask("POST /v1/environment/webhooks", {
      url: "https://x.invalid/a",
      event: "report_complete",
    });
    expect(made.json.webhook_id).toMatch(/^\d+$/);
    const path = `/v1/environment/webhooks/${made.json.webhook_id}`;
    expect((await desk.ask("GET /v1/environment/webhooks")).text).toContain(`"${made.json.webhook_id}"`);
    expect((await desk.ask(`DELETE ${path}`)).status).toBe(204);
    expect((await desk.ask(`DELETE ${path}`)).status).toBe(404);
    expect((await desk.ask("GET /v2/environment/webhooks")).text).not.toContain(`"${made.json.webhook_id}"`);
  });

  it("keep their event through an update in v2", async () => {
    const body = { name: "n", event: "batch", url: "https://x.invalid/b", headers: [], store_id: 3 };
    const made = await desk.ask("POST /v2/environment/webhooks", body);
    expect(made.json).toMatchObject(body);
    const path = `/v2/environment/webhooks/${made.json.webhook_id}`;
    const headers = [{ key: "a", value: "b" }];
    await desk.ask(`PUT ${path}`, { name: "m", url: "https://x.invalid/c", headers, event: "track" });
    expect((await desk.ask(`GET ${path}`)).json).toMatchObject({ name: "m", event: "batch", headers });
    await desk.ask(`DELETE ${path}`);
  });
});

describe("errors", () => {
  it("look for the route first, then ask for the key, then look at anything else", async () => {
    for (const key of ["", "wrong"]) {
      const status = async (line: string) => (await desk.ask(line, undefined, { "api-key": key })).status;
      expect(await status("GET /v1/shipments?page=x")).toBe(401);
      expect(await status("GET /v2/labels/se-0")).toBe(401);
      expect(await status("GET /nowhere")).toBe(404);
      expect(await status("PATCH /v1/labels")).toBe(405);
    }
  });

  it("tell an unknown id from an unknown route, and know 405", async () => {
    const id = await desk.ask("GET /v1/shipments/se-999999999999");
    const route = await desk.ask("GET /v1/nowhere");
    expect([id.status, route.status]).toEqual([404, 404]);
    expect(id.json.errors?.[0]?.message).not.toBe(route.json.errors?.[0]?.message);
    const wrong = await desk.ask("PATCH /v1/labels");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });

  it("refuse what is malformed", async () => {
    const cases: [string, unknown, Record<string, string>][] = [
      ["GET /v1/labels?page=0", undefined, {}],
      ["GET /v1/labels?page_size=many", undefined, {}],
      ["GET /v1/labels?sort_dir=up", undefined, {}],
      ["GET /v1/labels?created_at_start=yesterday", undefined, {}],
      ["POST /v2/environment/webhooks", "{", {}],
      ["POST /v2/environment/webhooks", "[]", {}],
      ["POST /v2/environment/webhooks", "", {}],
      ["POST /v2/environment/webhooks", "a=b", { "content-type": "application/x-www-form-urlencoded" }],
    ];
    for (const [line, body, headers] of cases) {
      const got = await desk.ask(line, body, headers);
      expect([line, got.status]).toEqual([line, 400]);
      expect(typeof got.json.errors?.[0]?.error_code).toBe("string");
    }
  });

  it("never fail inside, whatever operation is called with nothing or nonsense", async () => {
    for (const { method, path } of operations) {
      const filled = path.replaceAll(/\{\w+\}/g, "se-0");
      for (const body of method === "GET"
        ? [undefined]
        : [undefined, {}, { products: 1, tags: "x", headers: 2 }]) {
        const got = await desk.ask(`${method} ${filled}`, body);
        expect([path, got.status < 500]).toEqual([path, true]);
        expect(got.headers.get("x-service-requestid")).toBeTruthy();
      }
    }
  });

  it("give every answer a request id of its own, the same in header and body", async () => {
    const first = await desk.ask("GET /v1/shipments/se-1");
    const second = await desk.ask("GET /v1/shipments/se-1");
    expect(first.json.request_id).toBe(first.headers.get("x-service-requestid"));
    expect(second.json.request_id).not.toBe(first.json.request_id);
  });
});

describe("options", () => {
  it("make the same data from the same seed", async () => {
    const [one, same, other] = await Promise.all([open({ seed: 7 }), open({ seed: 7 }), open({ seed: 8 })]);
    const all = async (from: Desk) =>
      (await from.ask("GET /v1/labels?page_size=500")).text.replaceAll(from.base, "");
    expect(await all(one)).toBe(await all(same));
    expect(await all(one)).not.toBe(await all(other));
    await Promise.all([one, same, other].map(({ service }) => service.close()));
  });

  it("bend the service with a fault", async () => {
    const bent = await open({ faults: ["labels-desc-reverses-page", "webhook-v1-delete-answers-200"] });
    const asc = labelIds(await bent.ask("GET /v1/labels?sort_dir=asc&page_size=5"));
    const desc = labelIds(await bent.ask("GET /v1/labels?sort_dir=desc&page_size=5"));
    expect(desc).toEqual(asc.reverse());
    const [hook] = bent.service.fixtures.webhooks;
    expect((await bent.ask(`DELETE /v1/environment/webhooks/${hook}`)).status).toBe(200);
    await bent.service.close();
  });

  it.each(["sparse", "lavish", "large"] as const)("serve %s data", async (data) => {
    const other = await open({ data });
    const list = await other.ask("GET /v1/shipments?page_size=10", undefined, { "accept-encoding": "gzip" });
    expect(list.status).toBe(200);
    expect(list.headers.get("content-encoding")).toBe(data === "lavish" ? "gzip" : null);
    const shipments = await other.ask("GET /v1/shipments?page_size=1");
    expect(shipments.json.total).toBe({ sparse: 3, lavish: 240, large: 100_000 }[data]);
    const labels = await other.ask("GET /v1/labels?page=2");
    expect(labels.json.labels?.length).toBe(data === "sparse" ? 0 : 25);
    await other.service.close();
  });

  it("change under the reader with churn", async () => {
    const busy = await open({ churn: 500 });
    const before = (await busy.ask("GET /v1/shipments?sort_by=modified_at")).text;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await busy.ask("GET /v1/shipments?sort_by=modified_at")).text).not.toBe(before);
    await busy.service.close();
  });

  it("serve TLS 1.2 and later with a certificate that a client can trust", async () => {
    const secure = await open({ https: true });
    const dispatcher = new Agent({ connect: { ca: secure.service.certificate ?? "" } });
    const { statusCode, body } = await request(`${secure.base}/v1/labels`, {
      dispatcher,
      headers: { "api-key": secure.service.apiKey },
    });
    await body.dump();
    expect(statusCode).toBe(200);
    const old = await new Promise<string>((resolve) => {
      const socket = connect({
        port: Number(new URL(secure.base).port),
        host: "127.0.0.1",
        rejectUnauthorized: false,
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        ciphers: "DEFAULT@SECLEVEL=0",
      });
      socket.once("error", () => resolve("refused"));
      socket.once("secureConnect", () => resolve("accepted"));
    });
    expect(old).toBe("refused");
    await dispatcher.close();
    await secure.service.close();
  });
});
