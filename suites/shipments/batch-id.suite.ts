import { describe } from "vitest";
import { judgeBatches } from "../../helpers/engine/resources/shipments/batch-laws.js";
import { ignores, ignoresAll } from "../../helpers/engine/resources/shipments/precedence-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("GET /v1/shipments: batch_id", () => {
  rule("shipments.filter.batch_id", "asks for batches known from labels, for a truncated batch id and for an unknown one", judgeBatches);
});

// biome-ignore format: one rule a line
describe("GET /v1/shipments: batch_id before other filters", () => {
  rule.fromStandard("shipments.batch-id-precedence.shipment_status", "adds shipment_status to batch_id", ignores("shipment_status"));
  rule.fromStandard("shipments.batch-id-precedence.modified_at_start", "adds modified_at_start to batch_id", ignores("modified_at_start"));
  rule.fromStandard("shipments.batch-id-precedence.modified_at_end", "adds modified_at_end to batch_id", ignores("modified_at_end"));
  rule.fromStandard("shipments.batch-id-precedence.created_at_start", "adds created_at_start to batch_id", ignores("created_at_start"));
  rule.fromStandard("shipments.batch-id-precedence.created_at_end", "adds created_at_end to batch_id", ignores("created_at_end"));
  rule.fromStandard("shipments.batch-id-precedence.tag", "adds tag to batch_id", ignores("tag"));
  rule.fromStandard("shipments.batch-id-precedence.all", "adds all six filters to batch_id", ignoresAll);
});
