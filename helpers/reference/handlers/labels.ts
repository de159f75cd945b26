import { type Answer, created, noContent, ok } from "../answer.js";
import { optionalObject, optionalText } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { Filters } from "../filters.js";
import { oneOf } from "../page-request.js";
import { listAnswer } from "../paging.js";
import { conflict, invalidValue, unknownId, valueRequired } from "../problem.js";
import { makeLabel, purchaseLabel } from "../purchase-label.js";
import { type JsonObject, LABEL_STATUSES, type Label, type Shipment } from "../records.js";
import { draftShipment } from "../requests/shipment.js";
import { labelView } from "../views/label.js";
import { timestamp } from "../views/time.js";

const show = (call: Call, label: Label): JsonObject =>
  bentView(call, label, labelView(label, call.incoming.origin, !call.lavish));

/** Without a fault the view as it is. */
function bentView({ faults, v1 }: Call, label: Label, view: JsonObject): JsonObject {
  if (!v1) {
    const odd = label.status === "processing" && faults.has("v2-label-status-unknown");
    return odd ? { ...view, status: "in_progress" } : view;
  }
  if (label.status === "processing" && faults.has("label-tracking-number-null-at-first")) {
    return { ...view, tracking_number: null };
  }
  if (label.status === "voided" && faults.has("label-voided-flag-off")) return { ...view, voided: false };
  if (faults.has("label-ship-date-without-time"))
    return { ...view, ship_date: timestamp(label.shipDate).slice(0, 10) };
  if (!faults.has("labels-hidden-digits")) return view;
  return { ...view, created_at: timestamp(label.created).replace(".000", "") };
}
const find = (call: Call) => call.find(call.world.labels, "label_id");

function listLabels(call: Call): Answer {
  const { label_status: status } = call.query;
  refuseUnknown(call);
  failOnWindow(call);
  if (status !== undefined) oneOf("label_status", status, LABEL_STATUSES);
  const filters = new Filters<Label>(call, "labels")
    .equal("label_status", (label, value) => matchesStatus(call, label, value))
    .equal("carrier_id", (label, value) => label.carrierId === value)
    .equal("service_code", (label, value) => label.serviceCode === value || dropsService(call, value))
    .equal("tracking_number", (label, value) => matchesTracking(call, label, value))
    .equal("batch_id", (label, value) => label.batchId === value)
    .equal("warehouse_id", (label, value) => matchesWarehouse(call, label, value))
    .window("created");
  return listAnswer(call, {
    name: "labels",
    from: call.world.labels,
    view: (label) => show(call, label),
    filters: filters.shown,
    keep: filters.keep ?? hidden(call),
    oldestFirst: true,
  });
}

function matchesStatus({ faults, v1 }: Call, { status }: Label, wanted: string): boolean {
  if (v1 && wanted === "error" && faults.has("labels-status-error-finds-none")) return false;
  const voidedToo = v1 && wanted === "completed" && faults.has("labels-status-completed-finds-voided");
  return status === wanted || (voidedToo && status === "voided");
}

function matchesTracking({ faults, v1 }: Call, { trackingNumber }: Label, wanted: string): boolean {
  if (v1 && faults.has("labels-tracking-number-by-prefix"))
    return trackingNumber.startsWith(wanted.slice(0, 3));
  return trackingNumber === wanted;
}

/** Only with a fault: whether no label of the carrier asked for has this service. */
function dropsService({ faults, query, v1, world }: Call, wanted: string): boolean {
  if (!v1 || query.carrier_id === undefined || !faults.has("labels-contradiction-drops-service"))
    return false;
  const all = world.labels.ordered();
  return !all.some(({ carrierId, serviceCode }) => carrierId === query.carrier_id && serviceCode === wanted);
}

const matchesWarehouse = ({ faults, v1 }: Call, { warehouseId }: Label, wanted: string): boolean =>
  warehouseId === wanted ||
  (v1 && warehouseId?.startsWith(wanted) === true && faults.has("labels-warehouse-id-by-prefix")) ||
  (v1 && warehouseId === null && faults.has("labels-warehouse-id-finds-unassigned"));

/** Labels that a fault hides where nothing is filtered. */
function hidden({ faults, v1 }: Call): ((label: Label) => boolean) | undefined {
  if (v1 && faults.has("labels-default-hides-voided")) return ({ status }) => status !== "voided";
  if (v1 && faults.has("labels-default-hides-error")) return ({ status }) => status !== "error";
  return undefined;
}

/** Without a fault an id that nothing has is no error. */
function refuseUnknown({ faults, query, world, v1 }: Call): void {
  const { carrier_id: id } = query;
  if (!v1 || id === undefined || world.carriers.get(id) || !faults.has("labels-unknown-carrier-404")) return;
  throw unknownId("carrier_id", id);
}

function failOnWindow({ faults, query, v1 }: Call): void {
  const window = query.created_at_start !== undefined && query.created_at_end !== undefined;
  if (v1 && window && faults.has("labels-window-fails")) throw new Error("a window of labels");
  const batchPage = query.batch_id !== undefined && query.page_size !== undefined;
  if (v1 && batchPage && faults.has("labels-of-batch-paged-fails")) throw new Error("a page of a batch");
}

/** Takes `{shipment: {...}}` for a new shipment or `{shipment_id}` for one that exists. */
function createLabel(call: Call): Answer {
  const body = call.object();
  return created(show(call, purchaseLabel(call, wantedShipment(call, body))));
}

function wantedShipment(call: Call, body: Readonly<Record<string, unknown>>): Shipment {
  const id = optionalText(body, "shipment_id");
  if (id !== undefined) {
    const shipment = call.world.shipments.get(id);
    if (!shipment) throw invalidValue("shipment_id", id, "There is no such shipment.");
    return shipment;
  }
  const fields = optionalObject(body, "shipment");
  if (!fields) throw valueRequired("shipment");
  return call.world.shipments.add(draftShipment(call, fields));
}

function createFromShipment(call: Call): Answer {
  const shipment = call.find(call.world.shipments, "shipment_id");
  call.optional();
  return created(show(call, purchaseLabel(call, shipment)));
}

function createFromRate(call: Call): Answer {
  const rate = call.find(call.world.plain.rates, "rate_id");
  call.optional();
  const shipment = call.world.shipments.get(String(rate.fields.shipment_id));
  if (!shipment) throw conflict("The rate belongs to no shipment.");
  const choice = { carrierId: String(rate.fields.carrier_id), serviceCode: String(rate.fields.service_code) };
  return created(show(call, purchaseLabel(call, shipment, choice)));
}

function createReturn(call: Call): Answer {
  const label = find(call);
  call.optional();
  const shipment = call.world.shipments.get(label.shipmentId);
  if (label.status !== "completed" || !shipment) throw conflict(`A label in ${label.status} has no return.`);
  return created(show(call, call.world.labels.add(makeLabel(call, shipment, true))));
}

function voidLabel(call: Call): Answer {
  const known = call.world.labels.get(call.param("label_id")) !== undefined;
  if (!known && call.faults.has("unknown-id-answers-204-v2VoidLabel")) return noContent();
  const label = find(call);
  call.optional();
  if (label.status !== "completed") throw conflict(`A label in ${label.status} cannot be voided.`);
  if (call.faults.has("label-void-without-effect")) return VOIDED;
  const now = call.now();
  const next = call.world.labels.ordered().find(({ seq }) => seq > label.seq);
  const others = next && call.faults.has("label-void-takes-next") ? [next] : [];
  for (const each of [label, ...others]) {
    each.status = "voided";
    each.voidedAt = now;
    call.world.labels.touch(each, now);
  }
  reopen(call, label, now);
  return VOIDED;
}

const VOIDED = ok({ approved: true, message: "The label was voided." });

/** A shipment whose only label is voided can be labelled again. */
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
