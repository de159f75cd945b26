import { ORDER_STATUSES, type OrderStatus, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { type Answer, created, file, ok } from "../answer.js";
import type { Call, Filter, Handlers, Summary } from "../behaviours.js";
import { objectsIn, oneOf, requiredText } from "../body.js";
import { newRecord } from "../collection.js";
import { window } from "../filters.js";
import { listAnswer } from "../paging.js";
import { makePdf } from "../pdf.js";
import { conflict } from "../problem.js";
import type { JsonObject, PurchaseOrder } from "../records.js";

/** The contract shows no transitions; these are the service's own. */
const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  draft: ["open", "cancelled"],
  open: ["receiving", "received", "cancelled"],
  receiving: ["received", "closed"],
  received: ["closed"],
  cancelled: [],
  closed: [],
};

/** Rule 5. */
const SUMMARIES: Readonly<Record<Summary, readonly OrderStatus[]>> = {
  order: ["open", "receiving", "received", "closed"],
  received: ["receiving", "received", "closed"],
};

const find = (call: Call) => call.find(call.world.purchaseOrders, "purchase_order_id");
const show = (call: Call, order: PurchaseOrder) => call.does.purchaseOrderView(call, order);

const FILTERS: readonly Filter<PurchaseOrder>[] = [
  { name: "status", fits: ({ status }, value) => status === value, allowed: ORDER_STATUSES },
  { name: "warehouse_id", fits: ({ fields }, value) => fields.warehouse_id === value },
  { name: "supplier_id", fits: ({ fields }, value) => fields.supplier_id === value },
  ...window("created"),
  ...window("modified"),
];

const list = (call: Call): Answer =>
  listAnswer(call, {
    name: "purchase_orders",
    from: call.world.purchaseOrders,
    view: (order) => show(call, order),
    filters: FILTERS,
  });

/** What a client may set: neither the id nor computed members. */
export function editable(body: JsonObject): JsonObject {
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
  const order: PurchaseOrder = {
    ...newRecord(call.ids.next("purchaseOrder"), call.now()),
    status: "draft",
    fields: { currency_code: "USD", products: [], ...editable(body) },
  };
  return created(show(call, call.world.purchaseOrders.add(order)));
}

/** Changes an order and shows it. */
function edit(call: Call, order: PurchaseOrder, fields: JsonObject): Answer {
  call.does.editOrder(call, order, fields);
  return ok(show(call, order));
}

export function setFields(call: Call, order: PurchaseOrder, fields: JsonObject): void {
  order.fields = { ...order.fields, ...fields };
  call.world.purchaseOrders.touch(order, call.now());
}

function update(call: Call): Answer {
  const order = find(call);
  const body = call.object();
  if (call.does.mayEditOrder(call, order)) return edit(call, order, editable(body));
  throw conflict(`A purchase order in ${order.status} cannot be edited.`);
}

/** Rules 1 and 2: everything can be edited, in draft only. */
export const mayEditOrder = (_call: Call, { status }: PurchaseOrder): boolean => status === "draft";

function updateShipping(call: Call): Answer {
  const order = find(call);
  const body = call.object();
  if (call.does.mayChangeShipping(call, order)) return edit(call, order, call.does.shippingDetails(body));
  throw conflict(`Shipping details of a purchase order in ${order.status} cannot be changed.`);
}

/** Rules 3 and 4; they say nothing about drafts, which are allowed too. */
export const mayChangeShipping = (_call: Call, { status }: PurchaseOrder): boolean =>
  status === "open" || status === "draft";

export const shippingDetails = (sent: JsonObject): JsonObject =>
  Object.fromEntries(
    SHIPPING_FIELDS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])),
  );

/** Rule 6. */
function updateStatus(call: Call): Answer {
  const order = find(call);
  const next = oneOf("status", requiredText(call.object(), "status"), ORDER_STATUSES);
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
  const complete = products.every((line) => amount(line.quantity_received) >= amount(line.quantity));
  order.status = complete ? "received" : "receiving";
  return edit(call, order, { products });
}

function receiveLine(line: JsonObject, received: readonly JsonObject[]): JsonObject {
  if (received.length === 0) return { ...line, quantity_received: line.quantity };
  const match = received.find((item) => item.product_id === line.product_id);
  if (!match) return line;
  const quantity = amount(match.quantity_received ?? match.quantity);
  return { ...line, quantity_received: amount(line.quantity_received) + quantity };
}

/** A quantity as a number; 0 for none. */
const amount = (quantity: unknown): number => Number(quantity) || 0;

const document = (title: string, summary: Summary) => (call: Call) => {
  const order = find(call);
  if (!call.does.hasSummary(order, summary)) {
    throw conflict(`A purchase order in ${order.status} has no ${title.toLowerCase()}.`);
  }
  return file("application/pdf", makePdf(`${title} ${order.id}`));
};

export const hasSummary = ({ status }: PurchaseOrder, summary: Summary): boolean =>
  SUMMARIES[summary].includes(status);

export const purchaseOrders: Handlers = {
  v2ListPurchaseOrders: list,
  v2CreatePurchaseOrder: create,
  v2GetPurchaseOrder: (call) => ok(show(call, find(call))),
  v2UpdatePurchaseOrder: update,
  v2UpdatePurchaseOrderShippingDetails: updateShipping,
  v2UpdatePurchaseOrderStatus: updateStatus,
  v2CreatePurchaseOrderReceipt: receive,
  v2GetPurchaseOrderOrderSummary: document("Order summary", "order"),
  v2GetPurchaseOrderReceivedSummary: document("Received summary", "received"),
};
