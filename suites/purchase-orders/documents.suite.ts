import { describe } from "vitest";
import { judgeDocument } from "../../helpers/engine/resources/purchase-orders/documents.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("Purchase order rules: documents", { meta: { reads: ["purchase-orders"] } }, () => {
  rule("purchase-orders.order-summary.available", "asks for it in each status", judgeDocument("orderSummary", "available"));
  rule("purchase-orders.order-summary.pdf", "looks at what is delivered", judgeDocument("orderSummary", "pdf"));
  rule("purchase-orders.order-summary.unavailable", "asks for it in each status", judgeDocument("orderSummary", "unavailable"));
  rule("purchase-orders.received-summary.available", "asks for it in each status", judgeDocument("receivedSummary", "available"));
  rule("purchase-orders.received-summary.pdf", "looks at what is delivered", judgeDocument("receivedSummary", "pdf"));
  rule("purchase-orders.received-summary.unavailable", "asks for it in each status", judgeDocument("receivedSummary", "unavailable"));
});
