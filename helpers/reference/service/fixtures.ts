import type { OrderStatus } from "../../contract/purchase-orders.js";
import type { Collection, Kept } from "./collection.js";
import {
  type BatchStatus,
  type LabelStatus,
  PLAIN_KINDS,
  type PlainKind,
  type ShipmentStatus,
  type World,
} from "./records.js";

/** Ids of what the service holds now, oldest first, by status where there are states. */
export interface Fixtures {
  readonly shipments: Readonly<Partial<Record<ShipmentStatus, readonly string[]>>>;
  readonly labels: Readonly<Partial<Record<LabelStatus, readonly string[]>>>;
  readonly batches: Readonly<Partial<Record<BatchStatus, readonly string[]>>>;
  readonly purchaseOrders: Readonly<Partial<Record<OrderStatus, readonly string[]>>>;
  readonly carriers: readonly string[];
  readonly warehouses: readonly string[];
  readonly webhooks: readonly string[];
  readonly reports: readonly string[];
  /** Resources of which the contract names only the operations. */
  readonly plain: Readonly<Partial<Record<PlainKind, readonly string[]>>>;
}

/** Most ids listed of one kind and status. */
const MOST = 50;

function idsOf<T extends Kept>(from: Collection<T>): readonly string[] {
  return from
    .ordered()
    .slice(0, MOST)
    .map(({ id }) => id);
}

function byStatus<S extends string, T extends Kept & { readonly status: S }>(
  from: Collection<T>,
): Partial<Record<S, string[]>> {
  const found: Partial<Record<S, string[]>> = {};
  for (const { id, status } of from.ordered()) {
    const ids = found[status] ?? [];
    if (ids.length < MOST) ids.push(id);
    found[status] = ids;
  }
  return found;
}

/** Lists the fixtures of a world. */
export function listFixtures(world: World): Fixtures {
  return {
    shipments: byStatus(world.shipments),
    labels: byStatus(world.labels),
    batches: byStatus(world.batches),
    purchaseOrders: byStatus(world.purchaseOrders),
    carriers: idsOf(world.carriers),
    warehouses: idsOf(world.warehouses),
    webhooks: idsOf(world.webhooks),
    reports: idsOf(world.reports),
    plain: Object.fromEntries(PLAIN_KINDS.map((kind) => [kind, idsOf(world.plain[kind])])),
  };
}
