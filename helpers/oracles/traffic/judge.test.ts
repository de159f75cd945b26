import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../wire/exchange.js";
import { sampleExchange } from "../testing.js";
import { TrafficJudge } from "./judge.js";
import type { TrafficVerdict } from "./tally.js";

interface Label {
  readonly label_id: string;
  readonly created_at: string;
  status: string;
  readonly carrier_id: string;
}

interface Query {
  readonly page?: number;
  readonly page_size?: number;
  readonly sort_dir?: "asc" | "desc";
  readonly sort_by?: "created_at";
  readonly label_status?: string;
  readonly carrier_id?: string;
}

interface Served {
  labels: Label[];
  total: number;
}

const START = Date.parse("2026-01-01T00:00:00Z");

function judgeTraffic(exchanges: Iterable<Exchange>): readonly TrafficVerdict[] {
  const judge = new TrafficJudge();
  for (const exchange of exchanges) judge.look(exchange);
  return judge.verdicts();
}

/** A service with labels, and the recording of what is asked of it: one step a second. */
class World {
  readonly labels: Label[] = [];
  readonly recorded: Exchange[] = [];
  #second = 0;

  constructor(count: number) {
    for (let at = 0; at < count; at += 1) this.create();
  }

  /** Seen by nobody. Two labels share each time. */
  create(): void {
    const number = this.labels.length + 1;
    this.labels.push({
      label_id: `se-${number}`,
      created_at: new Date(START - 86_400_000 + Math.floor(number / 2) * 1_000).toISOString(),
      status: "completed",
      carrier_id: `se-${90 + (number % 3)}`,
    });
  }

  /** For good: no reading can show what was undone before the next one. */
  void(at: number): void {
    const label = this.labels[at % Math.max(1, this.labels.length)];
    if (label !== undefined) label.status = "voided";
  }

  /** @param damage what a broken service does to an answer */
  read(query: Query, damage: (served: Served) => void = () => {}): void {
    const { page = 1, page_size = 25, sort_dir = "desc", label_status, carrier_id } = query;
    const matching = this.labels.filter(
      (label) =>
        (label_status === undefined || label.status === label_status) &&
        (carrier_id === undefined || label.carrier_id === carrier_id),
    );
    const ranked = sort_dir === "asc" ? matching : matching.toReversed();
    const cut = ranked.slice((page - 1) * page_size, page * page_size);
    const served: Served = {
      labels: structuredClone(sort_dir === "asc" ? cut : cut.reverse()),
      total: matching.length,
    };
    damage(served);
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    this.record({ path: `/v1/labels?${search}`, json: { ...served, page, pages: 1, links: {} } });
  }

  record(sample: Parameters<typeof sampleExchange>[0]): void {
    const index = this.recorded.length;
    const startedAt = new Date(START + this.#second * 1_000).toISOString();
    this.#second += 1;
    this.recorded.push({ ...sampleExchange({ ...sample, index }), startedAt, ms: 5 });
  }

  wait(seconds: number): void {
    this.#second += seconds;
  }

  walk(query: Query, damage?: (served: Served, page: number) => void): void {
    const size = query.page_size ?? 25;
    for (let page = 1; page <= Math.ceil(this.labels.length / size); page += 1) {
      this.read({ ...query, page }, (served) => damage?.(served, page));
    }
  }

  get broken(): readonly string[] {
    return judgeTraffic(this.recorded)
      .filter(({ findings }) => findings.length > 0)
      .map(({ rule }) => rule);
  }

  get shown(): readonly string[] {
    return judgeTraffic(this.recorded)
      .filter(({ findings, evidence }) => findings.length === 0 && Object.keys(evidence).length > 0)
      .map(({ rule }) => rule);
  }
}

const queries: fc.Arbitrary<Query> = fc.record(
  {
    page: fc.integer({ min: 1, max: 4 }),
    page_size: fc.constantFrom(3, 5, 25),
    sort_dir: fc.constantFrom("asc" as const, "desc" as const),
    sort_by: fc.constant("created_at" as const),
    label_status: fc.constantFrom("completed", "voided"),
    carrier_id: fc.constantFrom("se-90", "se-91"),
  },
  { requiredKeys: [] },
);

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: queries.map((query) => (world: World) => world.read(query)) },
    { weight: 1, arbitrary: fc.constant((world: World) => world.create()) },
    { weight: 1, arbitrary: fc.nat(40).map((at) => (world: World) => world.void(at)) },
    { weight: 1, arbitrary: fc.constant((world: World) => world.walk({ page_size: 5, sort_dir: "asc" })) },
  ),
  { maxLength: 40 },
);

/** A service whose first label is new enough for two walks to differ, and nothing else. */
function walked(): World {
  const world = new World(13);
  world.walk({ page_size: 5, sort_dir: "asc" });
  world.walk({ page_size: 5, sort_dir: "desc" });
  return world;
}

describe("relations over recorded traffic", () => {
  it("find nothing where the service conforms, whoever writes to it meanwhile", () => {
    fc.assert(
      fc.property(fc.nat(40), steps, (count, acts) => {
        const world = new World(count);
        for (const act of acts) act(world);
        expect(world.broken).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("show partition, totals and slices of whole walks", () => {
    expect(walked().shown).toEqual(
      expect.arrayContaining([
        "labels.partition",
        "paging.total.matches-items",
        "labels.slice.asc",
        "labels.slice.desc",
        "paging.page_size.respected",
      ]),
    );
  });

  it("find a label that stands on two pages", () => {
    const world = new World(13);
    world.walk({ page_size: 5 }, ({ labels }, page) => {
      if (page === 2) labels.splice(0, 1, ...structuredClone(world.labels.slice(-1)));
    });
    expect(world.broken).toContain("labels.partition");
  });

  it("find a total that no walk collects", () => {
    const world = new World(13);
    world.walk({ page_size: 5 }, (served) => {
      served.total += 1;
    });
    expect(world.broken).toEqual(["paging.total.matches-items"]);
  });

  it("find pages that are too short", () => {
    const world = new World(40);
    world.read({ page_size: 5 }, ({ labels }) => labels.pop());
    world.wait(100);
    world.read({}, ({ labels }) => labels.pop());
    expect(world.broken).toEqual(["paging.page_size.respected", "labels.default.page-size"]);
  });

  it("find that a descending page holds the oldest, and leave the ascending walk alone", () => {
    const world = new World(13);
    world.walk({ page_size: 5, sort_dir: "asc" });
    world.read({ page_size: 5, sort_dir: "desc" }, (served) => {
      served.labels = structuredClone(world.labels.slice(0, 5));
    });
    expect(world.broken).toEqual(["labels.slice.desc"]);
  });

  it("find a default that is another", () => {
    const world = new World(40);
    world.read({ page: 1, page_size: 25 });
    world.read({ page: 1, page_size: 25, sort_dir: "desc" }, (served) => {
      served.labels = structuredClone(world.labels.slice(0, 25));
    });
    expect(world.broken).toContain("labels.default.sort-dir");
  });

  it("find labels that a filter loses or makes up, once the list is known in whole", () => {
    const lost = walked();
    lost.read({ carrier_id: "se-90" }, (served) => {
      served.labels.pop();
      served.total -= 1;
    });
    lost.walk({ page_size: 5, sort_dir: "asc" });
    expect(lost.broken).toEqual(["labels.filter.carrier_id"]);

    const made = walked();
    made.read({ carrier_id: "se-90" }, (served) => {
      served.labels.push({
        ...(made.labels[2] ?? { created_at: "", status: "", carrier_id: "" }),
        label_id: "se-999",
      });
      served.total += 1;
    });
    made.walk({ page_size: 5, sort_dir: "asc" });
    expect(made.broken).toContain("labels.default.all");
  });

  it("find labels that two filters lose together", () => {
    const world = walked();
    const both = { carrier_id: "se-90", label_status: "completed" } as const;
    world.read(both);
    world.walk({ page_size: 5, sort_dir: "asc" });
    expect(world.broken).toEqual([]);
    expect(world.shown).toContain("labels.filter.combined");
    const lost = walked();
    lost.read(both, (served) => {
      served.labels.pop();
      served.total -= 1;
    });
    lost.walk({ page_size: 5, sort_dir: "asc" });
    expect(lost.broken).toEqual(["labels.filter.combined"]);
  });

  it("find that total does not count under a filter", () => {
    const world = walked();
    world.read({ carrier_id: "se-90" }, (served) => {
      served.total = world.labels.length;
    });
    world.walk({ page_size: 5, sort_dir: "asc" });
    expect(world.broken).toEqual(["labels.total"]);
  });

  it("take a status of any, as links name it, for no filter", () => {
    const shipment = (id: number) => ({
      shipment_id: `se-${id}`,
      shipment_status: "pending",
      created_at: `2025-12-0${id}T00:00:00Z`,
      modified_at: `2025-12-0${id}T00:00:00Z`,
    });
    const world = new World(0);
    for (const path of ["/v1/shipments?page=1", "/v1/shipments?page=1&shipment_status=any"])
      world.record({
        path,
        operation: "v1ListShipments",
        json: { shipments: [shipment(1), shipment(2)], total: 2, page: 1, pages: 1, links: {} },
      });
    expect(world.broken).toEqual([]);
  });

  it("find a shipment that is another by its id, where the list showed it alike before and after", () => {
    const shipment = {
      shipment_id: "se-1",
      shipment_status: "pending",
      created_at: "2025-12-01T00:00:00Z",
      modified_at: "2025-12-01T00:00:00Z",
    };
    const list = (world: World) =>
      world.record({
        path: "/v1/shipments?page=1",
        operation: "v1ListShipments",
        json: { shipments: [shipment], total: 1, page: 1, pages: 1, links: {} },
      });
    const byId = (world: World, json: object) =>
      world.record({ path: "/v1/shipments/se-1", operation: "v1GetShipment", json });
    const other = { ...shipment, shipment_status: "cancelled" };

    const unsure = new World(0);
    list(unsure);
    byId(unsure, other);
    expect(unsure.broken).toEqual([]);
    list(unsure);
    expect(unsure.broken).toEqual(["shipment.list-by-id.identity"]);
  });

  it("leave readings alone between which something was written, or much time went by", () => {
    const doubled = (between: (world: World) => void) => {
      const world = new World(10);
      world.read({ page_size: 5, page: 1 });
      between(world);
      world.read({ page_size: 5, page: 2 }, (served) => {
        served.labels = structuredClone(world.labels.slice(-5));
      });
      return world.broken;
    };
    expect(doubled(() => {})).toContain("labels.partition");
    expect(doubled((world) => world.wait(61))).toEqual([]);
    const write = (path: string, status: number) => (world: World) =>
      world.record({ path, method: "POST", operation: null, status });
    expect(doubled(write("/v2/labels", 200))).toEqual([]);
    expect(doubled(write("/v2/labels", 404))).toContain("labels.partition");
    expect(doubled(write("/v2/environment/webhooks", 200))).toContain("labels.partition");
  });

  it("leave alone what was answered in two ways", () => {
    const world = new World(10);
    world.read({ page_size: 5, page: 1 });
    world.read({ page_size: 5, page: 2 }, (served) => {
      served.labels = structuredClone(world.labels.slice(-5));
    });
    world.void(9);
    world.read({ page_size: 5, page: 1 });
    expect(world.broken).toEqual([]);
  });
});

describe("what single exchanges of recorded traffic and pairs of them show", () => {
  const webhook = { webhook_id: "7", name: "n", url: "https://r.test/", event: "batch", headers: [] };
  const hooks = "/v2/environment/webhooks";
  const at = (world: World, operation: string, sample: Parameters<typeof sampleExchange>[0]) =>
    world.record({ operation, ...sample });

  it("finds another record than was asked for", () => {
    const world = new World(0);
    at(world, "v2GetWebhook", { path: `${hooks}/8`, json: webhook });
    at(world, "v2GetWebhook", { path: `${hooks}/7`, json: webhook });
    expect(world.broken).toEqual(["webhooks.v2.get.equals"]);
  });

  it("finds what is still there once it was deleted, and gives copies the time to follow", () => {
    const world = new World(0);
    at(world, "v2DeleteWebhook", { method: "DELETE", path: `${hooks}/7`, status: 204 });
    at(world, "v2GetWebhook", { path: `${hooks}/7`, json: webhook });
    expect(world.broken).toEqual([]);
    world.wait(10);
    at(world, "v2ListWebhooks", { path: hooks, json: [webhook] });
    expect(world.broken).toEqual(["webhooks.v2.delete.gone"]);
  });

  it("finds a batch that is open once it was archived", () => {
    const world = new World(0);
    const path = "/v1/batches/se-7";
    at(world, "v1ArchiveBatch", { method: "DELETE", path, status: 204 });
    world.wait(10);
    at(world, "v1GetBatch", { path, json: { batch_id: "se-7", status: "open" } });
    expect(world.broken).toEqual(["batches.archive.by-id"]);
  });

  it("finds what a creation does not repeat", () => {
    const world = new World(0);
    at(world, "v2CreateWebhook", {
      method: "POST",
      path: hooks,
      status: 201,
      json: { ...webhook, name: "m" },
    });
    const [made] = world.recorded;
    if (made === undefined) throw new Error("nothing was recorded");
    const sent = {
      ...made,
      request: { ...made.request, body: JSON.stringify({ ...webhook, url: "https://R.test" }) },
    };
    const broken = judgeTraffic([sent]).filter(({ findings }) => findings.length > 0);
    expect(broken.map(({ rule }) => rule)).toEqual(["webhooks.v2.create.name"]);
  });

  it("finds a page above the offset limit of the default size", () => {
    const world = new World(0);
    const json = { shipments: [], total: 0, page: 401, pages: 0, links: {} };
    at(world, "v1ListShipments", { path: "/v1/shipments?page=401", json });
    at(world, "v1ListShipments", { path: "/v1/shipments?page=400", json });
    expect(world.broken).toEqual(["limits.offset.default-page-size"]);
  });

  it("finds a label twice on a page, and totals that the page contradicts", () => {
    const twice = new World(9);
    twice.read({ page_size: 5 }, ({ labels }) => labels.splice(0, 1, ...structuredClone(labels.slice(-1))));
    expect(twice.broken).toEqual(["labels.partition"]);
    const low = new World(9);
    const readLow = () =>
      low.read({}, (served) => {
        served.total = 3;
      });
    // Another client may have written in the midst of one answer.
    readLow();
    expect(low.broken).toEqual([]);
    readLow();
    expect(low.broken).toEqual(["paging.total.matches-items"]);
    const high = new World(9);
    const readHigh = () =>
      high.read({ carrier_id: "se-90" }, (served) => {
        served.total += 4;
      });
    readHigh();
    expect(high.broken).toEqual([]);
    readHigh();
    expect(high.broken).toEqual(["labels.total"]);
  });
});
