import type { OrderStatus, ShippingField } from "../../../contract/purchase-orders.js";
import { afterwards, all, before, onRefusal, remembering } from "../../bends.js";
import { namedOrder } from "../../named-records.js";
import type { Bend, Call } from "../../service/behaviours.js";
import type { Problem } from "../../service/problem.js";
import type { JsonObject, PurchaseOrder } from "../../service/records.js";

export const PUT = "v2UpdatePurchaseOrder";
export const SHIPPING = "v2UpdatePurchaseOrderShippingDetails";
export const STATUS = "v2UpdatePurchaseOrderStatus";

/** Remembers the orders that were cancelled by the status operation. */
export const onceCancelled = (bend: (ids: ReadonlySet<string>) => Bend): Bend =>
  remembering((ids) =>
    all(
      afterwards(STATUS, (call) => {
        const order = namedOrder(call);
        if (order?.status === "cancelled") ids.add(order.id);
      }),
      bend(ids),
    ),
  );

/** Refuses another value of a field for orders in a status. */
export const refusingOther = (
  operation: typeof PUT | typeof SHIPPING,
  status: OrderStatus,
  field: ShippingField,
  problem: (sent: string) => Problem,
): Bend =>
  before(operation, (call) => {
    const order = namedOrder(call);
    const { [field]: sent } = call.optional();
    if (order?.status === status && sent !== undefined && sent !== order.fields[field])
      throw problem(String(sent));
  });

/** Takes an update for no change if it sends the note that the order had before its first update. */
export const keepsFirstNoteAway =
  (operation: typeof PUT | typeof SHIPPING): Bend =>
  (does) => {
    const first = new Map<string, unknown>();
    return {
      editOrder: (call, order, fields) => {
        const isBack = first.get(order.id) === fields.note_to_supplier;
        if (!first.has(order.id)) first.set(order.id, order.fields.note_to_supplier);
        if (call.operation.id !== operation || !isBack) does.editOrder(call, order, fields);
      },
    };
  };

/** The same fields with another note, if they hold one. */
export const withNote =
  (change: (note: string, order: PurchaseOrder) => string) =>
  (fields: JsonObject, order: PurchaseOrder): JsonObject =>
    typeof fields.note_to_supplier === "string"
      ? { ...fields, note_to_supplier: change(fields.note_to_supplier, order) }
      : fields;

/** Stores part of a request for an order in one of these statuses although it is refused. */
export const refusedKeeps = (
  operation: typeof PUT | typeof SHIPPING,
  statuses: readonly OrderStatus[],
  fields: (sent: JsonObject, call: Call) => JsonObject,
): Bend =>
  onRefusal(operation, 409, (call, problem) => {
    const order = namedOrder(call);
    if (order && statuses.includes(order.status)) {
      const kept = fields(call.object(), call);
      if (Object.keys(kept).length > 0) call.does.editOrder(call, order, kept);
    }
    throw problem;
  });

/** Leaves one order in a status: all others in it have moved on. */
export const onlyOneIn =
  (status: OrderStatus, others: OrderStatus): Bend =>
  (does) => {
    let isDone = false;
    return {
      handle: (call) => {
        const orders = isDone ? [] : call.world.purchaseOrders.ordered();
        for (const order of orders.filter((each) => each.status === status).slice(1)) order.status = others;
        isDone = true;
        return does.handle(call);
      },
    };
  };
