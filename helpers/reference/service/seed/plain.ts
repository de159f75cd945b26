import { newRecord } from "../collection.js";
import type { JsonObject, Plain, PlainKind, World } from "../records.js";
import { names } from "./names.js";
import { DAY, HOUR, SEED_END, type Stock } from "./stock.js";

/** Makes a stored record from fields. */
export function makePlain(id: string, at: number, fields: JsonObject): Plain {
  return { ...newRecord(id, at), fields };
}

/** Seeds some records of each kind of which the contract names only the operations. */
export function seedPlain({ world, ids, random, variant }: Stock): void {
  const product = (index: number) => names.products[index % names.products.length] ?? "Crate";
  const sku = (index: number) => `SKU-${1001 + index}`;
  const first = (kind: PlainKind) => world.plain[kind].ordered()[0]?.id ?? null;
  const makers: readonly [PlainKind, (index: number) => JsonObject][] = [
    ["images", (n) => ({ name: `Logo ${n + 1}`, is_default: n === 0, image_content_type: "image/png" })],
    [
      "suppliers",
      () => ({ name: random.pick(names.companies), email: "orders@example.com", currency: "usd" }),
    ],
    ["products", (n) => ({ sku: sku(n), name: product(n), active: true })],
    ["packages", (n) => ({ package_code: `crate_${n + 1}`, name: `Crate ${n + 1}` })],
    ["inventoryWarehouses", (n) => ({ name: `Store ${n + 1}` })],
    [
      "inventoryLocations",
      (n) => ({ name: `Aisle ${n + 1}`, inventory_warehouse_id: first("inventoryWarehouses") }),
    ],
    [
      "inventory",
      (n) => ({
        sku: sku(n),
        available: random.int(0, 80),
        on_hand: random.int(80, 120),
        inventory_location_id: first("inventoryLocations"),
      }),
    ],
    [
      "fulfillments",
      (n) => ({ tracking_number: `77${n}0412`, carrier_code: "harbor_post", status: "shipped" }),
    ],
    [
      "totes",
      (n) => ({ name: `Tote ${n + 1}`, barcode: `T-${100 + n}`, warehouse_id: firstWarehouse(world) }),
    ],
    ["manifests", (n) => ({ carrier_id: firstCarrier(world), shipments: n + 1, status: "completed" })],
    ["pickups", (n) => ({ carrier_id: firstCarrier(world), label_ids: [], confirmation_number: `P${n}7` })],
    [
      "tags",
      (n) => ({ name: ["fragile", "gift", "preorder", "Backorder"][n] ?? `tag-${n}`, color: "#4e6e58" }),
    ],
    ["checkoutRates", (n) => ({ name: `Shop ${n + 1}`, currency: "usd" })],
  ];
  for (const [kind, make] of makers) {
    for (let index = 0; index < variant.plainPerKind; index++) {
      world.plain[kind].add(makePlain(ids.next("plain"), SEED_END - 90 * DAY + index * HOUR, make(index)));
    }
  }
  for (const config of world.plain.checkoutRates.ordered()) {
    const option = { config_id: config.id, name: "Standard", amount: { currency: "usd", amount: 4.5 } };
    world.plain.checkoutOptions.add(makePlain(ids.next("plain"), config.created, option));
  }
}

const firstCarrier = (world: World) => world.carriers.ordered()[0]?.id ?? null;
const firstWarehouse = (world: World) => world.warehouses.ordered()[0]?.id ?? null;
