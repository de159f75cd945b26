import { ENOUGH, placeIn, shipmentOf } from "../../../oracles/records/label-warehouses.js";
import type { Page } from "../../../wire/decode.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { polling } from "../eventually.js";
import { knownPlaces } from "../labels/warehouses.js";
import { aWhileAfter } from "../later.js";
import { readStill } from "../shipments/reading.js";
import { life } from "./life.js";
import { labelsUnder } from "./under.js";

/**
 * Judges that a warehouse which was changed and put back is not left without its labels, while a shipment of one still
 * names it.
 */
export async function judgeLabelsKept(t: Check): Promise<void> {
  const lived = await t.tryGiven(life);
  if (lived === null || lived.labels === null || (lived.labels.total ?? 0) < ENOUGH) return;
  const { id, labels: before, answer } = lived;
  await aWhileAfter(t, "v1UpdateWarehouse");
  const now = await polling(t, () => labelsUnder(t, id)).until((page) => page === null || !isEmpty(page));
  if (now === null) return;
  t.saw("warehouses changed before");
  if (!isEmpty(now)) return;
  const shipment = await shipmentLeft(t, id);
  if (shipment === null) return;
  const documented = `labels of warehouse ${id}, which a shipment of one still names: ${before.total} before that was updated`;
  t.breach([now.exchange, before.exchange, shipment, answer], documented, "no label", "/labels");
}

function isEmpty({ total, items }: Page): boolean {
  return total === 0 && items.length === 0;
}

/** The read by id of a label's shipment that names a warehouse still; null if there is none. */
async function shipmentLeft(t: Check, warehouse: string) {
  const places = await ifReadable(knownPlaces(t));
  const listed = await ifReadable(t.census.list("labels"));
  const one = listed?.oldest.map(shipmentOf).find((shipment) => places?.get(shipment) === warehouse);
  const seen = one && (await ifReadable(readStill(t, one, "warehouse_id", ["v1GetShipment"])));
  return seen && seen.record !== null && placeIn(seen.record) === warehouse ? seen.exchange : null;
}
