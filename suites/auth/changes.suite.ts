import { describe } from "vitest";
import {
  judgeChangesRefused,
  judgeChangesWithoutKey,
} from "../../helpers/engine/resources/changes-without-key.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// Only where a call with an unknown id was not refused for the lack of a key.
describe("Authentication, of changes", {
  meta: { changes: ["batches", "purchase-orders", "warehouses"] },
}, () => {
  rule.fromStandard(
    "auth.key.missing",
    "changes records without a key where a wrong key alone was refused",
    judgeChangesWithoutKey,
  );

  rule.fromStandard(
    "auth.key.missing.status",
    "compares changes without a key and with a wrong one",
    judgeChangesRefused,
  );
});
