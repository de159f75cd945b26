import type { OperationId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { isShippingField } from "../../contract/purchase-orders.js";
import { afterwards, all, before, inSmallLetters, on, showing } from "../bends.js";
import { namedOrder } from "../named-records.js";
import { conflict, invalidValue, valueRequired } from "../service/problem.js";
import { orderShows } from "../view-bends.js";
import type { Habit } from "./habit.js";

const ORDERS: readonly OperationId[] = [
  "v2CreatePurchaseOrder",
  "v2GetPurchaseOrder",
  "v2UpdatePurchaseOrder",
  "v2UpdatePurchaseOrderShippingDetails",
  "v2UpdatePurchaseOrderStatus",
];

const ORDER_CHANGES: readonly OperationId[] = [
  "v2UpdatePurchaseOrder",
  "v2UpdatePurchaseOrderShippingDetails",
];

/** Milliseconds until an opened order has its summary. */
const SUMMARY_MS = 2_000;

export const habits: readonly Habit[] = [
  {
    id: "draft-shipping-refused",
    section: "States and transitions",
    sentence: "The shipping details of a draft cannot be changed by their operation.",
    bend: (does) => ({
      mayChangeShipping: (call, order) => order.status !== "draft" && does.mayChangeShipping(call, order),
    }),
  },
  {
    id: "purchase-order-status-in-any-case",
    section: "Purchase order (v2)",
    sentence: "A status of a purchase order may be sent in any letter case.",
    bend: inSmallLetters("v2UpdatePurchaseOrderStatus", "status"),
  },
  {
    id: "purchase-orders-wrapped",
    section: "Purchase order (v2)",
    sentence: "A purchase order is in a wrapper with a status of its own.",
    bend: showing(ORDERS, (order) => ({ status: "ok", purchase_order: order })),
  },
  {
    id: "purchase-orders-wrapped-everywhere",
    section: "Purchase order (v2)",
    sentence: "A purchase order is in a wrapper, in lists too.",
    bend: orderShows((order) => ({ purchase_order: order })),
  },
  {
    id: "purchase-order-status-nested",
    section: "Purchase order (v2)",
    sentence: "A purchase order shows its status in an object, as state.",
    bend: orderShows(({ status, ...order }) => ({ ...order, progress: { state: status } })),
  },
  {
    id: "purchase-order-details-nested",
    section: "Purchase order (v2)",
    sentence: "A purchase order shows its shipping details in an object of their own.",
    bend: orderShows((order) => {
      const members = Object.entries(order);
      const isDetail = ([name]: (typeof members)[number]) => isShippingField(name);
      return {
        ...Object.fromEntries(members.filter((member) => !isDetail(member))),
        shipping_details: Object.fromEntries(members.filter(isDetail)),
      };
    }),
  },
  {
    id: "purchase-order-carrier-spelled-out",
    section: "Purchase order (v2)",
    sentence:
      "A purchase order shows its carrier as an object with code and name, and takes the code or that object.",
    bend: all(
      orderShows(({ shipping_carrier: code, ...order }) => ({
        ...order,
        shipping_carrier: typeof code === "string" ? { code, name: `Carrier ${code}` } : code,
      })),
      (does) => ({
        readBody: (body, call) => {
          const json = does.readBody(body, call);
          const carrier = json?.shipping_carrier;
          return isObject(carrier) ? { ...json, shipping_carrier: carrier.code } : json;
        },
      }),
    ),
  },
  {
    id: "purchase-order-details-alone",
    section: "Purchase order (v2)",
    sentence: "Shipping details with any other member are refused: invalid_field_value.",
    bend: before("v2UpdatePurchaseOrderShippingDetails", (call) => {
      const other = Object.keys(call.optional()).find((name) => !isShippingField(name));
      if (namedOrder(call) && other !== undefined)
        throw invalidValue(other, "", "It cannot be changed here.");
    }),
  },
  {
    id: "purchase-order-details-without-notes",
    section: "Purchase order (v2)",
    sentence: "Shipping details with notes are refused: invalid_field_value.",
    bend: before("v2UpdatePurchaseOrderShippingDetails", (call) => {
      if (namedOrder(call) && call.optional().notes !== undefined)
        throw invalidValue("notes", "", "They cannot be changed here.");
    }),
  },
  {
    id: "purchase-order-reference-by-two-names",
    section: "Purchase order (v2)",
    sentence: "A purchase order shows and takes its reference_number also as po_reference.",
    bend: all(
      orderShows((order) => ({ ...order, po_reference: order.reference_number ?? "" })),
      (does) => ({
        readBody: (body, call) => {
          const json = does.readBody(body, call);
          if (!ORDER_CHANGES.includes(call.operation.id) || json?.po_reference === undefined) return json;
          const { po_reference: reference, ...rest } = json;
          return { reference_number: reference, ...rest };
        },
      }),
    ),
  },
  {
    id: "purchase-order-status-named",
    section: "Purchase order (v2)",
    sentence: "The status of a purchase order is named purchase_order_status.",
    bend: orderShows(({ status, ...order }) => ({ ...order, purchase_order_status: status })),
  },
  {
    id: "purchase-order-status-sent-plain",
    section: "Purchase order (v2)",
    sentence: "The status of a purchase order is shown as purchase_order_status, and sent as status.",
    bend: all(
      orderShows(({ status, ...order }) => ({ ...order, purchase_order_status: status })),
      before("v2UpdatePurchaseOrderStatus", (call) => {
        if (namedOrder(call) && call.object().status === undefined) throw valueRequired("status");
      }),
    ),
  },
  {
    id: "purchase-order-status-sent-as-new",
    section: "Purchase order (v2)",
    sentence: "The status of a purchase order is sent as new_status, and a refused one is named status.",
    bend: on("v2UpdatePurchaseOrderStatus", (call, next) => {
      const { new_status: status } = namedOrder(call) ? call.object() : { new_status: "" };
      if (status === undefined) throw valueRequired("new_status");
      return next(call.with({ body: { ...call.incoming.body, text: JSON.stringify({ status }) } }));
    }),
  },
  {
    id: "purchase-order-id-named",
    section: "Purchase order (v2)",
    sentence: "A purchase order shows its id as id.",
    bend: orderShows(({ purchase_order_id, ...order }) => ({ id: purchase_order_id, ...order })),
  },
  {
    id: "purchase-order-updates-acknowledged",
    section: "Purchase order (v2)",
    sentence: "The update of a purchase order is answered with the status received and no order.",
    bend: showing("v2UpdatePurchaseOrder", () => ({ status: "received", message: "We have your update." })),
  },
  {
    id: "purchase-order-delivery-ahead",
    section: "Purchase order (v2)",
    sentence: "An expected_delivery_date that is past is refused: invalid_field_value.",
    bend: before(ORDER_CHANGES, (call) => {
      const { expected_delivery_date: date } = call.optional();
      if (typeof date !== "string" || !(Date.parse(date) < call.now())) return;
      throw invalidValue("expected_delivery_date", date, "This date is past.");
    }),
  },
  {
    id: "purchase-order-notes-short-and-plain",
    section: "Purchase order (v2)",
    sentence: "A note of more than 30 characters, or with other than letters, digits and - . , is refused.",
    bend: before(ORDER_CHANGES, (call) => {
      const { note_to_supplier: note } = call.optional();
      if (typeof note !== "string" || /^[\w .,-]{0,30}$/.test(note)) return;
      throw invalidValue("note_to_supplier", note, "This note is too long, or not plain.");
    }),
  },
  {
    id: "purchase-order-paid-for-good",
    section: "Purchase order (v2)",
    sentence: "A purchase order that is paid cannot be made unpaid: invalid_field_value.",
    bend: before(ORDER_CHANGES, (call) => {
      const order = namedOrder(call);
      if (order?.fields.payment_status !== "paid" || call.optional().payment_status !== "unpaid") return;
      throw invalidValue("payment_status", "unpaid", "This order is paid.");
    }),
  },
  {
    id: "purchase-order-values-agreed",
    section: "Purchase order (v2)",
    sentence:
      "An order is paid in the currency of its supplier alone, and its reference number is PO- and digits: another one is refused with 409.",
    bend: before(ORDER_CHANGES, (call) => {
      const order = namedOrder(call);
      const { currency_code: currency, reference_number: reference } = call.optional();
      if (order && currency !== undefined && currency !== order.fields.currency_code)
        throw invalidValue("currency_code", String(currency), "The supplier takes another currency alone.");
      if (order && reference !== undefined && !/^PO-\d+$/.test(String(reference)))
        throw conflict("A reference number is PO- and digits.", "unspecified");
    }),
  },
  {
    id: "purchase-order-noted-by-another-run",
    section: "Purchase order (v2)",
    sentence: "Another run of the same suite writes its note into one draft while another draft is edited.",
    bend: afterwards("v2UpdatePurchaseOrder", (call) => {
      const edited = call.param("purchase_order_id");
      const order = call.world.purchaseOrders
        .ordered()
        .find(({ id, status }) => status === "draft" && id !== edited);
      if (order) order.fields = { ...order.fields, note_to_supplier: "PLIMSOLL-0b5e55ed-3" };
    }),
  },
  {
    id: "purchase-order-summaries-made-late",
    section: "Purchase order (v2)",
    sentence: "The order summary is there two seconds after an order was opened.",
    bend: (does) => {
      const opened = new Map<string, number>();
      return {
        handle: (call) => {
          const order = call.operation.id === "v2UpdatePurchaseOrderStatus" ? namedOrder(call) : undefined;
          if (order) opened.set(order.id, performance.now());
          return does.handle(call);
        },
        hasSummary: (order, asked) =>
          does.hasSummary(order, asked) &&
          performance.now() > (opened.get(order.id) ?? -SUMMARY_MS) + SUMMARY_MS,
      };
    },
  },
  {
    id: "purchase-order-versions",
    section: "Purchase order (v2)",
    sentence:
      "A purchase order shows a version that each change raises, and that PUT of a draft must send; only carriers of existing orders are known.",
    bend: (does) => {
      const versions = new Map<string, number>();
      const versionOf = (id: string) => versions.get(id) ?? 1;
      return all(
        orderShows((view, { id }) => ({ ...view, version: versionOf(id) })),
        before(ORDER_CHANGES, (call) => {
          const { shipping_carrier: carrier } = call.optional();
          const known = call.world.purchaseOrders.ordered().map(({ fields }) => fields.shipping_carrier);
          if (typeof carrier === "string" && !known.includes(carrier))
            throw invalidValue("shipping_carrier", carrier, "This carrier is not known.");
        }),
        before("v2UpdatePurchaseOrder", (call) => {
          const order = namedOrder(call);
          if (order?.status === "draft" && call.optional().version !== versionOf(order.id))
            throw conflict("This is not the present version of the order.");
        }),
        afterwards(ORDER_CHANGES, (call) => {
          const id = call.param("purchase_order_id");
          versions.set(id, versionOf(id) + 1);
        }),
      )(does);
    },
  },
];
