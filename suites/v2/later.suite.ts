import { describe } from "vitest";
import { judgeModifiedPlace, judgeModifiedSince } from "../../helpers/engine/resources/shipments/changed.js";
import {
  judgeCancelled,
  judgeCancelledForms,
  judgeLeftPending,
  judgeLeftTag,
  judgeTagKept,
  judgeTagRemoved,
  judgeTotalLeft,
  judgeTotalUntagged,
  judgeUnderCancelled,
  judgeUnderTag,
} from "../../helpers/engine/resources/shipments/later-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// Near the end of the run, one list serves all checks: effects last, and no other shipment changed.
// biome-ignore format: one rule a line
describe("v2 endpoints: shipments, later in the run", { meta: { changes: ["shipments"] } }, () => {
  rule.fromStandard("v2.shipments.cancel", "looks again at the cancelled shipment", judgeCancelled);
  rule.fromStandard("v2.shipments.tag-added", "looks again for the tag that was left on the shipment", judgeTagKept);
  rule.fromStandard("v2.shipments.tag-removed", "looks again for the removed tag on the shipment", judgeTagRemoved);
});

// biome-ignore format: one rule a line
describe("GET /v1/shipments: shipments, later in the run", { meta: { reads: ["shipments"] } }, () => {
  rule.fromStandard("shipments.filter.shipment_status", "asks for the cancelled shipment under its status", judgeUnderCancelled);
  rule.fromStandard("shipments.filter.shipment_status", "asks for the cancelled shipment under its former status", judgeLeftPending);
  rule.fromStandard("shipment.list-by-id.identity", "compares the list and the by-id form of the cancelled shipment", judgeCancelledForms);
  rule.fromStandard("shipments.filter.tag", "asks for the tagged shipment under the tag that it shows", judgeUnderTag);
  rule.fromStandard("shipments.filter.tag", "asks for the shipment under the tag removed from it", judgeLeftTag);
  rule.fromStandard("paging.total.matches-items", "counts those of the former status of the cancelled shipment", judgeTotalLeft);
  rule.fromStandard("paging.total.matches-items", "counts those with the tag that was removed from a shipment", judgeTotalUntagged);
  rule.fromStandard("shipments.sort-by.modified_at", "looks for the shipment that the run cancelled among those modified last", judgeModifiedPlace);
  rule.fromStandard("shipments.filter.modified_at_start", "asks for shipments modified since the run cancelled one", judgeModifiedSince);
});
