/**
 * How the checks are divided among the shards of a run. Checks that share readings stay together, which saves
 * requests; checks that use up the same fixtures, or compare lists that the others change, have to.
 *
 * `cost` is about the number of requests at standard on the reference's data: it only balances.
 */
export const PARTS = [
  { name: "auth", cost: 215 },
  // Webhooks are told apart by what their list did not hold before; batches are archived and processed; which
  // operations exist is told by what succeeded.
  { name: "webhooks, batches, operations", cost: 220 },
  { name: "labels", cost: 112 },
  { name: "purchase orders", cost: 77 },
  { name: "shipments", cost: 70 },
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
