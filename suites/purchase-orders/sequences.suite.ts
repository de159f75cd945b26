import { describe } from "vitest";
import { inSequences } from "../../helpers/engine/check/sequences.js";
import { orderSequences } from "../../helpers/engine/resources/purchase-orders/sequences.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

const put = inSequences(orderSequences, "put");
const shipping = inSequences(orderSequences, "shipping");
const status = inSequences(orderSequences, "status");

// What holds for single requests need not hold in a sequence. These checks run after the plain checks of the same rules
// and report only what those did not find.
// biome-ignore format: one rule a line
describe("Purchase order rules: in random order", { meta: { changes: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.draft.put-applied", "changes orders in random order", put);
  rule.fromStandard("purchase-orders.put-refused", "changes orders in random order", put);
  rule.fromStandard("purchase-orders.put-refused.unchanged", "changes orders in random order", put);
  rule.fromStandard("purchase-orders.shipping-details.open.applied", "changes orders in random order", shipping);
  rule.fromStandard("purchase-orders.shipping-details.refused-late", "changes orders in random order", shipping);
  rule.fromStandard("purchase-orders.shipping-details.refused-late.unchanged", "changes orders in random order", shipping);
  rule.fromStandard("purchase-orders.status.unknown-word", "changes orders in random order", status);
});
