import { afterwards, before, keptOver, on, showing, without } from "../../bends.js";
import { namedOrder } from "../../named-records.js";
import { noContent } from "../../service/answer.js";
import type { Bend } from "../../service/behaviours.js";
import { objectsIn } from "../../service/body.js";
import { conflict, invalidValue, type Problem } from "../../service/problem.js";
import type { JsonObject, PurchaseOrder } from "../../service/records.js";
import type { Fault } from "../fault.js";
import { keepsFirstNoteAway, PUT, refusingOther, withNote } from "./bends.js";

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

/** Refuses to edit a draft more often. */
const editedAtMost =
  (times: number, refusal: () => Problem): Bend =>
  (does) => {
    const edits = new Map<string, number>();
    return before(PUT, (call) => {
      const order = namedOrder(call);
      if (order?.status !== "draft") return;
      const count = edits.get(order.id) ?? 0;
      if (count === times) throw refusal();
      edits.set(order.id, count + 1);
    })(does);
  };

/** Updates of drafts. */
export const faults: readonly Fault[] = [
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
    bend: editedAtMost(2, () => conflict("This draft was edited already.")),
  },
  {
    id: "purchase-order-draft-put-accepted-once",
    rule: "purchase-orders.draft.put-accepted",
    sentence: "A draft can be edited once; every further PUT is refused, as if another client were faster.",
    bend: editedAtMost(1, () => conflict("The record was changed meanwhile.", "identifier_conflict")),
  },
  ...(["payment_terms", "expected_delivery_date", "currency_code", "reference_number"] as const).map(
    (name): Fault => ({
      id: `purchase-order-draft-put-refuses-${name}`,
      rule: "purchase-orders.draft.put-accepted",
      sentence: `PUT of a draft with another ${name} is refused.`,
      bend: refusingOther(PUT, "draft", name, () => conflict(`The ${name} of a draft cannot be changed.`)),
    }),
  ),
  {
    id: "purchase-order-draft-put-denies-tracking_number",
    rule: "purchase-orders.draft.put-accepted",
    sentence: "PUT of a draft with another tracking_number is refused, as if the number were wrong.",
    bend: refusingOther(PUT, "draft", "tracking_number", (sent) =>
      invalidValue("tracking_number", sent, "A purchase order in draft has none."),
    ),
  },
  ...(["payment_terms", "currency_code"] as const).map(
    (name): Fault => ({
      id: `purchase-order-draft-put-denies-${name}`,
      rule: "purchase-orders.draft.each-field",
      sentence: `PUT of a draft with another ${name} is refused, as if the value were wrong.`,
      bend: before(PUT, (call) => {
        const order = namedOrder(call);
        const { [name]: sent } = call.object();
        if (order?.status === "draft" && sent !== undefined && sent !== order.fields[name])
          throw invalidValue(name, String(sent), "The value cannot be used.");
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
    id: "purchase-order-read-kept-over-put",
    rule: "purchase-orders.draft.put-applied",
    sentence: "A purchase order that was read by its id is answered as before after a PUT.",
    bend: keptOver(["v2GetPurchaseOrder"], [PUT]),
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
    id: "purchase-order-draft-put-back-without-effect",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft with the note that it had at first succeeds and changes nothing.",
    bend: keepsFirstNoteAway(PUT),
  },
  {
    id: "purchase-order-draft-put-opens-unsaid",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft opens it, and answers 204.",
    bend: on(PUT, (call, next) => {
      const order = namedOrder(call);
      const isDraft = order?.status === "draft";
      const answer = next(call);
      if (!isDraft) return answer;
      order.status = "open";
      return noContent();
    }),
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
    id: "purchase-order-draft-put-answers-with-another-status",
    rule: "purchase-orders.draft.put-applied",
    sentence: "The answer to PUT of a draft shows purchase_order_status open.",
    bend: showing(PUT, (order) => ({ ...order, purchase_order_status: "open" })),
  },
  {
    id: "purchase-order-draft-put-makes-copy",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft makes another one that is like it.",
    bend: afterwards(PUT, (call) => {
      const order = namedOrder(call);
      if (order) call.world.purchaseOrders.add({ ...order, id: call.ids.next("purchaseOrder") });
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
    id: "purchase-order-draft-put-cuts-currency",
    rule: "purchase-orders.draft.put-applied",
    sentence: "PUT of a draft keeps two letters of currency_code.",
    bend: draftKeeps((fields) =>
      "currency_code" in fields
        ? { ...fields, currency_code: String(fields.currency_code).slice(0, 2) }
        : fields,
    ),
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
];
