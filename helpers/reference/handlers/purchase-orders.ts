import { type Answer, created, file, ok } from "../answer.js";
import { objectsIn, requiredText } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { Filters } from "../filters.js";
import { listAnswer, oneOf } from "../paging.js";
import { makePdf } from "../pdf.js";
import { conflict } from "../problem.js";
import {
  type JsonObject,
  PURCHASE_ORDER_STATUSES,
  type PurchaseOrder,
  type PurchaseOrderStatus,
} from "../records.js";
import { timestamp } from "../views/time.js";

const SHIPPING_FIELDS = [
  "shipping_carrier",
  "payment_terms",
  "payment_status",
  "order_date",
  "expected_delivery_date",
  "note_to_supplier",
  "tracking_number",
  "currency_code",
  "reference_number",
] as const;

/** The contract shows no transitions; these are this service's own. */
const TRANSITIONS: Readonly<Record<PurchaseOrderStatus, readonly PurchaseOrderStatus[]>> = {
  draft: ["open", "cancelled"],
  open: ["receiving", "received", "cancelled"],
  receiving: ["received", "closed"],
  received: ["closed"],
  cancelled: [],
  closed: [],
};

const ORDER_SUMMARY: readonly PurchaseOrderStatus[] = ["open", "receiving", "received", "closed"];
const RECEIVED_SUMMARY: readonly PurchaseOrderStatus[] = ["receiving", "received", "closed"];

const find = (call: Call) => call.find(call.world.purchaseOrders, "purchase_order_id");

const show = (order: PurchaseOrder): JsonObject => ({
  purchase_order_id: order.id,
  status: order.status,
  ...order.fields,
  created_at: timestamp(order.created),
  modified_at: timestamp(order.modified),
});

function list(call: Call): Answer {
  const { status } = call.query;
  if (status !== undefined) oneOf("status", status, PURCHASE_ORDER_STATUSES);
  const filters = new Filters<PurchaseOrder>(call)
    .equal("status", (order, value) => order.status === value)
    .equal("warehouse_id", ({ fields }, value) => fields.warehouse_id === value)
    .equal("supplier_id", ({ fields }, value) => fields.supplier_id === value)
    .window("created")
    .window("modified");
  return listAnswer(call, {
    name: "purchase_orders",
    from: call.world.purchaseOrders,
    view: show,
    filters: filters.shown,
    keep: filters.keep,
  });
}

/** What a client may set: neither the id nor what the service itself keeps. */
function editable(body: JsonObject): JsonObject {
  const {
    purchase_order_id: _id,
    status: _status,
    created_at: _created,
    modified_at: _modified,
    ...rest
  } = body;
  return rest;
}

function create(call: Call): Answer {
  const body = call.object();
  const now = call.now();
  const order: PurchaseOrder = {
    id: call.ids.next("purchaseOrder"),
    seq: 0,
    created: now,
    modified: now,
    status: "draft",
    fields: { currency_code: "USD", products: [], ...editable(body) },
  };
  return created(show(call.world.purchaseOrders.add(order)));
}

function edit(call: Call, order: PurchaseOrder, fields: JsonObject): Answer {
  order.fields = { ...order.fields, ...fields };
  call.world.purchaseOrders.touch(order, call.now());
  return ok(show(order));
}

/** Rules 1 and 2: everything can be edited, in draft only. */
function update(call: Call): Answer {
  const order = find(call);
  const body = call.object();
  if (order.status === "draft") return edit(call, order, editable(body));
  if (call.faults.has("purchase-order-refused-update-applied")) edit(call, order, editable(body));
  throw conflict(`A purchase order in ${order.status} cannot be edited.`);
}

/** Rules 3 and 4: shipping details in open; a draft may have them too, unless the variant says no. */
function updateShipping(call: Call): Answer {
  const order = find(call);
  const body = call.object();
  const allowed = order.status === "open" || (order.status === "draft" && !call.lavish);
  if (!allowed) throw conflict(`Shipping details of a purchase order in ${order.status} cannot be changed.`);
  const named = SHIPPING_FIELDS.filter((name) => body[name] !== undefined);
  return edit(call, order, Object.fromEntries(named.map((name) => [name, body[name]])));
}

/** Rule 6. */
function updateStatus(call: Call): Answer {
  const order = find(call);
  const next = oneOf("status", requiredText(call.object(), "status"), PURCHASE_ORDER_STATUSES);
  if (!TRANSITIONS[order.status].includes(next)) {
    throw conflict(`A purchase order in ${order.status} cannot become ${next}.`);
  }
  order.status = next;
  return edit(call, order, {});
}

/** Rule 6: receiving products moves the status. Without named products the whole order is received. */
function receive(call: Call): Answer {
  const order = find(call);
  const received = objectsIn(call.optional(), "products");
  if (order.status !== "open" && order.status !== "receiving") {
    throw conflict(`A purchase order in ${order.status} cannot receive products.`);
  }
  const products = objectsIn(order.fields, "products").map((line) => receiveLine(line, received));
  const complete = products.every((line) => Number(line.quantity_received) >= Number(line.quantity));
  order.status = complete ? "received" : "receiving";
  return edit(call, order, { products });
}

function receiveLine(line: JsonObject, received: readonly JsonObject[]): JsonObject {
  if (received.length === 0) return { ...line, quantity_received: line.quantity };
  const match = received.find((item) => item.product_id === line.product_id);
  if (!match) return line;
  const quantity = Number(match.quantity_received ?? match.quantity) || 0;
  return { ...line, quantity_received: Number(line.quantity_received ?? 0) + quantity };
}

/** Rule 5. */
const document = (title: string, available: readonly PurchaseOrderStatus[]) => (call: Call) => {
  const order = find(call);
  if (!available.includes(order.status)) {
    throw conflict(`A purchase order in ${order.status} has no ${title.toLowerCase()}.`);
  }
  return file("application/pdf", makePdf(`${title} ${order.id}`));
};

export const purchaseOrders: Handlers = {
  v2ListPurchaseOrders: list,
  v2CreatePurchaseOrder: create,
  v2GetPurchaseOrder: (call) => ok(show(find(call))),
  v2UpdatePurchaseOrder: update,
  v2UpdatePurchaseOrderShippingDetails: updateShipping,
  v2UpdatePurchaseOrderStatus: updateStatus,
  v2CreatePurchaseOrderReceipt: receive,
  v2GetPurchaseOrderOrderSummary: document("Order summary", ORDER_SUMMARY),
  v2GetPurchaseOrderReceivedSummary: document("Received summary", RECEIVED_SUMMARY),
};
