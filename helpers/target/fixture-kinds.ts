import { ORDER_STATUSES } from "../oracles/purchase-orders.js";

/** What may be named as a fixture: a kind of resource, with its state where checks ask for one. */
export const FIXTURE_KINDS: readonly string[] = [
  "warehouse",
  "carrier",
  "store",
  "shipment",
  "label",
  "batch:open",
  ...ORDER_STATUSES.map((status) => `purchase_order:${status}`),
];
