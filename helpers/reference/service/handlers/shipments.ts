import { isObject } from "../../../contract/json.js";
import { type Answer, created, multi, noContent, ok } from "../answer.js";
import type { Call, Filter, Handlers } from "../behaviours.js";
import { objectsIn, optionalObject, optionalText, stringsIn } from "../body.js";
import { readDate, window } from "../filters.js";
import { listAnswer } from "../paging.js";
import { conflict, invalidValue, unknownId, valueRequired } from "../problem.js";
import { type JsonObject, SHIPMENT_STATUSES, type Shipment } from "../records.js";
import { readAddress } from "../requests/address.js";
import { draftShipment, showable } from "../requests/shipment.js";

/** Most shipments that one call may assign a user to. Section "Limits". */
export const USER_LIMIT = 500;

const FILTERS: readonly Filter<Shipment>[] = [
  { name: "batch_id", fits: ({ batchId }, value) => batchId === value },
  {
    name: "shipment_status",
    fits: ({ status }, value) => value === "any" || status === value,
    allowed: ["any", ...SHIPMENT_STATUSES],
    otherwise: "any",
  },
  { name: "tag", fits: ({ tags }, value) => tags.includes(value) },
  ...window("modified"),
  ...window("created"),
];

const listShipments = (call: Call): Answer =>
  listAnswer(call, {
    name: "shipments",
    from: call.world.shipments,
    view: (shipment) => call.does.shipmentView(call, shipment, "list"),
    filters: FILTERS,
    foremost: "batch_id",
    offsetLimit: true,
  });

const show = (call: Call, shipment: Shipment): JsonObject => call.does.shipmentView(call, shipment, "by-id");

const find = (call: Call) => call.find(call.world.shipments, "shipment_id");
const getShipment = (call: Call) => ok(show(call, find(call)));

function byExternalId(call: Call): Answer {
  const wanted = call.param("external_shipment_id");
  const shipment = call.world.shipments.ordered().find(({ externalId }) => externalId === wanted);
  if (!shipment) throw unknownId("external_shipment_id", wanted);
  return ok(show(call, shipment));
}

/** Accepts `{shipments: [...]}`, or one shipment as the body itself. */
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
  // Read everything before writing anything: a refused update must not be half applied.
  const changed = showable(call, {
    ...shipment,
    shipTo: shipTo ? readAddress(shipTo, shipment.shipTo) : shipment.shipTo,
    shipFrom: shipFrom ? readAddress(shipFrom, shipment.shipFrom) : shipment.shipFrom,
    shipDate: shipDate === undefined ? shipment.shipDate : readDate("ship_date", shipDate),
    externalId: externalId ?? shipment.externalId,
    tags,
  });
  Object.assign(shipment, changed);
  call.world.shipments.touch(shipment, call.now());
  return ok(show(call, shipment));
}

const tagNames = (tags: readonly unknown[]): string[] =>
  tags.flatMap((tag) => (isObject(tag) && typeof tag.name === "string" ? [tag.name] : []));

function cancelShipment(call: Call): Answer {
  const shipment = find(call);
  call.optional();
  if (shipment.status !== "pending") throw conflict(`A shipment in ${shipment.status} cannot be cancelled.`);
  call.does.cancelShipment(call, shipment);
  return noContent();
}

export function markCancelled(call: Call, shipment: Shipment): void {
  shipment.status = "cancelled";
  call.world.shipments.touch(shipment, call.now());
}

/** Each shipment is a separate part: with unknown ones the answer is a multi-status. */
function assignUser(call: Call): Answer {
  const body = call.object();
  const ids = stringsIn(body, "shipment_ids");
  if (ids.length > call.does.mostUsersPerCall()) {
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
  if (!shipment.tags.includes(name)) call.does.tagShipment(call, shipment, [...shipment.tags, name]);
  return ok({ shipment_id: shipment.id, tags: shipment.tags.map((tag) => ({ name: tag })) });
}

function removeTag(call: Call): Answer {
  const shipment = find(call);
  const name = call.param("tag_name");
  if (!shipment.tags.includes(name)) throw unknownId("tag_name", name);
  call.does.tagShipment(
    call,
    shipment,
    shipment.tags.filter((tag) => tag !== name),
  );
  return noContent();
}

/** Sets the tags of a shipment. */
export function setTags(call: Call, shipment: Shipment, tags: readonly string[]): void {
  shipment.tags = [...tags];
  call.world.shipments.touch(shipment, call.now());
}

function listLabels(call: Call): Answer {
  const shipment = find(call);
  const labels = call.world.labels.ordered().filter(({ shipmentId }) => shipmentId === shipment.id);
  return ok({ shipment_id: shipment.id, labels: labels.map((label) => call.does.labelView(call, label)) });
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
