import type { Fixtures } from "../../reference/service/fixtures.js";
import type { Settings } from "../../target/settings/settings.js";

/**
 * Replaces a target's named fixtures by ids of the reference service, kind by kind: in a rehearsal, a check changes
 * these instead, and changes nothing of a kind that is not named.
 * @param kinds named in the configuration, or made by its hooks
 */
export function planFixtures(kinds: readonly string[], held: Fixtures): Settings["fixtures"] {
  return Object.fromEntries(kinds.map((kind) => [kind, heldOf(kind, held)]));
}

/** Ids of the reference for a kind of fixture; none for kinds that only some services have. */
function heldOf(kind: string, held: Fixtures): readonly string[] {
  const [name, state = ""] = kind.split(":");
  switch (name) {
    case "carrier":
      return held.carriers;
    case "warehouse":
      return held.warehouses;
    case "label":
      return held.labels.completed ?? [];
    case "shipment":
      return held.shipments.pending ?? [];
    case "batch":
      return held.batches.open ?? [];
    case "purchase_order":
      return new Map<string, readonly string[]>(Object.entries(held.purchaseOrders)).get(state) ?? [];
    default:
      return [];
  }
}
