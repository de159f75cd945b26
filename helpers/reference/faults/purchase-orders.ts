import {
  isShippingField,
  ORDER_STATUSES,
  type OrderStatus,
  type ShippingField,
} from "../../contract/purchase-orders.js";
import {
  after,
  afterwards,
  all,
  before,
  changeMember,
  on,
  onRefusal,
  remembering,
  showing,
  without,
} from "../bends.js";
import { namedOrder } from "../named-records.js";
import { file, ok } from "../service/answer.js";
import type { Bend, Call, Summary } from "../service/behaviours.js";
import { objectsIn } from "../service/body.js";
import { editable } from "../service/handlers/purchase-orders.js";
import { conflict } from "../service/problem.js";
import type { JsonObject, PurchaseOrder } from "../service/records.js";
import { orderShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import * as filters from "./list-bends/filters.js";

const PUT = "v2UpdatePurchaseOrder";
const SHIPPING = "v2UpdatePurchaseOrderShippingDetails";
const STATUS = "v2UpdatePurchaseOrderStatus";

/** Also allows matching changes. */
const putAlsoIn =
  (fits: (order: PurchaseOrder, call: Call) => boolean): Bend =>
  (does) => ({ mayEditOrder: (call, order) => does.mayEditOrder(call, order) || fits(order, call) });

/** Members of a PUT that differ from the order. */
const changedBy = ({ fields }: PurchaseOrder, call: Call): readonly string[] =>
  Object.entries(editable(call.object()))
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(fields[name]))
    .map(([name]) => name);

const shippingAlsoIn =
  (fits: (order: PurchaseOrder, call: Call) => boolean): Bend =>
  (does) => ({
    mayChangeShipping: (call, order) => does.mayChangeShipping(call, order) || fits(order, call),
  });

/** Allows shipping details that hold one field alone. */
const shippingAloneIn = (name: ShippingField, ...statuses: readonly OrderStatus[]): Bend =>
  shippingAlsoIn(
    ({ status }, call) =>
      statuses.includes(status) && Object.keys(call.object()).every((each) => each === name),
  );

/** Remembers the orders that were cancelled by the status operation. */
const onceCancelled = (bend: (ids: ReadonlySet<string>) => Bend): Bend =>
  remembering((ids) =>
    all(
      afterwards(STATUS, (call) => {
        const order = namedOrder(call);
        if (order?.status === "cancelled") ids.add(order.id);
      }),
      bend(ids),
    ),
  );

/** Stores other fields of a PUT sent for a draft. */
const draftKeeps =
  (change: (fields: JsonObject, order: PurchaseOrder) => JsonObject): Bend =>
  (does) => ({
    editOrder: (call, order, fields) => {
      const isPut = call.operation.id === PUT && order.status === "draft";
      does.editOrder(call, order, isPut ? change(fields, order) : fields);
    },
  });

const draftKeepsBut = (name: string): Bend => draftKeeps((fields) => without(fields, name));

/** The same fields with another note, if they hold one. */
const withNote =
  (change: (note: string, order: PurchaseOrder) => string) =>
  (fields: JsonObject, order: PurchaseOrder): JsonObject =>
    typeof fields.note_to_supplier === "string"
      ? { ...fields, note_to_supplier: change(fields.note_to_supplier, order) }
      : fields;

/** Appends the note of the shipping details to the former one. */
const shippingAppendsNote: Bend = (does) => ({
  editOrder: (call, order, fields) => {
    const appended = withNote((note, { fields: former }) => `${former.note_to_supplier} ${note}`);
    does.editOrder(call, order, call.operation.id === SHIPPING ? appended(fields, order) : fields);
  },
});

/** Stores part of a request although it is refused. */
const refusedKeeps = (
  operation: typeof PUT | typeof SHIPPING,
  fits: (status: OrderStatus) => boolean,
  fields: (sent: JsonObject, call: Call) => JsonObject,
): Bend =>
  onRefusal(operation, 409, (call, problem) => {
    const order = namedOrder(call);
    if (order && fits(order.status)) {
      const kept = fields(call.object(), call);
      if (Object.keys(kept).length > 0) call.does.editOrder(call, order, kept);
    }
    throw problem;
  });

const openKeeps = (name: string): Bend =>
  refusedKeeps(
    PUT,
    (status) => status === "open",
    (sent) => (sent[name] === undefined ? {} : { [name]: sent[name] }),
  );

const refusedShippingApplied = (status: OrderStatus): Bend =>
  refusedKeeps(
    SHIPPING,
    (each) => each === status,
    (sent, { does }) => does.shippingDetails(sent),
  );

/** Accepts other members in the shipping-details operation. */
const shippingTakes =
  (change: (details: JsonObject, sent: JsonObject) => JsonObject): Bend =>
  (does) => ({ shippingDetails: (sent) => change(does.shippingDetails(sent), sent) });

const summaryIn =
  (summary: Summary, status: OrderStatus, has: boolean): Bend =>
  (does) => ({
    hasSummary: (order, asked) =>
      asked === summary && order.status === status ? has : does.hasSummary(order, asked),
  });

const SUMMARY = {
  order: { id: "v2GetPurchaseOrderOrderSummary", title: "Order summary" },
  received: { id: "v2GetPurchaseOrderReceivedSummary", title: "Received summary" },
} as const;

const summaryLinked = (summary: Summary): Bend =>
  after(SUMMARY[summary].id, (call) =>
    ok({ href: call.href(`/v2/downloads/orders/${summary}/${namedOrder(call)?.id}.pdf`) }),
  );

const summaryNoPdf = (summary: Summary): Bend =>
  after(SUMMARY[summary].id, (call) =>
    file("application/pdf", `${SUMMARY[summary].title} ${namedOrder(call)?.id}`),
  );

export const faults: readonly Fault[] = [
  {
    id: "purchase-order-status-unknown",
    rule: "purchase-orders.status.values",
    sentence: "A purchase order that is receiving shows in_receipt.",
    bend: orderShows((view) => (view.status === "receiving" ? { ...view, status: "in_receipt" } : view)),
  },
  {
    id: "purchase-order-list-status-unknown",
    rule: "purchase-orders.status.values",
    sentence: "A closed purchase order shows complete in the list.",
    bend: orderShows((view, _order, { operation }) =>
      operation.id === "v2ListPurchaseOrders" && view.status === "closed"
        ? { ...view, status: "complete" }
        : view,
    ),
  },
  {
    id: "purchase-order-draft-put-refused",
    rule: "purchase-orders.draft.put-accepted",
    sentence: "PUT of a draft is refused.",
    bend: before(PUT, (call) => {
      call.object();
      if (namedOrder(call)?.status === "draft") throw conflict("A draft cannot be edited.");
    }),
  },
  {
    id: "purchase-order-draft-put-accepted-twice",
    rule: "purchase-orders.draft.put-accepted",
    sentence: "A draft can be edited twice; every further PUT is refused.",
    bend: (does) => {
      const edits = new Map<string, number>();
      return before(PUT, (call) => {
        const order = namedOrder(call);
        if (order?.status !== "draft") return;
        const count = edits.get(order.id) ?? 0;
        if (count === 2) throw conflict("This draft was edited already.");
        edits.set(order.id, count + 1);
      })(does);
    },
  },
  ...(["payment_terms", "expected_delivery_date", "currency_code", "reference_number"] as const).map(
    (name): Fault => ({
      id: `purchase-order-draft-put-refuses-${name}`,
      rule: "purchase-orders.draft.put-accepted",
      sentence: `PUT of a draft with another ${name} is refused.`,
      bend: before(PUT, (call) => {
        const order = namedOrder(call);
        const { [name]: sent } = call.object();
        if (order?.status === "draft" && sent !== undefined && sent !== order.fields[name])
          throw conflict(`The ${name} of a draft cannot be changed.`);
      }),
    }),
  ),
  {
    id: "purchase-order-draft-put-without-effect",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft succeeds and changes nothing.",
    bend: draftKeeps(() => ({})),
  },
  {
    id: "purchase-order-put-shown-late",
    rule: "purchase-orders.draft.put-applied",
    sentence: "Read by id, an order shows the fields as they were before its last update.",
    bend: (does) => {
      const shown = new Map<string, JsonObject>();
      return {
        editOrder: (call, order, fields) => {
          if (call.operation.id === PUT) shown.set(order.id, order.fields);
          does.editOrder(call, order, fields);
        },
        purchaseOrderView: (call, order) => {
          const fields = call.operation.id === "v2GetPurchaseOrder" ? shown.get(order.id) : undefined;
          return does.purchaseOrderView(call, fields === undefined ? order : { ...order, fields });
        },
      };
    },
  },
  {
    id: "purchase-order-draft-put-opens",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft opens it.",
    bend: (does) => ({
      editOrder: (call, order, fields) => {
        const isPut = call.operation.id === PUT && order.status === "draft";
        does.editOrder(call, order, fields);
        if (isPut) order.status = "open";
      },
    }),
  },
  {
    id: "purchase-order-draft-put-loses-note",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft does not change note_to_supplier.",
    bend: draftKeepsBut("note_to_supplier"),
  },
  {
    id: "purchase-order-draft-put-cuts-note",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft keeps 32 characters of note_to_supplier.",
    bend: draftKeeps(withNote((note) => note.slice(0, 32))),
  },
  {
    id: "purchase-order-draft-put-lowers-note",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft stores note_to_supplier in lower case.",
    bend: draftKeeps(withNote((note) => note.toLowerCase())),
  },
  {
    id: "purchase-order-draft-put-swaps-texts",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft exchanges note_to_supplier and reference_number.",
    bend: draftKeeps((fields) => ({
      ...fields,
      note_to_supplier: fields.reference_number,
      reference_number: fields.note_to_supplier,
    })),
  },
  {
    id: "purchase-order-draft-put-keeps-supplier",
    rule: "purchase-orders.draft.put-further-applied",
    sentence: "PUT of a draft does not change its supplier_id.",
    bend: draftKeepsBut("supplier_id"),
  },
  {
    id: "purchase-order-draft-put-keeps-products",
    rule: "purchase-orders.draft.put-further-applied",
    sentence: "PUT of a draft does not change its products.",
    bend: draftKeepsBut("products"),
  },
  {
    id: "purchase-order-draft-put-keeps-warehouse",
    rule: "purchase-orders.draft.put-further-applied",
    sentence: "PUT of a draft does not change its warehouse_id.",
    bend: draftKeepsBut("warehouse_id"),
  },
  {
    id: "purchase-order-draft-put-moves-warehouse",
    rule: "purchase-orders.draft.put-further-applied",
    sentence: "PUT of a draft moves it to the warehouse of another order.",
    bend: (does) => ({
      editOrder: (call, order, fields) => {
        does.editOrder(call, order, fields);
        const own = order.fields.warehouse_id;
        const other = call.world.purchaseOrders.ordered().find((each) => each.fields.warehouse_id !== own);
        if (call.operation.id === PUT && other)
          order.fields = { ...order.fields, warehouse_id: other.fields.warehouse_id ?? null };
      },
    }),
  },
  {
    id: "purchase-order-draft-put-drops-lines",
    rule: "purchase-orders.draft.put-further-applied",
    sentence: "PUT of a draft keeps the first of its lines alone.",
    bend: draftKeeps((fields) => {
      const lines = objectsIn(fields, "products");
      return lines.length > 0 ? { ...fields, products: lines.slice(0, 1) } : fields;
    }),
  },
  {
    id: "purchase-order-draft-put-changes-first-line-only",
    rule: "purchase-orders.draft.put-further-applied",
    sentence: "PUT of a draft changes the first of its lines alone.",
    bend: draftKeeps((fields, order) => {
      const [first] = objectsIn(fields, "products");
      return first
        ? { ...fields, products: [first, ...objectsIn(order.fields, "products").slice(1)] }
        : fields;
    }),
  },
  {
    id: "purchase-order-put-accepted-in-open",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of an open purchase order is accepted.",
    bend: putAlsoIn(({ status }) => status === "open"),
  },
  {
    id: "purchase-order-put-accepted-in-closed",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of a closed purchase order is accepted.",
    bend: putAlsoIn(({ status }) => status === "closed"),
  },
  {
    id: "purchase-order-put-of-shipping-accepted-in-open",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of an open purchase order is accepted if it changes nothing but shipping fields.",
    bend: putAlsoIn((order, call) => {
      const changed = changedBy(order, call);
      return order.status === "open" && changed.length > 0 && changed.every(isShippingField);
    }),
  },
  {
    id: "purchase-order-put-of-shipping-alone-accepted-in-open",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of an open purchase order is accepted if it holds nothing but shipping fields.",
    bend: putAlsoIn(
      ({ status }, call) => status === "open" && Object.keys(call.object()).every(isShippingField),
    ),
  },
  ...(["receiving", "closed"] as const).map(
    (status): Fault => ({
      id: `purchase-order-put-of-one-field-accepted-in-${status}`,
      rule: "purchase-orders.put-refused",
      sentence: `PUT of a purchase order that is ${status} is accepted if it holds one member alone.`,
      bend: putAlsoIn((order, call) => order.status === status && Object.keys(call.object()).length === 1),
    }),
  ),
  ...(["received", "cancelled"] as const).map(
    (status): Fault => ({
      id: `purchase-order-put-without-change-accepted-in-${status}`,
      rule: "purchase-orders.put-refused",
      sentence: `PUT of a purchase order that is ${status} is accepted if it changes nothing.`,
      bend: putAlsoIn((order, call) => order.status === status && changedBy(order, call).length === 0),
    }),
  ),
  {
    id: "purchase-order-put-accepted-once-cancelled",
    rule: "purchase-orders.put-refused",
    sentence: "PUT of a purchase order that was cancelled by the status operation is accepted.",
    bend: onceCancelled((ids) => putAlsoIn(({ id }) => ids.has(id))),
  },
  {
    id: "purchase-order-refused-update-applied",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a purchase order outside of draft is refused and applied all the same.",
    bend: refusedKeeps(PUT, () => true, editable),
  },
  {
    id: "purchase-order-refused-update-applied-in-receiving",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a receiving purchase order is refused and applied all the same.",
    bend: refusedKeeps(PUT, (status) => status === "receiving", editable),
  },
  {
    id: "purchase-order-refused-update-applied-in-received",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a received purchase order is refused and applied all the same.",
    bend: refusedKeeps(PUT, (status) => status === "received", editable),
  },
  {
    id: "purchase-order-refused-update-applied-in-cancelled",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a cancelled purchase order is refused and applied all the same.",
    bend: refusedKeeps(PUT, (status) => status === "cancelled", editable),
  },
  {
    id: "purchase-order-refused-update-keeps-note",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of a closed purchase order is refused and its note_to_supplier is kept all the same.",
    bend: refusedKeeps(
      PUT,
      (status) => status === "closed",
      ({ note_to_supplier: note }) => ({ note_to_supplier: note ?? null }),
    ),
  },
  {
    id: "purchase-order-refused-update-keeps-products",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of an open purchase order is refused and its products are kept all the same.",
    bend: openKeeps("products"),
  },
  {
    id: "purchase-order-refused-update-keeps-currency_code",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of an open purchase order is refused and its currency_code is kept all the same.",
    bend: openKeeps("currency_code"),
  },
  {
    id: "purchase-order-refused-update-keeps-supplier_id",
    rule: "purchase-orders.put-refused.unchanged",
    sentence: "PUT of an open purchase order is refused and its supplier_id is kept all the same.",
    bend: openKeeps("supplier_id"),
  },
  ...(["receiving", "received", "cancelled", "closed"] as const).map(
    (status): Fault => ({
      id: `purchase-order-refused-update-keeps-warehouse_id-in-${status}`,
      rule: "purchase-orders.put-refused.unchanged",
      sentence: `PUT of a purchase order that is ${status} is refused and its warehouse_id is kept all the same.`,
      bend: refusedKeeps(
        PUT,
        (each) => each === status,
        ({ warehouse_id: place }) => (place === undefined ? {} : { warehouse_id: place }),
      ),
    }),
  ),
  {
    id: "purchase-order-shipping-refused-in-open",
    rule: "purchase-orders.shipping-details.open.accepted",
    sentence: "Shipping details of an open purchase order cannot be changed.",
    bend: (does) => ({
      mayChangeShipping: (call, order) => order.status !== "open" && does.mayChangeShipping(call, order),
    }),
  },
  {
    id: "purchase-order-shipping-without-effect",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "Changing shipping details succeeds and changes nothing.",
    bend: shippingTakes(() => ({})),
  },
  {
    id: "purchase-order-received-listed-as-receiving",
    rule: "purchase-orders.list-by-id.status",
    sentence: "The list shows a received purchase order as receiving.",
    bend: showing("v2ListPurchaseOrders", (page) =>
      changeMember(page, ["purchase_orders", "*", "status"], (status) =>
        status === "received" ? "receiving" : status,
      ),
    ),
  },
  {
    id: "purchase-order-shipping-appends-note",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "A new note_to_supplier in the shipping details is appended to the former one.",
    bend: shippingAppendsNote,
  },
  {
    id: "purchase-order-shipping-loses-reference",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "Changing shipping details does not change reference_number.",
    bend: shippingTakes((details) => without(details, "reference_number")),
  },
  {
    id: "purchase-order-shipping-swaps-dates",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "Changing both dates of the shipping details exchanges them.",
    bend: shippingTakes((details) => {
      const { order_date, expected_delivery_date } = details;
      return order_date === undefined || expected_delivery_date === undefined
        ? details
        : { ...details, order_date: expected_delivery_date, expected_delivery_date: order_date };
    }),
  },
  {
    id: "purchase-order-shipping-loses-date-beside-another",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "Changing both dates of the shipping details sets both to the expected one.",
    bend: shippingTakes((details) => {
      const { order_date, expected_delivery_date } = details;
      return order_date === undefined || expected_delivery_date === undefined
        ? details
        : { ...details, order_date: expected_delivery_date };
    }),
  },
  {
    id: "purchase-order-shipping-applies-all",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "The shipping-details operation changes other members too.",
    bend: shippingTakes((_, sent) => editable(sent)),
  },
  {
    id: "purchase-order-shipping-applies-lines",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "The shipping-details operation changes what is ordered, too.",
    bend: shippingTakes((details, sent) => ({
      ...details,
      ...Object.fromEntries(Object.entries(sent).filter(([, value]) => Array.isArray(value))),
    })),
  },
  {
    id: "purchase-order-shipping-empties-lines",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "Changing shipping details leaves the order without lines.",
    bend: shippingTakes((details) => ({ ...details, products: [] })),
  },
  {
    id: "purchase-order-shipping-moves-order",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "Changing shipping details of an open order sets it to receiving.",
    bend: afterwards(SHIPPING, (call) => {
      const order = namedOrder(call);
      if (order?.status === "open") order.status = "receiving";
    }),
  },
  {
    id: "purchase-order-shipping-accepted-once-cancelled",
    rule: "purchase-orders.shipping-details.refused-late",
    sentence:
      "Shipping details of a purchase order that was cancelled by the status operation can be changed.",
    bend: onceCancelled((ids) => shippingAlsoIn(({ id }) => ids.has(id))),
  },
  {
    id: "purchase-order-shipping-accepted-in-receiving",
    rule: "purchase-orders.shipping-details.refused-late",
    sentence: "Shipping details of a receiving purchase order can be changed.",
    bend: shippingAlsoIn(({ status }) => status === "receiving"),
  },
  {
    id: "purchase-order-shipping-accepted-in-closed",
    rule: "purchase-orders.shipping-details.refused-late",
    sentence: "Shipping details of a closed purchase order can be changed.",
    bend: shippingAlsoIn(({ status }) => status === "closed"),
  },
  {
    id: "purchase-order-shipping-accepted-late-of-tracking_number",
    rule: "purchase-orders.shipping-details.refused-late",
    sentence: "The tracking_number of a purchase order that is receiving or received can be changed alone.",
    bend: shippingAloneIn("tracking_number", "receiving", "received"),
  },
  {
    id: "purchase-order-shipping-accepted-late-of-expected_delivery_date",
    rule: "purchase-orders.shipping-details.refused-late",
    sentence: "The expected_delivery_date of a receiving purchase order can be changed alone.",
    bend: shippingAloneIn("expected_delivery_date", "receiving"),
  },
  {
    id: "purchase-order-shipping-accepted-late-of-payment_status",
    rule: "purchase-orders.shipping-details.refused-late",
    sentence: "The payment_status of a purchase order that is received or closed can be changed alone.",
    bend: shippingAloneIn("payment_status", "received", "closed"),
  },
  {
    id: "purchase-order-shipping-accepted-late-of-note_to_supplier",
    rule: "purchase-orders.shipping-details.refused-late",
    sentence: "The note_to_supplier of a closed purchase order can be changed alone.",
    bend: shippingAloneIn("note_to_supplier", "closed"),
  },
  {
    id: "purchase-order-refused-shipping-applied-in-received",
    rule: "purchase-orders.shipping-details.refused-late.unchanged",
    sentence:
      "A change of shipping details of a received purchase order is refused and applied all the same.",
    bend: refusedShippingApplied("received"),
  },
  {
    id: "purchase-order-refused-shipping-applied-in-cancelled",
    rule: "purchase-orders.shipping-details.refused-late.unchanged",
    sentence:
      "A change of shipping details of a cancelled purchase order is refused and applied all the same.",
    bend: refusedShippingApplied("cancelled"),
  },
  {
    id: "purchase-order-order-summary-missing-in-open",
    rule: "purchase-orders.order-summary.available",
    sentence: "There is no order summary of a purchase order that is open.",
    bend: summaryIn("order", "open", false),
  },
  {
    id: "purchase-order-order-summary-missing-in-closed",
    rule: "purchase-orders.order-summary.available",
    sentence: "There is no order summary of a purchase order that is closed.",
    bend: summaryIn("order", "closed", false),
  },
  {
    id: "purchase-order-order-summary-linked",
    rule: "purchase-orders.order-summary.pdf",
    sentence: "The order summary is JSON with an address.",
    bend: summaryLinked("order"),
  },
  {
    id: "purchase-order-order-summary-no-pdf",
    rule: "purchase-orders.order-summary.pdf",
    sentence: "The order summary is text that is labelled as a PDF.",
    bend: summaryNoPdf("order"),
  },
  {
    id: "purchase-order-received-summary-missing-in-receiving",
    rule: "purchase-orders.received-summary.available",
    sentence: "There is no received summary of a purchase order that is receiving.",
    bend: summaryIn("received", "receiving", false),
  },
  {
    id: "purchase-order-received-summary-missing-in-closed",
    rule: "purchase-orders.received-summary.available",
    sentence: "There is no received summary of a purchase order that is closed.",
    bend: summaryIn("received", "closed", false),
  },
  {
    id: "purchase-order-received-summary-linked",
    rule: "purchase-orders.received-summary.pdf",
    sentence: "The received summary is JSON with an address.",
    bend: summaryLinked("received"),
  },
  {
    id: "purchase-order-received-summary-no-pdf",
    rule: "purchase-orders.received-summary.pdf",
    sentence: "The received summary is text that is labelled as a PDF.",
    bend: summaryNoPdf("received"),
  },
  {
    id: "purchase-order-order-summary-given-in-draft",
    rule: "purchase-orders.order-summary.unavailable",
    sentence: "There is an order summary of a draft.",
    bend: summaryIn("order", "draft", true),
  },
  {
    id: "purchase-order-received-summary-given-in-open",
    rule: "purchase-orders.received-summary.unavailable",
    sentence: "There is a received summary of an open purchase order.",
    bend: summaryIn("received", "open", true),
  },
  {
    id: "purchase-order-unknown-status-accepted",
    rule: "purchase-orders.status.unknown-word",
    sentence: "A status that does not exist is accepted.",
    bend: on(STATUS, (call, next) => {
      const order = namedOrder(call);
      const isWord = ORDER_STATUSES.some((status) => status === call.optional().status);
      if (!order || isWord || typeof call.optional().status !== "string") return next(call);
      call.does.editOrder(call, order, {});
      return ok(call.does.purchaseOrderView(call, order));
    }),
  },
  {
    id: "purchase-order-cancelled-shows-closed",
    rule: "purchase-orders.status.applied",
    sentence: "A purchase order that is cancelled becomes closed.",
    bend: after(STATUS, (call) => {
      const order = namedOrder(call);
      if (order?.status !== "cancelled") return undefined;
      order.status = "closed";
      return ok(call.does.purchaseOrderView(call, order));
    }),
  },
  {
    id: "purchase-order-opened-shows-receiving",
    rule: "purchase-orders.status.applied",
    sentence: "A draft that is opened becomes receiving.",
    bend: after(STATUS, (call) => {
      const order = namedOrder(call);
      if (order?.status !== "open") return undefined;
      order.status = "receiving";
      return ok(call.does.purchaseOrderView(call, order));
    }),
  },
  {
    id: "purchase-order-receiving-without-effect",
    rule: "purchase-orders.status.applied",
    sentence: "An open purchase order that is set to receiving stays open.",
    bend: on(STATUS, (call, next) => {
      const order = namedOrder(call);
      const was = order?.status;
      const answer = next(call);
      if (order?.status !== "receiving" || was !== "open") return answer;
      order.status = was;
      return ok(call.does.purchaseOrderView(call, order));
    }),
  },
  {
    id: "purchase-order-receiving-loses-lines",
    rule: "purchase-orders.status.applied",
    sentence: "An open purchase order that is set to receiving loses its lines.",
    bend: after(STATUS, (call) => {
      const order = namedOrder(call);
      if (order?.status !== "receiving") return undefined;
      call.does.editOrder(call, order, { products: [] });
      return ok(call.does.purchaseOrderView(call, order));
    }),
  },
  {
    id: "purchase-order-receipt-sets-draft",
    rule: "purchase-orders.receives.order",
    sentence: "A purchase order is a draft again once products were received.",
    bend: afterwards("v2CreatePurchaseOrderReceipt", (call) => {
      const order = namedOrder(call);
      if (order) order.status = "draft";
    }),
  },
  {
    id: "purchase-order-receipt-loses-supplier",
    rule: "purchase-orders.receives.order",
    sentence: "A purchase order has another supplier once products were received.",
    bend: afterwards("v2CreatePurchaseOrderReceipt", (call) => {
      const order = namedOrder(call);
      if (order) call.does.editOrder(call, order, { supplier_id: "se-1" });
    }),
  },
  {
    id: "purchase-order-list-status-finds-drafts",
    rule: "purchase-orders.list.status",
    sentence: "A list of purchase orders by status holds the oldest draft too.",
    bend: filters.finds(
      "v2-purchase_orders",
      "status",
      (usually, id, _, call) =>
        usually || call.world.purchaseOrders.ordered().find(({ status }) => status === "draft")?.id === id,
    ),
  },
  {
    id: "purchase-order-closed-to-draft",
    rule: "purchase-orders.status.backwards",
    sentence: "A closed or cancelled purchase order can become a draft again.",
    bend: on(STATUS, (call, next) => {
      const order = namedOrder(call);
      const isLate = order?.status === "closed" || order?.status === "cancelled";
      if (!order || !isLate || call.optional().status !== "draft") return next(call);
      order.status = "draft";
      call.does.editOrder(call, order, {});
      return ok(call.does.purchaseOrderView(call, order));
    }),
  },
];
