import { Collection, newRecord } from "../collection.js";
import type { Ids } from "../ids.js";
import { Random } from "../random.js";
import { BATCH_STATUSES, EMPTY_BATCH, type JsonObject, type Plain, type World } from "../records.js";
import type { Variant } from "../variant.js";
import { addressView } from "../views/address.js";
import { makeAddressBook } from "./addresses.js";
import { seedCarriers } from "./carriers.js";
import { seedPlain } from "./plain.js";
import { seedPurchaseOrders } from "./purchase-orders.js";
import { makeReport } from "./reports.js";
import { seedShipments } from "./shipments.js";
import { DAY, HOUR, SEED_END, type Stock } from "./stock.js";

/** Makes everything that the service holds; the same seed and variant give the same world. */
export function makeWorld(seed: number, variant: Variant, ids: Ids): World {
  const random = new Random(seed);
  const stock: Stock = { world: emptyWorld(), ids, random, variant, book: makeAddressBook(random) };
  seedCarriers(stock);
  seedWarehouses(stock);
  seedBatches(stock);
  seedShipments(stock);
  seedReports(stock);
  seedWebhooks(stock);
  seedPlain(stock);
  seedPurchaseOrders(stock);
  return stock.world;
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

function seedWarehouses({ world, ids, variant, book }: Stock): void {
  for (let index = 0; index < variant.warehouses; index++) {
    const address = book.business[index % book.business.length];
    if (!address) continue;
    const origin: JsonObject = addressView(address);
    const { address_residential_indicator: _, ...returns } = origin;
    world.warehouses.add({
      ...newRecord(ids.next("warehouse"), SEED_END - (300 - index) * DAY),
      name: `${address.city} warehouse`,
      origin,
      returns,
      isDefault: index === 0,
    });
  }
}

function seedBatches({ world, ids, random, variant: { batches: count } }: Stock): void {
  for (let index = 0; index < count; index++) {
    const created = SEED_END - (count - index) * DAY + random.int(0, 40_000) * 1000;
    const modified = created + random.int(60, 40_000) * 1000;
    world.batches.add({
      ...newRecord(ids.next("batch"), created, modified),
      ...EMPTY_BATCH,
      status: BATCH_STATUSES[index % BATCH_STATUSES.length] ?? "open",
      externalId: `run-${index + 1}`,
      notes: random.pick(["", "Morning run", "Afternoon run", "Second shift"]),
    });
  }
}

function seedReports({ world, ids, random, variant: { reports: count } }: Stock): void {
  const night = Math.floor(SEED_END / DAY) * DAY + 3 * HOUR;
  for (let index = 0; index < count; index++) {
    const created = night - (count - index) * DAY + random.int(0, 3599) * 1000;
    world.reports.add(makeReport(world, ids, random, created));
  }
}

/** Receivers below .invalid, so that nothing is ever delivered to a stranger. */
function seedWebhooks({ world, ids, variant }: Stock): void {
  const events = ["batch", "track", "report_complete", "batch"];
  for (const [index, event] of events.slice(0, variant.webhooks).entries()) {
    world.webhooks.add({
      ...newRecord(ids.next("webhook"), SEED_END - (40 - index) * DAY),
      name: `${event} listener ${index + 1}`,
      url: `https://receiver-${index + 1}.invalid/${event}`,
      event,
      headers: index % 2 === 0 ? [{ key: "X-Desk", value: `desk-${index + 1}` }] : [],
      storeId: 5001 + index,
    });
  }
}
