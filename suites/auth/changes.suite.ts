import { describe } from "vitest";
import {
  judgeArchivedWithWrongKey,
  judgeChangedWithWrongKey,
  judgeChangesRefused,
  judgeChangesWithoutKey,
  judgeTriedBefore,
} from "../../helpers/engine/resources/changes-without-key.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// Without a key only where a call with an unknown id was not refused for the lack of it.
// biome-ignore format: one rule a line
describe("Authentication, of changes without a key", { meta: { changes: ["batches", "purchase-orders", "warehouses"] } }, () => {
  rule.fromStandard("auth.key.missing", "changes records without a key where unknown ones were not refused for it", judgeChangesWithoutKey);
  rule.fromStandard("auth.key.missing.status", "compares calls without a key and with a wrong one", judgeChangesRefused);
});

// biome-ignore format: one rule a line
describe("Authentication, of changes of batches", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard("auth.key.wrong.v1", "archives a batch with a wrong key", (t) => judgeArchivedWithWrongKey(t, "v1"));
  rule.fromStandard("auth.key.wrong.v2", "archives a batch with a wrong key", (t) => judgeArchivedWithWrongKey(t, "v2"));
});

// biome-ignore format: one rule a line
describe("Authentication, of changes of a warehouse", { meta: { changes: ["warehouses"] } }, () => {
  rule.fromStandard("auth.key.wrong.v1", "renames a warehouse with a wrong key", (t) => judgeChangedWithWrongKey(t, "v1UpdateWarehouse"));
});

// biome-ignore format: one rule a line
describe("Authentication, of changes of a purchase order", { meta: { changes: ["purchase-orders"] } }, () => {
  rule.fromStandard("auth.key.wrong.v2", "changes a purchase order with a wrong key", (t) => judgeChangedWithWrongKey(t, "v2UpdatePurchaseOrder"));
});

// biome-ignore format: one rule a line
describe("Authentication, of changes of shipments and labels", { meta: { changes: ["labels", "shipments"] } }, () => {
  rule.fromStandard("auth.key.wrong.v2", "cancels and tags shipments and voids labels with a wrong key before it does so with the right one", judgeTriedBefore);
});
