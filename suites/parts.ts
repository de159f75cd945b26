import { settingsOfRun } from "../helpers/engine/check/session.js";
import { partsOf } from "../helpers/engine/vitest/shards.js";

/**
 * How the checks are divided among the shards of a run. Checks that share readings stay together, which saves
 * requests; checks that use up the same fixtures, or compare lists that the others change, have to.
 *
 * `cost` is about the number of requests at standard on the reference's data: it only balances.
 */
const PARTS = [
  { name: "auth", cost: 215 },
  // Webhooks are told apart by what their list did not hold before; batches are archived here, processed there.
  { name: "webhooks, batches", cost: 120 },
  { name: "labels", cost: 112 },
  { name: "purchase orders", cost: 71 },
  { name: "shipments", cost: 70 },
  // Operations that other checks call are not probed, so probing takes more where these are in other shards.
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

/** The parts that this run makes: all, or those of its shard. */
export const parts = partsOf(PARTS, settingsOfRun().shard);
