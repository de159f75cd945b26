import type { OperationId, RuleId } from "../../../contract/generated/types.js";
import type { OrderStatus } from "../../../contract/purchase-orders.js";

/** Values for members of an order, by name. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * The contract shows no bodies. The run sends what it wants changed, alone or together with what GET returned: a
 * configured body, the record, the record without computed members, the record in its wrapper, or its shipping fields.
 */
export type Shape = "given" | "record" | "editable" | "as-answered" | "shipping-fields" | "changes";

/** An operation that changes an order. */
export interface Change {
  readonly what: "put" | "shipping" | "status";
  readonly operation: OperationId;
  readonly words: string;
  /** Shapes of its body, in the order in which to try them. */
  readonly shapes: readonly Shape[];
  /** The rules that it can break where it is not allowed: null if it may be accepted as long as it has no effect. */
  readonly refused: RuleId | null;
  readonly unchanged: RuleId;
}

/** A change of fields, which one status allows for certain. */
export interface FieldChange extends Change {
  readonly what: "put" | "shipping";
  readonly status: OrderStatus;
  /** The rule that it can break there. */
  readonly applied: RuleId;
}

/** The update of an order, which drafts take. */
export const PUT: FieldChange = {
  what: "put",
  operation: "v2UpdatePurchaseOrder",
  words: "PUT of a draft",
  shapes: ["given", "record", "editable", "as-answered", "changes"],
  status: "draft",
  applied: "purchase-orders.draft.put-applied",
  refused: "purchase-orders.put-refused",
  unchanged: "purchase-orders.put-refused.unchanged",
};

/** The shipping-details operation, which open orders take. */
export const SHIPPING: FieldChange = {
  what: "shipping",
  operation: "v2UpdatePurchaseOrderShippingDetails",
  words: "shipping details",
  shapes: ["changes", "shipping-fields"],
  status: "open",
  applied: "purchase-orders.shipping-details.open.applied",
  refused: "purchase-orders.shipping-details.refused-late",
  unchanged: "purchase-orders.shipping-details.refused-late.unchanged",
};

/** The status operation, with a status that does not exist. */
export const STATUS: Change = {
  what: "status",
  operation: "v2UpdatePurchaseOrderStatus",
  words: "the change of its status",
  shapes: ["changes"],
  refused: null,
  unchanged: "purchase-orders.status.unknown-word",
};

/** Records a receipt. */
export const RECEIPT = "v2CreatePurchaseOrderReceipt";

/** The operations by which checks change orders. */
export const CHANGES: readonly OperationId[] = [PUT.operation, SHIPPING.operation, STATUS.operation, RECEIPT];

/** The change that a status allows for certain, if any: the only one by which the run can leave a text there. */
export function changeIn(status: OrderStatus | null): FieldChange | undefined {
  return [PUT, SHIPPING].find((change) => change.status === status);
}
