import { newRecord } from "../collection.js";
import type { Ids } from "../ids.js";
import type { Random } from "../random.js";
import type { Adjusted, Report, World } from "../records.js";

/** An adjustment report about some of the labels that are older than it. */
export function makeReport(world: World, ids: Ids, random: Random, created: number): Report {
  const labels = world.labels.ordered();
  const older = labels.findLastIndex((label) => label.created < created) + 1;
  const rows: Adjusted[] = [];
  for (let left = older === 0 ? 0 : random.int(2, 24); left > 0; left--) {
    const label = labels[random.int(0, older - 1)];
    if (!label) continue;
    const shipment = world.shipments.get(label.shipmentId);
    if (shipment) rows.push({ label: { ...label }, shipment: { ...shipment } });
  }
  return { ...newRecord(ids.report(), created), seed: random.int(1, 1_000_000), rows };
}
