import { settingsOfRun } from "../helpers/engine/check/worker-session.js";
import { partsOf } from "../helpers/engine/vitest/shards.js";

/**
 * How a run's checks are divided among its shards. Checks that share readings stay together to save requests. Checks
 * that use up the same fixtures, or compare lists that the others change, have to stay together.
 *
 * `cost` is roughly the number of requests at standard on the reference's data; it only balances the shards.
 */
const PARTS = [
  { name: "auth", cost: 215 },
  // New webhooks are recognised by what the list did not hold before. Batches are archived here and processed there.
  { name: "webhooks, batches", cost: 120 },
  { name: "labels", cost: 112 },
  { name: "purchase orders", cost: 71 },
  { name: "shipments", cost: 70 },
  // Operations that other checks call are not probed, so a shard without those checks probes more.
  { name: "operations", cost: 60 },
  { name: "paging", cost: 58 },
  { name: "reports", cost: 40 },
  { name: "errors", cost: 27 },
  { name: "v2", cost: 22 },
  { name: "limits", cost: 17 },
  { name: "status", cost: 16 },
  { name: "warehouses", cost: 11 },
  { name: "date parameters", cost: 7 },
  { name: "carriers", cost: 5 },
  { name: "transport, versioning", cost: 2 },
] as const;

export type Part = (typeof PARTS)[number]["name"];

/** The parts of this run: all of them, or those of its shard. */
export const parts = partsOf(PARTS, settingsOfRun().shard);
