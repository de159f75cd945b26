import { type Answer, created, noContent, ok } from "../answer.js";
import type { Call, Filter, Handlers } from "../behaviours.js";
import { optionalText, requiredText, stringsIn } from "../body.js";
import { Collection, newRecord } from "../collection.js";
import { listAnswer } from "../paging.js";
import { conflict, unknownId } from "../problem.js";
import { purchaseLabel } from "../purchase-label.js";
import { BATCH_STATUSES, type Batch, EMPTY_BATCH, type JsonObject, type Plain } from "../records.js";
import { readPrint } from "../requests/print.js";
import { makePlain } from "../seed/plain.js";

const find = (call: Call) => call.find(call.world.batches, "batch_id");

const FILTERS: readonly Filter<Batch>[] = [
  { name: "status", fits: ({ status }, value) => status === value, allowed: BATCH_STATUSES },
];

const listBatches = (call: Call): Answer =>
  listAnswer(call, {
    name: "batches",
    from: call.world.batches,
    view: (batch) => call.does.batchView(call, batch),
    filters: FILTERS,
  });

/** The open batch that the path names. Throws 409 for one that can no longer be changed. */
function findOpen(call: Call): Batch {
  const batch = find(call);
  if (batch.status === "open") return batch;
  throw conflict(`A batch in ${batch.status} cannot be changed.`, "batch_cannot_be_modified");
}

function archive(call: Call): Answer {
  const batch = findOpen(call);
  call.optional();
  batch.status = "archived";
  call.world.batches.touch(batch, call.now());
  return noContent();
}

function listErrors(call: Call): Answer {
  const batch = find(call);
  const errors = new Collection<Plain>();
  for (const [index, { shipmentId, message }] of batch.failures.entries()) {
    const externalId = call.world.shipments.get(shipmentId)?.externalId ?? "";
    const fields: JsonObject = { error: message, shipment_id: shipmentId, external_shipment_id: externalId };
    errors.add(makePlain(String(index), batch.modified, fields));
  }
  return listAnswer(call, { name: "errors", from: errors, view: ({ fields }) => fields });
}

function getByExternalId(call: Call): Answer {
  const wanted = call.param("external_batch_id");
  const batch = call.world.batches.ordered().find(({ externalId }) => externalId === wanted);
  if (!batch) throw unknownId("external_batch_id", wanted);
  return ok(call.does.batchView(call, batch));
}

function createBatch(call: Call): Answer {
  const body = call.object();
  const id = call.ids.next("batch");
  const batch: Batch = {
    ...newRecord(id, call.now()),
    ...EMPTY_BATCH,
    externalId: optionalText(body, "external_batch_id") ?? `batch-${id}`,
    notes: optionalText(body, "batch_notes") ?? "",
  };
  call.world.batches.add(batch);
  fill(call, batch, body);
  return created(call.does.batchView(call, batch));
}

/** Shipments are named by id, or by a rate for them. */
function namedShipments({ world }: Call, body: JsonObject): readonly string[] {
  const rated = stringsIn(body, "rate_ids").map((id) =>
    String(world.plain.rates.get(id)?.fields.shipment_id),
  );
  return [...stringsIn(body, "shipment_ids"), ...rated];
}

function fill(call: Call, batch: Batch, body: JsonObject): void {
  for (const id of namedShipments(call, body)) {
    const shipment = call.world.shipments.get(id);
    if (!shipment) continue;
    const left = call.world.batches.get(shipment.batchId);
    shipment.batchId = batch.id;
    // A batch that was processed goes on counting what it was processed with.
    if (left?.status === "open") recount(call, left);
  }
  recount(call, batch);
}

function recount(call: Call, batch: Batch): void {
  batch.count = inBatch(call, batch).length;
  call.world.batches.touch(batch, call.now());
}

const inBatch = ({ world }: Call, { id }: Batch) =>
  world.shipments.ordered().filter(({ batchId }) => batchId === id);

function add(call: Call): Answer {
  const batch = findOpen(call);
  fill(call, batch, call.object());
  return noContent();
}

function remove(call: Call): Answer {
  const batch = findOpen(call);
  for (const id of namedShipments(call, call.object())) {
    const shipment = call.world.shipments.get(id);
    if (shipment?.batchId === batch.id) shipment.batchId = "";
  }
  recount(call, batch);
  return noContent();
}

function processLabels(call: Call): Answer {
  const batch = findOpen(call);
  const print = readPrint(call.optional());
  const pending = inBatch(call, batch).filter(({ status }) => status === "pending");
  const bought = pending.map((shipment) => purchaseLabel(call, shipment, print));
  batch.status = "completed";
  batch.completed += bought.length;
  batch.forms += bought.filter(({ isInternational }) => isInternational).length;
  batch.labelFormat = print.format;
  batch.labelLayout = print.layout;
  call.world.batches.touch(batch, call.now());
  call.shared.deliveries.send("batch", {
    resource_url: `${call.incoming.origin}/v2/batches/${batch.id}`,
    resource_type: "API_BATCH",
  });
  return noContent();
}

function assignUser(call: Call): Answer {
  const batch = find(call);
  batch.userId = requiredText(call.object(), "user_id");
  call.world.batches.touch(batch, call.now());
  return noContent();
}

function unassignUser(call: Call): Answer {
  const batch = find(call);
  batch.userId = null;
  call.world.batches.touch(batch, call.now());
  return noContent();
}

const getBatch = (call: Call): Answer => ok(call.does.batchView(call, find(call)));

export const batches: Handlers = {
  v1ListBatches: listBatches,
  v1GetBatch: getBatch,
  v1ArchiveBatch: archive,
  v1ListBatchErrors: listErrors,
  v2ListBatches: listBatches,
  v2CreateBatch: createBatch,
  v2GetBatchByExternalId: getByExternalId,
  v2GetBatch: getBatch,
  v2UpdateBatch: archive,
  v2ArchiveBatch: archive,
  v2AddToBatch: add,
  v2RemoveFromBatch: remove,
  v2ListBatchErrors: listErrors,
  v2ProcessBatchLabels: processLabels,
  v2AssignBatchUser: assignUser,
  v2UnassignBatchUser: unassignUser,
};
