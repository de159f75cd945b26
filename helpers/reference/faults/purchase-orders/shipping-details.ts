import type { OrderStatus, ShippingField } from "../../../contract/purchase-orders.js";
import { afterwards, all, before, changeMember, keptOver, onceDone, showing, without } from "../../bends.js";
import { namedOrder } from "../../named-records.js";
import type { Bend, Call } from "../../service/behaviours.js";
import { objectsIn } from "../../service/body.js";
import { editable } from "../../service/handlers/purchase-orders.js";
import { invalidValue } from "../../service/problem.js";
import type { JsonObject, PurchaseOrder } from "../../service/records.js";
import type { Fault } from "../fault.js";
import {
  keepsFirstNoteAway,
  onceCancelled,
  onlyOneIn,
  refusedKeeps,
  refusingOther,
  SHIPPING,
  STATUS,
  withNote,
} from "./bends.js";

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

/** Appends the note of the shipping details to the former one. */
const shippingAppendsNote: Bend = (does) => ({
  editOrder: (call, order, fields) => {
    const appended = withNote((note, { fields: former }) => `${former.note_to_supplier} ${note}`);
    does.editOrder(call, order, call.operation.id === SHIPPING ? appended(fields, order) : fields);
  },
});

const refusedShippingApplied = (status: OrderStatus): Bend =>
  refusedKeeps(SHIPPING, [status], (sent, { does }) => does.shippingDetails(sent));

/** Accepts other members in the shipping-details operation. */
const shippingTakes =
  (change: (details: JsonObject, sent: JsonObject) => JsonObject): Bend =>
  (does) => ({ shippingDetails: (sent) => change(does.shippingDetails(sent), sent) });

const shippingTakesNotes = shippingTakes((details, { notes }) =>
  notes === undefined ? details : { ...details, notes },
);

/** Shipping details. */
export const faults: readonly Fault[] = [
  {
    id: "purchase-order-shipping-refused-in-open",
    rule: "purchase-orders.shipping-details.open.accepted",
    sentence: "Shipping details of an open purchase order cannot be changed.",
    bend: (does) => ({
      mayChangeShipping: (call, order) => order.status !== "open" && does.mayChangeShipping(call, order),
    }),
  },
  {
    id: "purchase-order-shipping-accepted-once",
    rule: "purchase-orders.shipping-details.open.accepted",
    sentence: "Shipping details of an open purchase order can be changed once, and no more.",
    bend: onceDone(SHIPPING, "purchase_order_id", (changed) => (does) => ({
      mayChangeShipping: (call, order) => !changed.has(order.id) && does.mayChangeShipping(call, order),
    })),
  },
  {
    id: "purchase-order-shipping-refused-once-opened",
    rule: "purchase-orders.shipping-details.open.accepted",
    sentence: "Shipping details of a purchase order that was a draft before cannot be changed.",
    bend: onceDone(STATUS, "purchase_order_id", (opened) => (does) => ({
      mayChangeShipping: (call, order) => !opened.has(order.id) && does.mayChangeShipping(call, order),
    })),
  },
  {
    id: "purchase-order-shipping-refuses-payment-terms",
    rule: "purchase-orders.shipping-details.open.each-field",
    sentence: "Shipping details with payment_terms are refused, whatever they are.",
    bend: before(SHIPPING, (call) => {
      const { payment_terms: terms } = call.optional();
      if (namedOrder(call) && terms !== undefined)
        throw invalidValue("payment_terms", String(terms), "It cannot be changed here.");
    }),
  },
  {
    id: "purchase-order-shipping-denies-reference-number",
    rule: "purchase-orders.shipping-details.open.accepted",
    sentence: "Shipping details with another reference_number are refused, as if the number were wrong.",
    bend: refusingOther(SHIPPING, "open", "reference_number", (sent) =>
      invalidValue("reference_number", sent, "It cannot be changed."),
    ),
  },
  {
    id: "purchase-order-shipping-answers-with-another-status",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "The answer to shipping details shows purchase_order_status draft.",
    bend: showing(SHIPPING, (order) => ({ ...order, purchase_order_status: "draft" })),
  },
  {
    id: "purchase-order-shipping-without-effect",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "Changing shipping details succeeds and changes nothing.",
    bend: shippingTakes(() => ({})),
  },
  {
    id: "purchase-order-read-kept-over-shipping",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "A purchase order that was read by its id is answered as before after other shipping details.",
    bend: keptOver(["v2GetPurchaseOrder"], [SHIPPING]),
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
    id: "purchase-order-shipping-makes-copy",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "Changing shipping details makes another order that is like the changed one.",
    bend: afterwards(SHIPPING, (call) => {
      const order = namedOrder(call);
      if (order) call.world.purchaseOrders.add({ ...order, id: call.ids.next("purchaseOrder") });
    }),
  },
  {
    id: "purchase-order-shipping-tracks-next-order-too",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "Changing shipping details gives the next order the same tracking number.",
    bend: afterwards(SHIPPING, (call) => {
      const orders = call.world.purchaseOrders.ordered();
      const order = namedOrder(call);
      const next = orders[orders.findIndex(({ id }) => id === order?.id) + 1];
      if (order !== undefined && next !== undefined)
        call.does.editOrder(call, next, { tracking_number: order.fields.tracking_number });
    }),
  },
  {
    id: "purchase-order-shipping-back-without-effect",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence: "Shipping details with the note that the order had at first succeed and change nothing.",
    bend: keepsFirstNoteAway(SHIPPING),
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
    id: "purchase-order-shipping-merges-lines",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "The shipping-details operation takes over the quantities of lines that it is sent, too.",
    bend: (does) => ({
      editOrder: (call, order, fields) => {
        const sent = call.operation.id === SHIPPING ? objectsIn(call.object(), "products") : [];
        const merged = objectsIn(order.fields, "products").map((line) => ({
          ...line,
          ...sent.findLast(({ product_id: id }) => id === line.product_id),
        }));
        does.editOrder(call, order, sent.length > 0 ? { ...fields, products: merged } : fields);
      },
    }),
  },
  {
    id: "purchase-order-shipping-moves-on",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "The shipping-details operation sets an open purchase order to receiving if it is told so.",
    bend: (does) => ({
      editOrder: (call, order, fields) => {
        does.editOrder(call, order, fields);
        if (call.operation.id === SHIPPING && call.object().status === "receiving")
          order.status = "receiving";
      },
    }),
  },
  {
    id: "purchase-order-shipping-applies-notes",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "The shipping-details operation changes the notes of the order, too.",
    bend: shippingTakesNotes,
  },
  {
    id: "purchase-order-shipping-applies-notes-and-refuses-status",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "The shipping-details operation refuses a status, and changes the notes of the order.",
    bend: all(
      before(SHIPPING, (call) => {
        const { status } = call.optional();
        if (status !== undefined) throw invalidValue("status", String(status), "It cannot be changed here.");
      }),
      shippingTakesNotes,
    ),
  },
  {
    id: "purchase-order-shipping-empties-lines",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "Changing shipping details leaves the order without lines.",
    bend: shippingTakes((details) => ({ ...details, products: [] })),
  },
  {
    id: "purchase-order-shipping-takes-lines-away",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "Changing shipping details leaves null in place of the lines of the order.",
    bend: shippingTakes((details) => ({ ...details, products: null })),
  },
  {
    id: "purchase-order-shipping-empties-notes",
    rule: "purchase-orders.shipping-details.open.only-shipping",
    sentence: "Changing shipping details empties the notes of the order.",
    bend: shippingTakes((details) => ({ ...details, notes: null })),
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
    sentence: "The payment_status of a closed purchase order can be changed alone.",
    bend: shippingAloneIn("payment_status", "closed"),
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
    id: "purchase-order-refused-shipping-drops-products-of-the-only-one",
    rule: "purchase-orders.shipping-details.refused-late.unchanged",
    sentence: "Shipping details of the only received purchase order are refused, and its products are gone.",
    bend: all(
      onlyOneIn("received", "closed"),
      refusedKeeps(SHIPPING, ["received"], () => ({ products: [] })),
    ),
  },
];
