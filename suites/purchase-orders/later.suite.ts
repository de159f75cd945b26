import { describe } from "vitest";
import { OWN_TEXT } from "../../helpers/engine/check/arbitraries/order-changes.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { draftTrial } from "../../helpers/engine/resources/purchase-orders/draft.js";
import { listedOrders } from "../../helpers/engine/resources/purchase-orders/reading.js";
import { finding } from "../../helpers/oracles/finding.js";
import {
  type Order,
  type OrderStatus,
  ordersIn,
  SHIPPING_FIELDS,
} from "../../helpers/oracles/purchase-orders.js";
import { renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

/** The rule that is broken where an order in this status shows a text that was made up here. */
function ruleOf(status: OrderStatus | null) {
  if (status === "draft") return "purchase-orders.draft.put-applied";
  return status === "open"
    ? "purchase-orders.shipping-details.open.applied"
    : "purchase-orders.put-refused.unchanged";
}

/** A text of the run that an order shows, and did not before all changes; null where there is none. */
function textLeft(before: Order, { id, status, record }: Order) {
  // An order that moved on meanwhile could not be put back.
  if (before.status !== status) return null;
  const field = SHIPPING_FIELDS.find((name) => String(record[name]).startsWith(OWN_TEXT));
  // An earlier run may have left something.
  if (field === undefined || before.record[field] === record[field]) return null;
  return {
    documented: `${id} shows ${field} ${renderValue(before.record[field])}, as before all changes`,
    received: `${renderValue(record[field])}, which was refused or put back earlier in the run`,
    pointer: `/${field}`,
  };
}

// Near the end of the run everything is put back that was accepted, and what was refused may not show at all.
describe("Purchase order rules, later in the run", () => {
  rule(
    "purchase-orders.put-refused.unchanged",
    "lists the orders once more and looks for texts that it sent",
    async (t) => {
      if (t.settings.writes !== "fixtures" || (await ifReadable(t.given(draftTrial))) === null) return;
      // What another check has told of is not told again.
      if (t.session.findings.some(({ rule }) => rule.startsWith("purchase-orders."))) return;
      const known = new Map((await t.given(listedOrders)).map((order) => [order.id, order]));
      const exchange = await t.askOk({ operation: "v2ListPurchaseOrders" });
      const { body } = exchange.answer;
      const orders = body.kind === "json" ? ordersIn(body.value) : [];
      t.saw("orders listed later on", orders.length);
      for (const order of orders) {
        const before = known.get(order.id);
        const claim = before === undefined ? null : textLeft(before, order);
        if (claim === null) continue;
        return t.find(finding({ rule: ruleOf(order.status), exchanges: [exchange] }, claim));
      }
    },
    { from: "standard" },
  );
});
