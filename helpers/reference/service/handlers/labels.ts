import { type Answer, created, ok } from "../answer.js";
import type { Call, Filter, Handlers } from "../behaviours.js";
import { optionalObject, optionalText } from "../body.js";
import { window } from "../filters.js";
import { listAnswer } from "../paging.js";
import { conflict, invalidValue, valueRequired } from "../problem.js";
import { makeLabel, purchaseLabel } from "../purchase-label.js";
import { type JsonObject, LABEL_STATUSES, type Label, type Shipment } from "../records.js";
import { readPrint } from "../requests/print.js";
import { draftShipment } from "../requests/shipment.js";
import { timestamp } from "../views/time.js";

const show = (call: Call, label: Label): JsonObject => call.does.labelView(call, label);
const find = (call: Call) => call.find(call.world.labels, "label_id");

const FILTERS: readonly Filter<Label>[] = [
  { name: "label_status", fits: ({ status }, value) => status === value, allowed: LABEL_STATUSES },
  { name: "carrier_id", fits: ({ carrierId }, value) => carrierId === value },
  { name: "service_code", fits: ({ serviceCode }, value) => serviceCode === value },
  { name: "tracking_number", fits: ({ trackingNumber }, value) => trackingNumber === value },
  { name: "batch_id", fits: ({ batchId }, value) => batchId === value },
  { name: "warehouse_id", fits: ({ warehouseId }, value) => warehouseId === value },
  ...window("created"),
];

const listLabels = (call: Call): Answer =>
  listAnswer(call, {
    name: "labels",
    from: call.world.labels,
    view: (label) => show(call, label),
    filters: FILTERS,
    oldestFirst: true,
  });

/** Takes `{shipment: {...}}` for a new shipment or `{shipment_id}` for one that exists. */
function createLabel(call: Call): Answer {
  const body = call.object();
  return created(show(call, purchaseLabel(call, wantedShipment(call, body), readPrint(body))));
}

/** The shipment to label; a new one is not stored yet. */
function wantedShipment(call: Call, body: Readonly<Record<string, unknown>>): Shipment {
  const id = optionalText(body, "shipment_id");
  if (id !== undefined) {
    const shipment = call.world.shipments.get(id);
    if (!shipment) throw invalidValue("shipment_id", id, "There is no such shipment.");
    return shipment;
  }
  const fields = optionalObject(body, "shipment");
  if (!fields) throw valueRequired("shipment");
  return draftShipment(call, fields);
}

function createFromShipment(call: Call): Answer {
  const shipment = call.find(call.world.shipments, "shipment_id");
  return created(show(call, purchaseLabel(call, shipment, readPrint(call.optional()))));
}

function createFromRate(call: Call): Answer {
  const rate = call.find(call.world.plain.rates, "rate_id");
  const print = readPrint(call.optional());
  const shipment = call.world.shipments.get(String(rate.fields.shipment_id));
  if (!shipment) throw conflict("The rate belongs to no shipment.");
  const choice = { carrierId: String(rate.fields.carrier_id), serviceCode: String(rate.fields.service_code) };
  return created(show(call, purchaseLabel(call, shipment, print, choice)));
}

function createReturn(call: Call): Answer {
  const label = find(call);
  const print = readPrint(call.optional());
  const shipment = call.world.shipments.get(label.shipmentId);
  if (label.status !== "completed" || !shipment) throw conflict(`A label in ${label.status} has no return.`);
  return created(show(call, call.world.labels.add({ ...makeLabel(call, shipment, print), isReturn: true })));
}

function voidLabel(call: Call): Answer {
  const label = find(call);
  call.optional();
  if (label.status !== "completed") throw conflict(`A label in ${label.status} cannot be voided.`);
  call.does.voidLabel(call, label);
  return ok({ approved: true, message: "The label was voided." });
}

/** Marks a label as voided. A shipment without another label can then be labelled again. */
export function markVoided(call: Call, label: Label): void {
  const now = call.now();
  label.status = "voided";
  label.voidedAt = now;
  call.world.labels.touch(label, now);
  reopen(call, label, now);
}

function reopen({ world }: Call, { id, shipmentId }: Label, now: number): void {
  const shipment = world.shipments.get(shipmentId);
  const labelled = world.labels
    .ordered()
    .some((other) => other.shipmentId === shipmentId && other.id !== id && other.status === "completed");
  if (!shipment || labelled) return;
  shipment.status = "pending";
  world.shipments.touch(shipment, now);
}

function track(call: Call): Answer {
  const label = find(call);
  return ok({
    label_id: label.id,
    tracking_number: label.trackingNumber,
    status_code: label.trackingStatus,
    events: [{ occurred_at: timestamp(label.created), description: "Label created" }],
  });
}

export const labels: Handlers = {
  v1ListLabels: listLabels,
  v1CreateLabel: createLabel,
  v1VoidLabel: voidLabel,
  v2ListLabels: listLabels,
  v2CreateLabel: createLabel,
  v2CreateLabelFromRate: createFromRate,
  v2CreateLabelFromShipment: createFromShipment,
  v2GetLabel: (call) => ok(show(call, find(call))),
  v2CreateReturnLabel: createReturn,
  v2TrackLabel: track,
  v2VoidLabel: voidLabel,
};
