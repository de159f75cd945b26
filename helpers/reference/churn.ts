import type { Fixtures } from "./service/fixtures.js";
import { Random } from "./service/random.js";

interface ChurnOptions {
  /** The service, as any client reaches it. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly apiKey: string;
  readonly seed: number;
  /** What the service holds now. */
  readonly fixtures: () => Fixtures;
  readonly completeReport: () => unknown;
}

/** Milliseconds after which a write is undone: some at once, some later. */
const SOON = [5, 60] as const;
const LATE = [1_000, 4_000] as const;

/** The kinds of writes, and their relative frequency. */
const WRITES = [
  ["makeWebhook", 4],
  ["makeWebhookV1", 2],
  ["tagShipment", 4],
  ["makeTag", 1],
  ["renameWarehouse", 2],
  ["makeBatch", 3],
  ["makeOrder", 3],
  ["changeOpenOrder", 1],
  ["makeShipment", 3],
  ["makeLabel", 4],
  ["changeShipment", 4],
  ["makeTote", 1],
  ["completeReport", 1],
] as const;

type Write = (typeof WRITES)[number][0];

const WHEEL: readonly Write[] = WRITES.flatMap(([name, often]) => Array<Write>(often).fill(name));

/**
 * Other clients who write: everything that the contract lets them do, through the operations of the service. They undo
 * their own creations after milliseconds or seconds. Existing resources they only tag, rename and change.
 */
export class Churn implements Record<Write, () => unknown> {
  readonly #options: ChurnOptions;
  readonly #random: Random;
  readonly #timers = new Set<NodeJS.Timeout>();
  #count = 0;

  constructor(options: ChurnOptions) {
    this.#options = options;
    this.#random = new Random(options.seed * 31 + 7);
  }

  /** Makes one random write and ignores the answer. */
  write(): void {
    this.#count += 1;
    void this.#settled(async () => this[this.#random.pick(WHEEL)]());
  }

  /** Stops undoing. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async makeWebhook(): Promise<void> {
    const id = await this.#make("POST", "/v2/environment/webhooks", "webhook_id", this.#webhook());
    this.#later(`DELETE /v2/environment/webhooks/${id}`);
  }

  async makeWebhookV1(): Promise<void> {
    const id = await this.#make("POST", "/v1/environment/webhooks", "webhook_id", this.#webhook());
    this.#later(`DELETE /v1/environment/webhooks/${id}`);
  }

  async tagShipment(): Promise<void> {
    const path = `/v2/shipments/${this.#any("shipments")}/tags/theirs-${this.#random.int(1, 5)}`;
    await this.#ask("POST", path);
    this.#later(`DELETE ${path}`);
  }

  /** No operation removes a tag, so there are only a few names. */
  makeTag(): Promise<string> {
    return this.#ask("POST", `/v2/tags/theirs-${this.#random.int(1, 5)}`);
  }

  async renameWarehouse(): Promise<void> {
    const id = this.#random.pick(this.#options.fixtures().warehouses);
    const shown = await this.#ask("GET", `/v2/warehouses/${id}`);
    const before = /"name":"([^"]*)","created_at"/.exec(shown)?.[1];
    await this.#ask("PUT", `/v1/warehouses/${id}`, { name: `Theirs ${this.#count}` });
    if (before !== undefined) this.#later(`PUT /v1/warehouses/${id}`, { name: before });
  }

  async makeBatch(): Promise<void> {
    const shipment = await this.#make("POST", "/v2/shipments", "shipment_id", this.#shipment());
    const id = await this.#make("POST", "/v2/batches", "batch_id", { shipment_ids: [shipment] });
    if (this.#random.chance(0.3)) await this.#ask("POST", `/v2/batches/${id}/process/labels`, {});
    else this.#later(`${this.#random.pick(["DELETE /v1", "DELETE /v2", "PUT /v2"])}/batches/${id}`);
  }

  async makeOrder(): Promise<void> {
    const path = "/v2/purchase_orders";
    const id = await this.#make("POST", path, "purchase_order_id", this.#note());
    await this.#ask("PUT", `${path}/${id}`, this.#note());
    if (this.#random.chance(0.5)) await this.#ask("POST", `${path}/${id}/status`, { status: "open" });
    this.#later(`POST ${path}/${id}/status`, { status: "cancelled" });
  }

  changeOpenOrder(): Promise<string> {
    const id = this.#random.pick(this.#options.fixtures().purchaseOrders.open ?? []);
    return this.#ask("POST", `/v2/purchase_orders/${id}/shipping_details`, this.#note());
  }

  async makeShipment(): Promise<void> {
    const id = await this.#make("POST", "/v2/shipments", "shipment_id", this.#shipment());
    this.#later(`PUT /v2/shipments/${id}/cancel`);
  }

  async makeLabel(): Promise<void> {
    const shipment = await this.#make("POST", "/v2/shipments", "shipment_id", this.#shipment());
    const label = await this.#make("POST", `/v2/labels/shipment/${shipment}`, "label_id");
    this.#later(`PUT /v2/labels/${label}/void`);
  }

  changeShipment(): Promise<string> {
    const body = { external_shipment_id: `theirs-${this.#count}` };
    return this.#ask("PUT", `/v2/shipments/${this.#any("shipments")}`, body);
  }

  async makeTote(): Promise<void> {
    const id = await this.#make("POST", "/v2/totes", "tote_id", { name: `Theirs ${this.#count}` });
    this.#later(`DELETE /v2/totes/${id}`);
  }

  completeReport(): unknown {
    return this.#options.completeReport();
  }

  #webhook(): object {
    const event = this.#random.pick(["batch", "track", "report_complete"]);
    return { name: `Theirs ${this.#count}`, event, url: `https://theirs-${this.#count}.invalid/${event}` };
  }

  #shipment(): object {
    const address = {
      name: "Others",
      address_line1: "1 Their Way",
      city_locality: "Austin",
      country_code: "US",
    };
    return { external_shipment_id: `theirs-${this.#count}`, ship_to: address, ship_from: address };
  }

  #note(): object {
    return { note_to_supplier: `Theirs ${this.#count}.${this.#random.int(1, 999)}` };
  }

  /** Any id of a kind, in any state. */
  #any(kind: "shipments"): string {
    return this.#random.pick(Object.values(this.#options.fixtures()[kind]).flat());
  }

  /** Creates something and returns its id; empty if the answer shows none. */
  async #make(method: string, path: string, member: string, body?: object): Promise<string> {
    const text = await this.#ask(method, path, body);
    return new RegExp(`"${member}":"([^"]+)"`).exec(text)?.[1] ?? "";
  }

  async #ask(method: string, path: string, body?: object): Promise<string> {
    const { fetch, apiKey } = this.#options;
    const request = new Request(`http://others.invalid${path}`, {
      method,
      headers: { "api-key": apiKey, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await fetch(request);
    return response.text();
  }

  /** Undoes something, soon or later. */
  #later(call: string, body?: object): void {
    const [method = "", path = ""] = call.split(" ");
    const [from, to] = this.#random.chance(0.5) ? SOON : LATE;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        void this.#settled(() => this.#ask(method, path, body));
      },
      this.#random.int(from, to),
    ).unref();
    this.#timers.add(timer);
  }

  async #settled(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch {
      // If there is nothing of a kind to write to, another write comes next time.
    }
  }
}
