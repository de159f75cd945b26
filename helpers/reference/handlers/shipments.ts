import { type Answer, created, multi, noContent, ok } from "../answer.js";
import { isObject, objectsIn, optionalObject, optionalText, stringsIn } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { Filters, isSeventh, readDate } from "../filters.js";
import { oneOf } from "../page-request.js";
import { listAnswer } from "../paging.js";
import { conflict, invalidValue, unknownId, valueRequired } from "../problem.js";
import { type JsonObject, SHIPMENT_STATUSES, type Shipment } from "../records.js";
import { readAddress } from "../requests/address.js";
import { draftShipment } from "../requests/shipment.js";
import { labelView } from "../views/label.js";
import { shipmentView } from "../views/shipment.js";
import { timestamp } from "../views/time.js";

/** Most shipments that one call may assign a user to. Section "Limits". */
const USER_LIMIT = 500;

/** batch_id takes precedence: the six parameters beside it are not even read, only shown in the links. */
function shipmentFilters(call: Call): Filters<Shipment> {
  const { query, faults, v1 } = call;
  const allSix = PRECEDED.every((name) => query[name] !== undefined);
  const appliesAll = allSix && faults.has("shipments-batch-id-applies-six-together");
  const reads = (name: string) =>
    name === "batch_id" ||
    query.batch_id === undefined ||
    appliesAll ||
    faults.has(`shipments-batch-id-applies-${name}`);
  if (reads("shipment_status") && query.shipment_status !== undefined) {
    oneOf("shipment_status", query.shipment_status, ["any", ...SHIPMENT_STATUSES]);
  }
  if (v1 && query.shipment_status === "any" && faults.has("shipments-any-refused")) {
    throw invalidValue("shipment_status", "any", "There is no such status.");
  }
  const filters = new Filters<Shipment>(call, "shipments", reads)
    .equal(
      "batch_id",
      ({ batchId }, value) =>
        batchId === value ||
        (batchId?.startsWith(value) === true && faults.has("shipments-batch-id-by-prefix")),
    )
    .equal(
      "shipment_status",
      (shipment, value) => value === "any" || matchesStatus(call, shipment, value) || dropsState(call, value),
    );
  if (!faults.has("shipments-links-without-any")) filters.show("shipment_status", "any");
  return filters
    .equal("tag", ({ tags }, value) => matchesTag(call, tags, value))
    .window("modified")
    .window("created");
}

/** Ignored beside batch_id. */
const PRECEDED = [
  "shipment_status",
  "modified_at_start",
  "modified_at_end",
  "created_at_start",
  "created_at_end",
  "tag",
] as const;

function matchesStatus({ faults, v1 }: Call, { status }: Shipment, wanted: string): boolean {
  if (v1 && wanted === "processing" && faults.has("shipments-status-processing-finds-none")) return false;
  const cancelledToo = v1 && wanted === "pending" && faults.has("shipments-status-pending-finds-cancelled");
  return status === wanted || (cancelledToo && status === "cancelled");
}

const matchesTag = ({ faults, v1 }: Call, tags: readonly string[], wanted: string): boolean =>
  v1 && faults.has("shipments-tag-first-only") ? tags[0] === wanted : tags.includes(wanted);

function listShipments(call: Call): Answer {
  const filters = shipmentFilters(call);
  return listAnswer(call, {
    name: "shipments",
    from: call.world.shipments,
    view: (shipment) => shipmentView(shipment, "list", call.faults),
    filters: filters.shown,
    keep: filters.keep,
    offsetLimit: true,
  });
}

const show = (call: Call, shipment: Shipment): JsonObject => ({
  ...shipmentView(shipment, "by-id", call.faults),
  ...bentMembers(call, shipment),
});

/** None without a fault. */
function bentMembers({ faults, v1 }: Call, { id, status, created }: Shipment): JsonObject {
  if (!v1) {
    const odd = status === "processing" && faults.has("v2-shipment-status-unknown");
    return odd ? { shipment_status: "in_progress" } : {};
  }
  if (faults.has("shipment-by-id-created-later")) return { created_at: timestamp(created + 1000) };
  if (isSeventh(id) && faults.has("shipment-by-id-status-differs-for-some")) {
    return { shipment_status: status === "cancelled" ? "pending" : "cancelled" };
  }
  return faults.has("shipment-by-id-confirmation-differs") ? { confirmation: "adult signature" } : {};
}

const find = (call: Call) => call.find(call.world.shipments, "shipment_id");
const getShipment = (call: Call) => ok(show(call, find(call)));

function byExternalId(call: Call): Answer {
  const wanted = call.param("external_shipment_id");
  const shipment = call.world.shipments
    .ordered()
    .find(
      ({ externalId }) => externalId === wanted || call.faults.has("shipment-by-external-id-answers-first"),
    );
  if (!shipment) throw unknownId("external_shipment_id", wanted);
  return ok(show(call, shipment));
}

/** Takes `{shipments: [...]}` or one shipment as the body itself. */
function createShipments(call: Call): Answer {
  const body = call.object();
  const wanted = Array.isArray(body.shipments) ? objectsIn(body, "shipments") : [body];
  if (wanted.length === 0) throw valueRequired("shipments");
  const made = wanted.map((fields) => draftShipment(call, fields));
  for (const shipment of made) call.world.shipments.add(shipment);
  return created({ has_errors: false, shipments: made.map((shipment) => show(call, shipment)) });
}

function updateShipment(call: Call): Answer {
  const shipment = find(call);
  const body = call.object();
  if (shipment.status === "cancelled") throw conflict("A cancelled shipment cannot be changed.");
  const shipTo = optionalObject(body, "ship_to");
  const shipFrom = optionalObject(body, "ship_from");
  const shipDate = optionalText(body, "ship_date");
  const externalId = optionalText(body, "external_shipment_id");
  const tags = Array.isArray(body.tags) ? tagNames(body.tags) : shipment.tags;
  // All is read before anything is written: a refused update must not be half applied.
  Object.assign(shipment, {
    shipTo: shipTo ? readAddress(shipTo, shipment.shipTo) : shipment.shipTo,
    shipFrom: shipFrom ? readAddress(shipFrom, shipment.shipFrom) : shipment.shipFrom,
    shipDate: shipDate === undefined ? shipment.shipDate : readDate("ship_date", shipDate),
    externalId: externalId ?? shipment.externalId,
    tags,
  } satisfies Partial<Shipment>);
  call.world.shipments.touch(shipment, call.now());
  return ok(show(call, shipment));
}

const tagNames = (tags: readonly unknown[]): string[] =>
  tags.flatMap((tag) => (isObject(tag) && typeof tag.name === "string" ? [tag.name] : []));

function cancelShipment(call: Call): Answer {
  const known = call.world.shipments.get(call.param("shipment_id")) !== undefined;
  if (!known && call.faults.has("unknown-id-answers-204-v2CancelShipment")) return noContent();
  const shipment = find(call);
  call.optional();
  if (shipment.status !== "pending") throw conflict(`A shipment in ${shipment.status} cannot be cancelled.`);
  if (call.faults.has("shipment-cancel-without-effect")) return noContent();
  shipment.status = "cancelled";
  call.world.shipments.touch(shipment, call.now());
  if (call.faults.has("shipment-cancel-removes")) call.world.shipments.remove(shipment.id);
  return noContent();
}

/** Each shipment is a part of its own: unknown ones make the answer a multi-status. */
function assignUser(call: Call): Answer {
  const body = call.object();
  const ids = stringsIn(body, "shipment_ids");
  const { faults } = call;
  const more = faults.has("shipments-user-limit-one-more") ? 1 : 0;
  const less = faults.has("shipments-user-limit-one-less") ? 1 : 0;
  const limit = faults.has("shipments-user-limit-missing")
    ? Number.POSITIVE_INFINITY
    : USER_LIMIT + more - less;
  if (ids.length > limit) {
    const message = `At most ${USER_LIMIT} shipments can be assigned in one call.`;
    throw invalidValue("shipment_ids", String(ids.length), message);
  }
  if (ids.length === 0) throw valueRequired("shipment_ids");
  const userId = optionalText(body, "user_id") ?? null;
  const results = ids.map((id) => assign(call, id, userId));
  return results.every(({ status }) => status === 200) ? ok({ results }) : multi({ results });
}

function assign(call: Call, id: string, userId: string | null) {
  const shipment = call.world.shipments.get(id);
  if (!shipment) return { shipment_id: id, status: 404 };
  shipment.userId = userId;
  call.world.shipments.touch(shipment, call.now());
  return { shipment_id: id, status: 200 };
}

function addTag(call: Call): Answer {
  const shipment = find(call);
  call.optional();
  const name = call.param("tag_name");
  if (!shipment.tags.includes(name) && !call.faults.has("shipment-tag-not-added")) {
    shipment.tags = call.faults.has("shipment-tag-added-alone") ? [name] : [...shipment.tags, name];
    call.world.shipments.touch(shipment, call.now());
  }
  return ok({ shipment_id: shipment.id, tags: shipment.tags.map((tag) => ({ name: tag })) });
}

function removeTag(call: Call): Answer {
  const shipment = find(call);
  const name = call.param("tag_name");
  if (!shipment.tags.includes(name)) throw unknownId("tag_name", name);
  if (call.faults.has("shipment-tag-not-removed")) return noContent();
  const all = call.faults.has("shipment-tags-all-removed");
  shipment.tags = shipment.tags.filter((tag) => !all && tag !== name);
  call.world.shipments.touch(shipment, call.now());
  return noContent();
}

function listLabels(call: Call): Answer {
  const shipment = find(call);
  const labels = call.world.labels.ordered().filter(({ shipmentId }) => shipmentId === shipment.id);
  return ok({
    shipment_id: shipment.id,
    labels: labels.map((label): JsonObject => labelView(label, call.incoming.origin, !call.lavish)),
  });
}

/** Only with a fault: whether no shipment of the time asked for is in this state. */
function dropsState({ faults, query, v1, world }: Call, wanted: string): boolean {
  const { created_at_start: start, created_at_end: end } = query;
  if (!v1 || start === undefined || end === undefined) return false;
  if (!faults.has("shipments-contradiction-drops-state")) return false;
  const [from, to] = [readDate("created_at_start", start), readDate("created_at_end", end)];
  const all = world.shipments.ordered();
  return !all.some(({ created, status }) => status === wanted && created >= from && created <= to);
}

export const shipments: Handlers = {
  v1ListShipments: listShipments,
  v1GetShipment: getShipment,
  v2ListShipments: listShipments,
  v2GetShipment: getShipment,
  v2GetShipmentByExternalId: byExternalId,
  v2CreateShipments: createShipments,
  v2UpdateShipment: updateShipment,
  v2CancelShipment: cancelShipment,
  v2AssignShipmentsUser: assignUser,
  v2AddShipmentTag: addTag,
  v2RemoveShipmentTag: removeTag,
  v2ListShipmentLabels: listLabels,
};
