import { describe, expect, it } from "vitest";
import { validate } from "../contract/validator.js";
import { createReferenceService } from "./service.js";

/** What the tests read of answers. */
interface Json {
  readonly shipments: readonly { readonly shipment_id: string }[];
  readonly labels: readonly object[];
  readonly documents: readonly object[];
  readonly errors: readonly object[];
  readonly batch_id: string;
  readonly label_id: string;
  readonly purchase_order_id: string;
}

/** A service of its own, called in this process. */
function desk() {
  const service = createReferenceService();
  const ask = async (line: string, body?: unknown) => {
    const [method = "GET", path = "/"] = line.split(" ");
    const headers = { "api-key": service.apiKey, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await service.fetch(new Request(`http://test${path}`, { method, headers, ...sent }));
    const text = await answer.text();
    const json: Json = text === "" ? {} : JSON.parse(text);
    return { status: answer.status, json };
  };
  const newShipment = async () =>
    (await ask("POST /v2/shipments", { ship_to: { name: "A" } })).json.shipments[0]?.shipment_id ?? "";
  const newBatch = async (shipment: string) =>
    (await ask("POST /v2/batches", { shipment_ids: [shipment] })).json.batch_id;
  return { service, ask, newShipment, newBatch };
}

describe("the labels of a batch", () => {
  it("are printed as was asked", async () => {
    const { ask, newShipment, newBatch } = desk();
    const batch = await newBatch(await newShipment());
    const print = { label_format: "zpl", label_layout: "letter" };
    await ask(`POST /v2/batches/${batch}/process/labels`, print);
    expect((await ask(`GET /v1/batches/${batch}`)).json).toMatchObject(print);
    expect((await ask(`GET /v1/labels?batch_id=${batch}`)).json.labels).toMatchObject([print]);
  });

  it("are not bought by a refused request", async () => {
    const { ask, newShipment, newBatch } = desk();
    const batch = await newBatch(await newShipment());
    for (const label_format of [5, "gif"]) {
      expect((await ask(`POST /v2/batches/${batch}/process/labels`, { label_format })).status).toBe(400);
    }
    expect((await ask(`GET /v1/batches/${batch}`)).json).toMatchObject({ status: "open", completed: 0 });
    expect((await ask(`GET /v1/labels?batch_id=${batch}`)).json.labels).toEqual([]);
  });

  it("count on if their shipment goes to another batch", async () => {
    const { ask, newShipment, newBatch } = desk();
    const shipment = await newShipment();
    const batch = await newBatch(shipment);
    await ask(`POST /v2/batches/${batch}/process/labels`);
    await newBatch(shipment);
    expect((await ask(`GET /v1/batches/${batch}`)).json).toMatchObject({ count: 1, completed: 1 });
  });
});

describe("shipments", () => {
  const wrong = {
    country: { ship_to: { country_code: "USA" } },
    flag: { advanced_options: { contains_alcohol: "yes" } },
    party: { advanced_options: { bill_to_party: 5 } },
    currency: { packages: [{ insured_value: { currency: "", amount: 1 } }] },
    weight: { packages: [{ weight: { value: 1e308 } }, { weight: { value: 1e308 } }] },
  };
  it.each(Object.entries(wrong))("refuse what they could not show: a wrong %s", async (_, body) => {
    const { ask } = desk();
    expect((await ask("POST /v2/shipments", body)).status).toBe(400);
  });

  it("are left as they are by a wrong update", async () => {
    const { ask, newShipment } = desk();
    const path = `/v2/shipments/${await newShipment()}`;
    const before = await ask(`GET ${path}`);
    expect((await ask(`PUT ${path}`, { ship_to: { country_code: "USA" } })).status).toBe(400);
    expect(await ask(`GET ${path}`)).toEqual(before);
    expect(validate("v1/shipment", before.json).breaches).toEqual([]);
  });
});

describe("warehouses", () => {
  it("refuse what they could not show", async () => {
    const { service, ask } = desk();
    const id = service.fixtures.warehouses[0];
    const body = { name: "New", origin_address: { country_code: "USA" } };
    expect((await ask(`PUT /v1/warehouses/${id}`, body)).status).toBe(400);
    expect((await ask(`GET /v2/warehouses/${id}`)).json).not.toMatchObject({ name: "New" });
  });
});

describe("purchase orders", () => {
  it("are received in full although a line has no quantity", async () => {
    const { ask } = desk();
    const made = await ask("POST /v2/purchase_orders", { products: [{ product_id: "p" }] });
    const path = `/v2/purchase_orders/${made.json.purchase_order_id}`;
    await ask(`POST ${path}/status`, { status: "open" });
    expect((await ask(`POST ${path}/receives`)).json).toMatchObject({ status: "received" });
  });
});

describe("documents", () => {
  it("belong to the one that the path names", async () => {
    const { service, ask, newShipment } = desk();
    const shipment = await newShipment();
    const label = service.fixtures.labels.completed?.[0];
    await ask(`POST /v2/labels/${label}/documents`, { shipment_id: shipment });
    expect((await ask(`GET /v2/labels/${label}/documents`)).json.documents).toHaveLength(1);
    expect((await ask(`GET /v2/shipments/${shipment}/documents`)).json.documents).toEqual([]);
  });
});
