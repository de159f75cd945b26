import type { OrderStatus } from "../../../contract/purchase-orders.js";
import { after, before, onceDone } from "../../bends.js";
import { namedOrder } from "../../named-records.js";
import { file, ok } from "../../service/answer.js";
import type { Bend, Summary } from "../../service/behaviours.js";
import { Problem } from "../../service/problem.js";
import type { Fault } from "../fault.js";

/** Has a summary in a status, or has none, contrary to the usual. */
const summaryTurned =
  (summary: Summary, status: OrderStatus): Bend =>
  (does) => ({
    hasSummary: (order, asked) => {
      const has = does.hasSummary(order, asked);
      return asked === summary && order.status === status ? !has : has;
    },
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

/** Order summaries and received summaries. */
export const faults: readonly Fault[] = [
  {
    id: "purchase-order-order-summary-missing-in-open",
    rule: "purchase-orders.order-summary.available",
    sentence: "There is no order summary of a purchase order that is open.",
    bend: summaryTurned("order", "open"),
  },
  {
    id: "purchase-order-order-summary-missing-in-closed",
    rule: "purchase-orders.order-summary.available",
    sentence: "There is no order summary of a purchase order that is closed.",
    bend: summaryTurned("order", "closed"),
  },
  {
    id: "purchase-order-order-summary-forbidden-in-closed",
    rule: "purchase-orders.order-summary.available",
    sentence: "The order summary of a purchase order that is closed is refused with 403.",
    bend: before(SUMMARY.order.id, (call) => {
      if (namedOrder(call)?.status === "closed")
        throw new Problem(403, { type: "business_rules", code: "invalid_status", message: "It is closed." });
    }),
  },
  {
    id: "purchase-order-order-summary-missing-once-opened",
    rule: "purchase-orders.order-summary.available",
    sentence: "There is no order summary of a purchase order that is open by a change of its status.",
    bend: onceDone("v2UpdatePurchaseOrderStatus", "purchase_order_id", (ids) => (does) => ({
      hasSummary: (order, asked) =>
        does.hasSummary(order, asked) && !(asked === "order" && order.status === "open" && ids.has(order.id)),
    })),
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
    bend: summaryTurned("received", "receiving"),
  },
  {
    id: "purchase-order-received-summary-missing-in-closed",
    rule: "purchase-orders.received-summary.available",
    sentence: "There is no received summary of a purchase order that is closed.",
    bend: summaryTurned("received", "closed"),
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
    bend: summaryTurned("order", "draft"),
  },
  {
    id: "purchase-order-order-summary-given-in-cancelled",
    rule: "purchase-orders.order-summary.unavailable",
    sentence: "There is an order summary of a cancelled purchase order.",
    bend: summaryTurned("order", "cancelled"),
  },
  {
    id: "purchase-order-received-summary-given-in-open",
    rule: "purchase-orders.received-summary.unavailable",
    sentence: "There is a received summary of an open purchase order.",
    bend: summaryTurned("received", "open"),
  },
  {
    id: "purchase-order-received-summary-given-in-draft",
    rule: "purchase-orders.received-summary.unavailable",
    sentence: "There is a received summary of a draft.",
    bend: summaryTurned("received", "draft"),
  },
  {
    id: "purchase-order-received-summary-given-in-cancelled",
    rule: "purchase-orders.received-summary.unavailable",
    sentence: "There is a received summary of a cancelled purchase order.",
    bend: summaryTurned("received", "cancelled"),
  },
];
