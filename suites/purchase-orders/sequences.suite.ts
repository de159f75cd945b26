import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { orderSequences } from "../../helpers/engine/resources/purchase-orders/sequence.js";

// What holds for one request at a time need not hold in a sequence of them. These checks come after the plain ones
// of the same rules, and tell only of what those did not find.

describe("Purchase order rules: in random order", () => {
  rule("purchase-orders.draft.put-applied", "changes orders in random order", (t) => judge(t, "put"), {
    from: "standard",
  });
  rule("purchase-orders.put-refused", "changes orders in random order", (t) => judge(t, "put"), {
    from: "standard",
  });
  rule("purchase-orders.put-refused.unchanged", "changes orders in random order", (t) => judge(t, "put"), {
    from: "standard",
  });
  rule(
    "purchase-orders.shipping-details.open.applied",
    "changes orders in random order",
    (t) => judge(t, "shipping"),
    { from: "standard" },
  );
  rule(
    "purchase-orders.shipping-details.refused-late",
    "changes orders in random order",
    (t) => judge(t, "shipping"),
    { from: "standard" },
  );
  rule(
    "purchase-orders.shipping-details.refused-late.unchanged",
    "changes orders in random order",
    (t) => judge(t, "shipping"),
    { from: "standard" },
  );
  rule("purchase-orders.status.unknown-word", "changes orders in random order", (t) => judge(t, "status"), {
    from: "standard",
  });
});

/** Hands in what the sequences showed of this check's rule. Without sequences the plain check alone decides. */
async function judge(t: Check, command: string): Promise<void> {
  const { findings, done } = await t.given(orderSequences);
  const times = done.get(command) ?? 0;
  if (times > 0) t.saw(`${command} commands`, times);
  t.find(findings.filter((finding) => finding.rule === t.rule));
}
