import { type Answer, created, noContent, ok } from "../answer.js";
import { optionalText, requiredText, stringsIn } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { Collection } from "../collection.js";
import { Filters } from "../filters.js";
import { oneOf } from "../page-request.js";
import { listAnswer } from "../paging.js";
import { conflict, unknownId } from "../problem.js";
import { purchaseLabel } from "../purchase-label.js";
import { BATCH_STATUSES, type Batch, type JsonObject, type Plain } from "../records.js";
import { makePlain } from "../seed/plain.js";
import { batchView } from "../views/batch.js";

const show = (call: Call, batch: Batch) => batchView(batch, call.href, !call.lavish, call.faults);
const find = (call: Call) => call.find(call.world.batches, "batch_id");

function listBatches(call: Call): Answer {
  const { status } = call.query;
  if (status !== undefined) oneOf("status", status, BATCH_STATUSES);
  if (status === undefined && call.v1 && call.faults.has("batches-unknown-without-status"))
    throw unknownId("status", "");
  const filters = new Filters<Batch>(call, "batches").equal(
    "status",
    (batch, value) => isUnfiltered(call) || matchesStatus(call, batch, value),
  );
  return listAnswer(call, {
    name: "batches",
    from: call.world.batches,
    view: (batch) => show(call, batch),
    filters: filters.shown,
    keep: filters.keep,
  });
}

/** Only with a fault. */
function isUnfiltered({ faults, query, v1 }: Call): boolean {
  return v1 && query.page_size !== undefined && faults.has("batches-open-with-page-size-finds-all");
}

function matchesStatus({ faults, world, v1 }: Call, batch: Batch, wanted: string): boolean {
  if (!v1 || wanted !== "open") return batch.status === wanted;
  if (batch.status === "completed") return faults.has("batches-open-finds-completed");
  if (batch.status === "archived") {
    if (faults.marked.has(batch.id)) return faults.has("batch-archived-stays-in-open-list");
    const newest = world.batches.ordered().findLast(({ status }) => status === "archived");
    return batch === newest && faults.has("batches-open-finds-newest-archived");
  }
  const oldest = world.batches.ordered().find(({ status }) => status === "open");
  return batch !== oldest || !faults.has("batches-open-loses-oldest");
}

/** The open batch that the path names. Throws 409 for one that can no longer be changed. */
function findOpen(call: Call): Batch {
  const batch = find(call);
  if (batch.status === "open") return batch;
  throw conflict(`A batch in ${batch.status} cannot be changed.`, "batch_cannot_be_modified");
}

function archive(call: Call): Answer {
  const { faults } = call;
  const batch = findOpen(call);
  call.optional();
  if (!faults.has("batch-archived-still-open")) batch.status = "archived";
  faults.marked.add(batch.id);
  call.world.batches.touch(batch, call.now());
  archiveOthers(call, batch);
  reopenOne(call, batch);
  if (faults.has("batch-archive-answers-batch")) return ok(show(call, batch));
  return noContent(faults.has("batch-archive-answers-200"));
}

/** Only with a fault. */
function reopenOne({ faults, world }: Call, batch: Batch): void {
  const archived = world.batches.ordered().find((other) => other !== batch && other.status === "archived");
  if (archived && faults.has("batch-archive-reopens-another")) archived.status = "open";
}

/** Only with a fault. */
function archiveOthers({ faults, world }: Call, batch: Batch): void {
  const open = world.batches.ordered().filter(({ status }) => status === "open");
  const next = open.find(({ seq }) => seq > batch.seq) ?? open[0];
  const others = faults.has("batch-archive-takes-all") ? open : [];
  for (const other of others) other.status = "archived";
  if (next && faults.has("batch-archive-takes-next")) next.status = "archived";
}

function archiveV1(call: Call): Answer {
  const known = call.world.batches.get(call.param("batch_id"));
  if (!known && call.faults.has("batch-archive-unknown-answers-204")) return noContent();
  return archive(call);
}

/** PUT and DELETE of v2. */
const archiveV2 =
  (word: "put" | "delete") =>
  (call: Call): Answer => {
    const { faults } = call;
    const known = call.world.batches.get(call.param("batch_id"));
    if (!known && faults.has("batch-v2-archive-unknown-answers-204")) return noContent();
    const batch = findOpen(call);
    call.optional();
    if (faults.has(`batch-v2-${word}-refused`)) throw conflict("Batches are never archived.");
    if (!faults.has(`batch-v2-${word}-without-effect`)) batch.status = "archived";
    call.world.batches.touch(batch, call.now());
    const next = call.world.batches.ordered().find(({ status }) => status === "open");
    if (next && faults.has(`batch-v2-${word}-takes-next`)) next.status = "archived";
    reopenOne(call, batch);
    return noContent();
  };

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
  const { faults } = call;
  const all = call.world.batches.ordered();
  const batch = faults.has("batch-by-external-id-answers-newest")
    ? all.at(-1)
    : faults.has("batch-by-external-id-by-prefix")
      ? all.findLast(({ externalId }) => externalId.startsWith(wanted))
      : all.find(
          ({ externalId }) => externalId === wanted || faults.has("batch-by-external-id-answers-first"),
        );
  if (!batch && faults.has("batch-by-external-id-unknown-answers-empty")) return ok({});
  if (!batch) throw unknownId("external_batch_id", wanted);
  return ok(show(call, batch));
}

function createBatch(call: Call): Answer {
  const body = call.object();
  const now = call.now();
  const id = call.ids.next("batch");
  const batch: Batch = {
    id,
    seq: 0,
    created: now,
    modified: now,
    status: "open",
    externalId: optionalText(body, "external_batch_id") ?? `batch-${id}`,
    notes: optionalText(body, "batch_notes") ?? "",
    warnings: 0,
    completed: 0,
    forms: 0,
    count: 0,
    labelLayout: null,
    labelFormat: null,
    failures: [],
    userId: null,
  };
  call.world.batches.add(batch);
  fill(call, batch, body);
  return created(show(call, batch));
}

/** Shipments are named by id, or by a rate that was asked for them. */
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
    if (left) recount(call, left);
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
  const body = call.optional();
  const pending = inBatch(call, batch).filter(({ status }) => status === "pending");
  const bought = pending.map((shipment) => purchaseLabel(call, shipment));
  batch.status = "completed";
  batch.completed += bought.length;
  batch.forms += bought.filter(({ isInternational }) => isInternational).length;
  batch.labelFormat = optionalText(body, "label_format") ?? "pdf";
  batch.labelLayout = optionalText(body, "label_layout") ?? "4x6";
  call.world.batches.touch(batch, call.now());
  if (call.faults.has("event-batch-never-sent")) return noContent();
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

function getBatch(call: Call): Answer {
  const batch = find(call);
  const { faults } = call;
  if (faults.marked.has(batch.id) && faults.has("batch-archived-unreadable"))
    throw unknownId("batch_id", batch.id);
  const hides = call.v1 && batch.status === "archived" && faults.has("batch-archived-shown-completed");
  const isStale = !call.v1 && faults.marked.has(batch.id) && faults.has("batch-archived-in-v1-open-in-v2");
  return ok({
    ...show(call, batch),
    ...(hides && { status: "completed" }),
    ...(isStale && { status: "open" }),
  });
}

export const batches: Handlers = {
  v1ListBatches: listBatches,
  v1GetBatch: getBatch,
  v1ArchiveBatch: archiveV1,
  v1ListBatchErrors: listErrors,
  v2ListBatches: listBatches,
  v2CreateBatch: createBatch,
  v2GetBatchByExternalId: getByExternalId,
  v2GetBatch: getBatch,
  v2UpdateBatch: archiveV2("put"),
  v2ArchiveBatch: archiveV2("delete"),
  v2AddToBatch: add,
  v2RemoveFromBatch: remove,
  v2ListBatchErrors: listErrors,
  v2ProcessBatchLabels: processLabels,
  v2AssignBatchUser: assignUser,
  v2UnassignBatchUser: unassignUser,
};
