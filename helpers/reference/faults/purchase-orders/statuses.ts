import { ORDER_STATUSES, type OrderStatus } from "../../../contract/purchase-orders.js";
import {
  after,
  afterwards,
  all,
  before,
  inSmallLetters,
  keptOver,
  on,
  remembering,
  showing,
} from "../../bends.js";
import { namedOrder } from "../../named-records.js";
import { ok } from "../../service/answer.js";
import type { Bend, Call } from "../../service/behaviours.js";
import type { PurchaseOrder } from "../../service/records.js";
import { orderShows } from "../../view-bends.js";
import type { Fault } from "../fault.js";
import { arrayNamedItems } from "../list-bends/answers.js";
import * as filters from "../list-bends/filters.js";
import { STATUS } from "./bends.js";

const closedShowsComplete = orderShows((view, _order, { operation }) =>
  operation.id === "v2ListPurchaseOrders" && view.status === "closed"
    ? { ...view, status: "complete" }
    : view,
);

/** Does something more to an order that is set to a status, and answers with what becomes of it. */
const onceIn = (status: OrderStatus, act: (order: PurchaseOrder, call: Call) => void): Bend =>
  after(STATUS, (call) => {
    const order = namedOrder(call);
    if (order?.status !== status) return undefined;
    act(order, call);
    return ok(call.does.purchaseOrderView(call, order));
  });

/** Accepts a status for an order that is in one of some others, and leaves the order in that. */
const withoutEffect = (status: OrderStatus, from: readonly OrderStatus[]): Bend =>
  on(STATUS, (call, next) => {
    const order = namedOrder(call);
    const was = from.find((each) => each === order?.status);
    const answer = next(call);
    if (order?.status !== status || was === undefined) return answer;
    order.status = was;
    return ok(call.does.purchaseOrderView(call, order));
  });

/** Whether an order meets a filter, or is the oldest draft. */
const isOldestDraftToo = (usually: boolean, id: string, _status: string, { world }: Call): boolean =>
  usually || world.purchaseOrders.ordered().find(({ status }) => status === "draft")?.id === id;

/** Whether an order meets a filter, or is past. */
const isPastToo = (usually: boolean, id: string, _status: string, { world }: Call): boolean =>
  usually || ["received", "cancelled", "closed"].includes(world.purchaseOrders.get(id)?.status ?? "");

/** Statuses, receipts and the list. */
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
    bend: closedShowsComplete,
  },
  {
    id: "purchase-order-list-items-status-unknown",
    rule: "purchase-orders.status.values",
    sentence: "A closed purchase order shows complete in the list, whose array is named items.",
    bend: (does) => ({
      ...arrayNamedItems("purchase_orders")(does),
      ...closedShowsComplete(does),
    }),
  },
  {
    id: "purchase-order-wrapped-status-unknown",
    rule: "purchase-orders.status.values",
    sentence: "A purchase order by id stands in data, and shows complete where it is closed.",
    bend: after("v2GetPurchaseOrder", (call) => {
      const order = namedOrder(call);
      if (order === undefined) return undefined;
      const data = call.does.purchaseOrderView(call, order);
      return ok({ data: data.status === "closed" ? { ...data, status: "complete" } : data });
    }),
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
    id: "purchase-order-unknown-status-closes",
    rule: "purchase-orders.status.unknown-word",
    sentence: "A status that does not exist is refused, and the order is closed.",
    bend: on(STATUS, (call, next) => {
      const order = namedOrder(call);
      const isWord = ORDER_STATUSES.some((status) => status === call.optional().status);
      if (order && !isWord) order.status = "closed";
      return next(call);
    }),
  },
  {
    id: "purchase-order-status-kept-as-written",
    rule: "purchase-orders.status.values",
    sentence: "A status is accepted in any letter case, and shown as it was written.",
    bend: (does) => {
      const written = new Map<string, string>();
      return all(
        inSmallLetters(STATUS, "status"),
        afterwards(STATUS, (call) => written.set(namedOrder(call)?.id ?? "", String(call.optional().status))),
        orderShows((view, { id, status }) => {
          const word = written.get(id);
          return word?.toLowerCase() === status ? { ...view, status: word } : view;
        }),
      )(does);
    },
  },
  {
    id: "purchase-order-cancelled-shows-closed",
    rule: "purchase-orders.status.applied",
    sentence: "A purchase order that is cancelled becomes closed.",
    bend: onceIn("cancelled", (order) => {
      order.status = "closed";
    }),
  },
  {
    id: "purchase-order-closed-then-cancelled",
    rule: "purchase-orders.status.applied",
    sentence: "A purchase order that is closed is answered as closed, and cancelled.",
    bend: afterwards(STATUS, (call) => {
      const order = namedOrder(call);
      if (order?.status === "closed") order.status = "cancelled";
    }),
  },
  {
    id: "purchase-order-opened-shows-receiving",
    rule: "purchase-orders.status.applied",
    sentence: "A draft that is opened becomes receiving.",
    bend: onceIn("open", (order) => {
      order.status = "receiving";
    }),
  },
  {
    id: "purchase-order-opened-answers-with-another-status",
    rule: "purchase-orders.status.applied",
    sentence: "The answer to a change of the status shows purchase_order_status closed.",
    bend: showing(STATUS, (order) => ({ ...order, purchase_order_status: "closed" })),
  },
  {
    id: "purchase-order-receiving-without-effect",
    rule: "purchase-orders.status.applied",
    sentence: "An open purchase order that is set to receiving stays open.",
    bend: withoutEffect("receiving", ["open"]),
  },
  {
    id: "purchase-order-closed-without-effect",
    rule: "purchase-orders.status.applied",
    sentence: "A purchase order under way that is set to closed stays as it was.",
    bend: withoutEffect("closed", ["receiving", "received"]),
  },
  {
    id: "purchase-order-read-kept-over-status",
    rule: "purchase-orders.status.applied",
    sentence: "A purchase order that was read by its id is answered as before after a change of its status.",
    bend: keptOver(["v2GetPurchaseOrder"], [STATUS]),
  },
  {
    id: "purchase-order-receiving-loses-lines",
    rule: "purchase-orders.status.applied",
    sentence: "An open purchase order that is set to receiving loses its lines.",
    bend: onceIn("receiving", (order, call) => call.does.editOrder(call, order, { products: [] })),
  },
  {
    id: "purchase-order-opened-loses-note",
    rule: "purchase-orders.status.applied",
    sentence: "A draft that is opened loses its note to the supplier.",
    bend: onceIn("open", (order, call) => call.does.editOrder(call, order, { note_to_supplier: "" })),
  },
  {
    id: "purchase-order-cancelled-loses-notes",
    rule: "purchase-orders.status.applied",
    sentence: "A draft that is cancelled loses its notes.",
    bend: onceIn("cancelled", (order, call) => call.does.editOrder(call, order, { notes: null })),
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
    bend: filters.finds("v2-purchase_orders", "status", isOldestDraftToo),
  },
  {
    id: "purchase-order-list-status-finds-past",
    rule: "purchase-orders.list.status",
    sentence: "A list of purchase orders by status holds the received, cancelled and closed ones too.",
    bend: filters.finds("v2-purchase_orders", "status", isPastToo),
  },
  {
    id: "purchase-order-list-status-turned-round",
    rule: "purchase-orders.list.status",
    sentence: "A list of purchase orders by status holds the orders in all other statuses.",
    bend: filters.finds("v2-purchase_orders", "status", (usually) => !usually),
  },
  {
    id: "purchase-order-list-status-ignored-for-most",
    rule: "purchase-orders.list.status",
    sentence: "A list of purchase orders by status ignores every status but draft and cancelled.",
    bend: filters.conditioned("v2-purchase_orders", "status", (usual) =>
      ["draft", "cancelled"].includes(usual.value) ? usual : null,
    ),
  },
  {
    id: "purchase-order-list-status-lost-on-page-2",
    rule: "purchase-orders.list.status",
    sentence: "A list of purchase orders by status ignores the status from page 2 on.",
    bend: filters.ignoredFromPage2("v2-purchase_orders", "status"),
  },
  {
    id: "purchase-order-list-status-written-over",
    rule: "purchase-orders.list.status",
    sentence: "A list of purchase orders by status holds the oldest draft too, and shows that status for it.",
    bend: all(
      filters.finds("v2-purchase_orders", "status", isOldestDraftToo),
      orderShows((view, _order, { operation, query }) =>
        operation.id === "v2ListPurchaseOrders" && query.status !== undefined
          ? { ...view, status: query.status }
          : view,
      ),
    ),
  },
  {
    id: "purchase-order-list-status-keeps-former-drafts",
    rule: "purchase-orders.list.status",
    sentence: "A list of drafts goes on holding those that are drafts no longer.",
    bend: remembering((drafts) =>
      all(
        before(STATUS, (call) => {
          const order = namedOrder(call);
          if (order?.status === "draft") drafts.add(order.id);
        }),
        filters.finds(
          "v2-purchase_orders",
          "status",
          (usually, id, status) => usually || (status === "draft" && drafts.has(id)),
        ),
      ),
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
