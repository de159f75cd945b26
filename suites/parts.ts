import { session } from "../helpers/runner/session.js";
import { partsOf } from "../helpers/runner/shards.js";

/**
 * How the checks are divided among the shards of a run. Checks that share readings stay together, which saves
 * requests; checks that use up the same fixtures, or compare lists that the others change, have to.
 *
 * `cost` is about the number of requests at standard on the reference's data: it only balances.
 */
const PARTS = [
  { name: "auth", cost: 210 },
  // Webhooks are told apart by what their list did not hold before; batches are archived here, processed there.
  { name: "webhooks, batches", cost: 120 },
  { name: "labels", cost: 97 },
  { name: "purchase orders", cost: 71 },
  { name: "shipments", cost: 64 },
  // Operations that other checks call are not probed, so probing takes more where these are in other shards.
  { name: "operations", cost: 48 },
  { name: "paging", cost: 42 },
  { name: "reports", cost: 38 },
  { name: "errors", cost: 27 },
  { name: "v2", cost: 21 },
  { name: "limits", cost: 14 },
  { name: "status", cost: 10 },
  { name: "warehouses", cost: 11 },
  { name: "date parameters", cost: 7 },
  { name: "carriers", cost: 5 },
  { name: "transport, versioning", cost: 2 },
] as const;

/** The parts that this run makes: all, or those of its shard. */
export const parts = partsOf(PARTS, session().settings.shard);
