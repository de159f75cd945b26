import { describe } from "vitest";
import {
  judgeDeletions,
  judgeNoFailure,
  judgeUnknownWarehouse,
  judgeUpdates,
} from "../../helpers/engine/resources/unknown-changes.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("Errors: changes", () => {
  rule.fromStandard("error.404.v2.delete", "deletes an unknown record of each family", judgeDeletions);
  rule.fromStandard("error.404.v2.change", "changes an unknown record of each family", judgeUpdates);
  rule.fromStandard("status.unknown-id-no-5xx", "changes and deletes unknown records of each family", judgeNoFailure);
});

// Its body names a warehouse that is there.
// biome-ignore format: one rule a line
describe("Errors: changes of warehouses", { meta: { changes: ["warehouses"] } }, () => {
  rule.fromStandard("error.404.warehouse", "updates an unknown warehouse with a full body", judgeUnknownWarehouse);
});
