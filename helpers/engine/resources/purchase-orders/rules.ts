import type { RuleId } from "../../../contract/generated/types.js";
import { isPossible, type OrderStatus } from "../../../contract/purchase-orders.js";

/** The rules that a request to change an order can break. */
interface ChangeRules {
  /** An accepted change shows on the order; null if none is allowed in any status. */
  readonly applied: RuleId | null;
  readonly refused: RuleId;
  /** A refused change leaves the order as it was. */
  readonly unchanged: RuleId;
}

export const CHANGE_RULES = {
  put: {
    applied: "purchase-orders.draft.put-applied",
    refused: "purchase-orders.put-refused",
    unchanged: "purchase-orders.put-refused.unchanged",
  },
  shipping: {
    applied: "purchase-orders.shipping-details.open.applied",
    refused: "purchase-orders.shipping-details.refused-late",
    unchanged: "purchase-orders.shipping-details.refused-late.unchanged",
  },
  // A status that does not exist.
  status: {
    applied: null,
    refused: "purchase-orders.status.unknown-word",
    unchanged: "purchase-orders.status.unknown-word",
  },
} as const satisfies Readonly<Record<string, ChangeRules>>;

/** The rule by which a text that the run wrote shows on an order in a status; null where it may write none. */
export function ruleOfText(status: OrderStatus | null) {
  if (status === null) return null;
  if (isPossible("put", status)) return CHANGE_RULES.put.applied;
  return isPossible("shipping", status) ? CHANGE_RULES.shipping.applied : null;
}
