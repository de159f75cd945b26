import { describe } from "vitest";
import { PUT, SHIPPING } from "../../helpers/engine/resources/purchase-orders/changes.js";
import { movedOn } from "../../helpers/engine/resources/purchase-orders/moves.js";
import {
  judgeCancelled,
  judgeFinal,
  judgeMoves,
  judgeOnceCancelled,
  judgeOpened,
  judgeOpenedDetails,
  judgeReceipt,
  judgeUnknownWords,
} from "../../helpers/engine/resources/purchase-orders/status-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("Purchase order rules: status", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.put-refused", "puts a draft that it has cancelled", judgeOnceCancelled(PUT));
  rule.fromStandard("purchase-orders.shipping-details.refused-late", "sends shipping details of a draft that it has cancelled", judgeOnceCancelled(SHIPPING));
  rule.fromStandard("purchase-orders.status.unknown-word", "sends a status that does not exist", judgeUnknownWords);
  rule.fromStandard("purchase-orders.status.backwards", "sets closed and cancelled orders back to draft", judgeFinal);
  rule.fromStandard("purchase-orders.status.applied", "cancels a draft and reads it", judgeCancelled);
  rule.fromStandard("purchase-orders.status.applied", "opens a draft, sets it to receiving and closes it", judgeMoves);
  rule.fromStandard("purchase-orders.order-summary.available", "asks for it once it has opened a draft", judgeOpened);
  rule.fromStandard("purchase-orders.shipping-details.open.accepted", "changes shipping details of a draft that it has opened", judgeOpenedDetails);
  rule.fromStandard("purchase-orders.receives.order", "records a receipt and reads the order", judgeReceipt);

  rule.fromStandard("purchase-orders.receives.status", "records a receipt and reads the order", async (t) => {
    const { step, before, after } = (await t.given(movedOn)).receipt;
    t.saw("receipts");
    t.observe(`A receipt is answered with ${step.exchange.answer.status}; the order is ${before.status} before and ${after.status} after.`);
  });
});
