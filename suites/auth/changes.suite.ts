import { describe } from "vitest";
import {
  judgeChangesRefused,
  judgeChangesWithoutKey,
  judgeChangeWithWrongKey,
  judgeTriedBefore,
} from "../../helpers/engine/resources/changes-without-key.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// Without a key only where a call with an unknown id was not refused for the lack of it.
// biome-ignore format: one rule a line
describe("Authentication, of changes", {
  meta: { changes: ["batches", "labels", "purchase-orders", "shipments", "warehouses"] },
}, () => {
  rule.fromStandard("auth.key.missing", "changes records without a key where unknown ones were not refused for it", judgeChangesWithoutKey);
  rule.fromStandard("auth.key.missing.status", "compares changes without a key and with a wrong one", judgeChangesRefused);
  rule.fromStandard("auth.key.wrong.v1", "changes a record with a wrong key", (t) => judgeChangeWithWrongKey(t, "v1"));
  rule.fromStandard("auth.key.wrong.v2", "changes a record with a wrong key", (t) => judgeChangeWithWrongKey(t, "v2"));
  rule.fromStandard("auth.key.wrong.v2", "cancels and tags shipments and voids labels with a wrong key before it does so with the right one", judgeTriedBefore);
});
