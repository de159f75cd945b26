import { type Answer, created, file, ok } from "../answer.js";
import { objectsIn, requiredText } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { Filters } from "../filters.js";
import { oneOf } from "../page-request.js";
import { listAnswer } from "../paging.js";
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

const show = ({ faults }: Call, order: PurchaseOrder): JsonObject => ({
  purchase_order_id: order.id,
  status:
    order.status === "receiving" && faults.has("purchase-order-status-unknown") ? "in_receipt" : order.status,
  ...order.fields,
  created_at: timestamp(order.created),
  modified_at: timestamp(order.modified),
});

function list(call: Call): Answer {
  const { status } = call.query;
  if (status !== undefined) oneOf("status", status, PURCHASE_ORDER_STATUSES);
  const filters = new Filters<PurchaseOrder>(call, "purchase_orders")
    .equal("status", (order, value) => order.status === value)
    .equal("warehouse_id", ({ fields }, value) => fields.warehouse_id === value)
    .equal("supplier_id", ({ fields }, value) => fields.supplier_id === value)
    .window("created")
    .window("modified");
  return listAnswer(call, {
    name: "purchase_orders",
    from: call.world.purchaseOrders,
    view: (order) => {
      const odd = order.status === "closed" && call.faults.has("purchase-order-list-status-unknown");
      return { ...show(call, order), ...(odd && { status: "complete" }) };
    },
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
  return created(show(call, call.world.purchaseOrders.add(order)));
}

function edit(call: Call, order: PurchaseOrder, fields: JsonObject): Answer {
  order.fields = { ...order.fields, ...fields };
  call.world.purchaseOrders.touch(order, call.now());
  return ok(show(call, order));
}

/** Rules 1 and 2: everything can be edited, in draft only. */
function update(call: Call): Answer {
  const order = find(call);
  const body = call.object();
  const { faults } = call;
  if (faults.has(`purchase-order-put-accepted-in-${order.status}`)) return edit(call, order, editable(body));
  if (faults.marked.has(order.id) && faults.has("purchase-order-put-accepted-once-cancelled"))
    return edit(call, order, editable(body));
  if (order.status === "draft") return updateDraft(call, order, editable(body));
  const applied =
    faults.has("purchase-order-refused-update-applied") ||
    faults.has(`purchase-order-refused-update-applied-in-${order.status}`);
  if (applied) edit(call, order, editable(body));
  if (order.status === "closed" && faults.has("purchase-order-refused-update-keeps-note"))
    edit(call, order, { note_to_supplier: body.note_to_supplier ?? null });
  if (order.status === "open")
    for (const name of ["products", "currency_code", "supplier_id"] as const)
      if (body[name] !== undefined && faults.has(`purchase-order-refused-update-keeps-${name}`))
        edit(call, order, { [name]: body[name] });
  throw conflict(`A purchase order in ${order.status} cannot be edited.`);
}

function updateDraft(call: Call, order: PurchaseOrder, fields: JsonObject): Answer {
  const { faults } = call;
  if (faults.has("purchase-order-draft-put-refused")) throw conflict("A draft cannot be edited.");
  if (faults.has("purchase-order-draft-put-accepted-twice")) {
    const once = `${order.id} once`;
    if (faults.marked.has(order.id)) throw conflict("This draft was edited already.");
    faults.marked.add(faults.marked.has(once) ? order.id : once);
  }
  if (faults.has("purchase-order-draft-put-without-effect")) return edit(call, order, {});
  const { note_to_supplier: _note, ...withoutNote } = fields;
  if (faults.has("purchase-order-draft-put-loses-note")) return edit(call, order, withoutNote);
  const { products: _products, ...withoutProducts } = fields;
  if (faults.has("purchase-order-draft-put-keeps-products")) return edit(call, order, withoutProducts);
  const lines = objectsIn(fields, "products");
  if (lines.length > 0 && faults.has("purchase-order-draft-put-drops-lines"))
    return edit(call, order, { ...fields, products: lines.slice(0, 1) });
  if (lines.length > 0 && faults.has("purchase-order-draft-put-changes-first-line-only"))
    return edit(call, order, {
      ...fields,
      products: [lines[0], ...objectsIn(order.fields, "products").slice(1)],
    });
  const { warehouse_id: _warehouse, ...withoutWarehouse } = fields;
  const keepsWarehouse = faults.has("purchase-order-draft-put-keeps-warehouse");
  return edit(call, order, keepsWarehouse ? withoutWarehouse : fields);
}

/** Rules 3 and 4: shipping details in open; a draft may have them too, unless the variant says no. */
function updateShipping(call: Call): Answer {
  const order = find(call);
  const body = call.object();
  const { faults } = call;
  const { status } = order;
  const named = SHIPPING_FIELDS.filter((name) => body[name] !== undefined && !isLost(call, name));
  const fields = Object.fromEntries(named.map((name) => [name, body[name]]));
  const allowed =
    status === "open" ||
    (status === "draft" && !call.lavish) ||
    faults.has(`purchase-order-shipping-accepted-in-${status}`) ||
    (faults.marked.has(order.id) && faults.has("purchase-order-shipping-accepted-once-cancelled"));
  if (!allowed || (status === "open" && faults.has("purchase-order-shipping-refused-in-open"))) {
    if (faults.has(`purchase-order-refused-shipping-applied-in-${status}`)) edit(call, order, fields);
    throw conflict(`Shipping details of a purchase order in ${status} cannot be changed.`);
  }
  if (faults.has("purchase-order-shipping-without-effect")) return edit(call, order, {});
  if (faults.has("purchase-order-shipping-applies-all")) return edit(call, order, editable(body));
  if (faults.has("purchase-order-shipping-empties-lines"))
    return edit(call, order, { ...fields, products: [] });
  const lines = Object.entries(body).filter(([, value]) => Array.isArray(value));
  const more = faults.has("purchase-order-shipping-applies-lines") ? Object.fromEntries(lines) : {};
  return edit(call, order, { ...fields, ...more });
}

const isLost = ({ faults }: Call, name: string): boolean =>
  name === "reference_number" && faults.has("purchase-order-shipping-loses-reference");

/** Rule 6. */
function updateStatus(call: Call): Answer {
  const order = find(call);
  const wanted = requiredText(call.object(), "status");
  const word = PURCHASE_ORDER_STATUSES.find((status) => status === wanted);
  if (!word && call.faults.has("purchase-order-unknown-status-accepted")) return edit(call, order, {});
  const next = oneOf("status", wanted, PURCHASE_ORDER_STATUSES);
  const late = order.status === "closed" || order.status === "cancelled";
  const back = late && next === "draft" && call.faults.has("purchase-order-closed-to-draft");
  if (!back && !TRANSITIONS[order.status].includes(next)) {
    throw conflict(`A purchase order in ${order.status} cannot become ${next}.`);
  }
  const isClosed = next === "cancelled" && call.faults.has("purchase-order-cancelled-shows-closed");
  order.status = isClosed ? "closed" : next;
  if (next === "cancelled") call.faults.marked.add(order.id);
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
const document =
  (title: string, word: "order" | "received", available: readonly PurchaseOrderStatus[]) => (call: Call) => {
    const order = find(call);
    const { faults } = call;
    const lost = faults.has(`purchase-order-${word}-summary-missing-in-${order.status}`);
    const early = faults.has(`purchase-order-${word}-summary-given-in-${order.status}`);
    if (lost || (!early && !available.includes(order.status))) {
      throw conflict(`A purchase order in ${order.status} has no ${title.toLowerCase()}.`);
    }
    if (faults.has(`purchase-order-${word}-summary-linked`)) {
      return ok({ href: call.href(`/v2/downloads/orders/${word}/${order.id}.pdf`) });
    }
    const text = faults.has(`purchase-order-${word}-summary-no-pdf`);
    return file("application/pdf", text ? `${title} ${order.id}` : makePdf(`${title} ${order.id}`));
  };

export const purchaseOrders: Handlers = {
  v2ListPurchaseOrders: list,
  v2CreatePurchaseOrder: create,
  v2GetPurchaseOrder: (call) => ok(show(call, find(call))),
  v2UpdatePurchaseOrder: update,
  v2UpdatePurchaseOrderShippingDetails: updateShipping,
  v2UpdatePurchaseOrderStatus: updateStatus,
  v2CreatePurchaseOrderReceipt: receive,
  v2GetPurchaseOrderOrderSummary: document("Order summary", "order", ORDER_SUMMARY),
  v2GetPurchaseOrderReceivedSummary: document("Received summary", "received", RECEIVED_SUMMARY),
};
