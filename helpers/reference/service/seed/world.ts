import { Collection } from "../collection.js";
import type { Ids } from "../ids.js";
import { Random } from "../random.js";
import { type Address, BATCH_STATUSES, type JsonObject, type Plain, type World } from "../records.js";
import type { Variant } from "../variant.js";
import { addressView } from "../views/address.js";
import { makeAddressBook } from "./addresses.js";
import { seedCarriers } from "./carriers.js";
import { seedPlain } from "./plain.js";
import { seedPurchaseOrders } from "./purchase-orders.js";
import { makeReport } from "./reports.js";
import { seedShipments } from "./shipments.js";

const DAY = 86_400_000;

/** All seeded data are older than this, whenever the service runs. */
const SEED_END = Date.UTC(2025, 8, 30, 12);

/** Makes everything that the service holds; the same seed and variant give the same world. */
export function makeWorld(seed: number, variant: Variant, ids: Ids): World {
  const random = new Random(seed);
  const world = emptyWorld();
  const book = makeAddressBook(random);
  seedCarriers(world.carriers, variant.carriers, ids, random, SEED_END - 400 * DAY);
  seedWarehouses(world, variant.warehouses, ids, book.business);
  seedBatches(world, variant.batches, ids, random);
  seedShipments({ world, ids, random, variant, book, end: SEED_END });
  seedReports(world, variant.reports, ids, random);
  seedWebhooks(world, variant.webhooks, ids);
  seedPlain(world, variant.plainPerKind, ids, random, SEED_END - 90 * DAY);
  seedPurchaseOrders(world, variant.purchaseOrdersPerStatus, ids, random, SEED_END);
  return world;
}

function emptyWorld(): World {
  const plain = () => new Collection<Plain>();
  return {
    shipments: new Collection(),
    labels: new Collection(),
    reports: new Collection(),
    batches: new Collection(),
    carriers: new Collection(),
    warehouses: new Collection(),
    webhooks: new Collection(),
    purchaseOrders: new Collection(),
    plain: {
      images: plain(),
      suppliers: plain(),
      packages: plain(),
      inventory: plain(),
      inventoryWarehouses: plain(),
      inventoryLocations: plain(),
      fulfillments: plain(),
      totes: plain(),
      products: plain(),
      manifests: plain(),
      pickups: plain(),
      tags: plain(),
      documents: plain(),
      rates: plain(),
      checkoutRates: plain(),
      checkoutOptions: plain(),
      checkoutQuotes: plain(),
    },
  };
}

function seedWarehouses(world: World, count: number, ids: Ids, addresses: readonly Address[]): void {
  for (let index = 0; index < count; index++) {
    const address = addresses[index % addresses.length];
    if (!address) continue;
    const created = SEED_END - (300 - index) * DAY;
    const origin: JsonObject = addressView(address);
    const { address_residential_indicator: _, ...returns } = origin;
    const name = `${address.city} warehouse`;
    const id = ids.next("warehouse");
    world.warehouses.add({
      id,
      seq: 0,
      created,
      modified: created,
      name,
      origin,
      returns,
      isDefault: index === 0,
    });
  }
}

function seedBatches(world: World, count: number, ids: Ids, random: Random): void {
  for (let index = 0; index < count; index++) {
    const created = SEED_END - (count - index) * DAY + random.int(0, 40_000) * 1000;
    const status = BATCH_STATUSES[index % BATCH_STATUSES.length] ?? "open";
    const id = ids.next("batch");
    world.batches.add({
      id,
      seq: 0,
      created,
      modified: created + random.int(60, 40_000) * 1000,
      status,
      externalId: `run-${index + 1}`,
      notes: random.pick(["", "Morning run", "Afternoon run", "Second shift"]),
      warnings: 0,
      completed: 0,
      forms: 0,
      count: 0,
      labelLayout: null,
      labelFormat: null,
      failures: [],
      userId: null,
    });
  }
}

function seedReports(world: World, count: number, ids: Ids, random: Random): void {
  const night = Math.floor(SEED_END / DAY) * DAY + 3 * 3_600_000;
  for (let index = 0; index < count; index++) {
    const created = night - (count - index) * DAY + random.int(0, 3599) * 1000;
    world.reports.add(makeReport(world, ids, random, created));
  }
}

/** Receivers below .invalid, so that nothing is ever delivered to a stranger. */
function seedWebhooks(world: World, count: number, ids: Ids): void {
  const events = ["batch", "track", "report_complete", "batch"];
  for (const [index, event] of events.slice(0, count).entries()) {
    const created = SEED_END - (40 - index) * DAY;
    world.webhooks.add({
      id: ids.next("webhook"),
      seq: 0,
      created,
      modified: created,
      name: `${event} listener ${index + 1}`,
      url: `https://receiver-${index + 1}.invalid/${event}`,
      event,
      headers: index % 2 === 0 ? [{ key: "X-Desk", value: `desk-${index + 1}` }] : [],
      storeId: 5001 + index,
    });
  }
}
