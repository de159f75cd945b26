import type { Shared } from "./call.js";
import type { Label, Shipment } from "./records.js";

/** Makes one random change: a new shipment with a label, an edit, a void or a removal. */
export function churnOnce(shared: Shared): void {
  const { world, random } = shared;
  const shipments = world.shipments.ordered();
  if (shipments.length === 0) return;
  const model = random.pick(shipments);
  const dice = random.next();
  if (dice < 0.4) createLike(shared, model);
  else if (dice < 0.7) edit(shared, model);
  else if (dice < 0.85) voidSome(shared);
  else removeSome(shared, model);
}

function createLike({ world, ids, random, now }: Shared, model: Shipment): void {
  const at = now();
  const id = ids.next("shipment");
  world.shipments.add({ ...model, id, externalId: `order-${id}`, created: at, modified: at, batchId: "" });
  const label = world.labels.ordered().find(({ shipmentId }) => shipmentId === model.id);
  if (!label) return;
  const copy: Label = {
    ...label,
    id: ids.next("label"),
    shipmentId: id,
    created: at,
    modified: at,
    batchId: "",
    trackingNumber: `96${random.int(100_000_000, 999_999_999)}`,
  };
  world.labels.add(copy);
}

function edit({ world, now }: Shared, shipment: Shipment): void {
  shipment.externalId = `${shipment.externalId.split("+")[0]}+${now()}`;
  world.shipments.touch(shipment, now());
}

function voidSome({ world, random, now }: Shared): void {
  const labels = world.labels.ordered();
  if (labels.length === 0) return;
  const label = random.pick(labels);
  if (label.status !== "completed") return;
  label.status = "voided";
  label.voidedAt = now();
  world.labels.touch(label, now());
}

function removeSome({ world }: Shared, shipment: Shipment): void {
  for (const label of world.labels.ordered().filter(({ shipmentId }) => shipmentId === shipment.id)) {
    world.labels.remove(label.id);
  }
  world.shipments.remove(shipment.id);
}
