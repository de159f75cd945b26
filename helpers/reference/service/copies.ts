import type { Collection, Kept } from "./collection.js";
import { PLAIN_KINDS, type World } from "./records.js";

/** A copy of a world that does not change with it. */
export function copyWorld(world: World): World {
  const copied = <T extends Kept>(from: Collection<T>) => from.copy();
  const plain = PLAIN_KINDS.map((kind) => [kind, copied(world.plain[kind])]);
  return {
    shipments: copied(world.shipments),
    labels: copied(world.labels),
    reports: copied(world.reports),
    batches: copied(world.batches),
    carriers: copied(world.carriers),
    warehouses: copied(world.warehouses),
    webhooks: copied(world.webhooks),
    purchaseOrders: copied(world.purchaseOrders),
    plain: { ...world.plain, ...Object.fromEntries(plain) },
  };
}

/** Replaces a world's contents by copies of another one's. */
export function putBack(world: World, from: World): void {
  world.shipments.become(from.shipments);
  world.labels.become(from.labels);
  world.reports.become(from.reports);
  world.batches.become(from.batches);
  world.carriers.become(from.carriers);
  world.warehouses.become(from.warehouses);
  world.webhooks.become(from.webhooks);
  world.purchaseOrders.become(from.purchaseOrders);
  for (const kind of PLAIN_KINDS) world.plain[kind].become(from.plain[kind]);
}
