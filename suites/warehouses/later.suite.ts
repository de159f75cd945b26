import { describe } from "vitest";
import { judgeLabelsKept } from "../../helpers/engine/resources/warehouses/labels.js";
import { judgeBeside, staysPutBack } from "../../helpers/engine/resources/warehouses/later-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// Near the end of the run, by one list: restored values last.
// biome-ignore format: one rule a line
describe("PUT /v1/warehouses/{warehouse_id}, later in the run", { meta: { changes: ["warehouses"] } }, () => {
  rule.fromStandard("warehouses.update.only-that-one", "lists all warehouses again", judgeBeside);
  rule.fromStandard("warehouses.update.restores", "looks for the name put back", staysPutBack("name"));
  rule.fromStandard("warehouses.update.origin-address", "looks for the address put back", staysPutBack("origin_address"));
  rule.fromStandard("warehouses.update.return-address", "looks for the address put back", staysPutBack("return_address"));
});

// biome-ignore format: one rule a line
describe("GET /v1/labels: warehouse_id, later in the run", { meta: { reads: ["warehouses"] } }, () => {
  rule.fromStandard("labels.filter.warehouse_id", "asks for the labels of the warehouse that was changed", judgeLabelsKept);
});
