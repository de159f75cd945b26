import { describe } from "vitest";
import {
  judgeListedDrafts,
  judgeListedStatus,
  judgeStillLast,
  judgeTextsLeft,
  keepsText,
} from "../../helpers/engine/resources/purchase-orders/later-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// Near the end of the run no refused change may show, nor one that was put back; an accepted one must.
// biome-ignore format: one rule a line
describe("Purchase order rules, later in the run", { meta: { changes: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.put-refused.unchanged", "lists the orders again and looks for texts that the run sent", judgeTextsLeft);
  rule.fromStandard("purchase-orders.list-by-id.status", "compares the list with what the orders last showed by id", judgeListedStatus);
  rule.fromStandard("purchase-orders.list.status", "asks for drafts once it has moved some on", judgeListedDrafts);
  rule.fromStandard("purchase-orders.draft.put-applied", "looks again at the draft that sequences changed", keepsText("draft"));
  rule.fromStandard("purchase-orders.shipping-details.open.applied", "looks again at the open order that sequences changed", keepsText("open"));
  rule.fromStandard("purchase-orders.status.applied", "looks again at the orders that it cancelled and closed", judgeStillLast);
});
