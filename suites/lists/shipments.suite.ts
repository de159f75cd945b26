import { describe } from "vitest";
import { shipments, shipmentsInV2 } from "../../helpers/contract/lists.js";
import { judgeDefaultPage, judgeDefaultSize } from "../../helpers/engine/lists/laws/defaults.js";
import { judgeFilter } from "../../helpers/engine/lists/laws/filters.js";
import { judgeFiltersTogether } from "../../helpers/engine/lists/laws/filters-together.js";
import { observeBounds } from "../../helpers/engine/lists/laws/inclusive.js";
import { judgeLongOrder } from "../../helpers/engine/lists/laws/long-lists.js";
import { judgePartition } from "../../helpers/engine/lists/laws/partition.js";
import { judgePastLast } from "../../helpers/engine/lists/laws/past-last.js";
import { judgeSlices } from "../../helpers/engine/lists/laws/slices.js";
import { observeOrder } from "../../helpers/engine/lists/laws/sorting.js";
import { judgeFilteredTotals } from "../../helpers/engine/lists/laws/totals.js";
import { judgeBound } from "../../helpers/engine/lists/laws/windows.js";
import { judgeEveryAge, judgeEveryValue } from "../../helpers/engine/lists/laws/without-filter.js";
import { judgeDefaultSizeV2 } from "../../helpers/engine/lists/open/laws.js";
import { judgeListedWithBatches } from "../../helpers/engine/resources/shipments/batch-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { observeUnknownStatus } from "./unknown-status.js";

// The document states the slice law for labels only. For shipments only the set on a page is judged; which slice comes
// without sort parameters is a matter of suites/shipments/defaults.suite.ts.

// biome-ignore format: one rule a line
describe("GET /v1/shipments: slices and defaults", () => {
  rule("shipments.slice.asc", "takes pages of several sizes under asc", async (t) => {
    await judgeSlices(t, shipments, "created_at", "asc");
    await judgeLongOrder(t, shipments);
  });
  rule("shipments.slice.desc", "takes pages of several sizes under desc", (t) => judgeSlices(t, shipments, "created_at", "desc"));
  rule("shipments.default.page-size", "leaves page_size out", (t) => judgeDefaultSize(t, shipments));
  rule.fromStandard("shipments.default.page", "leaves page out", (t) => judgeDefaultPage(t, shipments));
  rule.fromStandard("shipments.default.all", "looks for the shipments of every status and age in the unfiltered list", async (t) => {
    await judgeEveryAge(t, shipments);
    await judgeEveryValue(t, shipments, "shipment_status");
    await judgeListedWithBatches(t);
  });
  rule.fromStandard("shipments.order", "looks at the order inside a page under asc and under desc", (t) => observeOrder(t, shipments));
  rule.fromStandard("shipments.default.page-size.v2", "leaves page_size out", (t) => judgeDefaultSizeV2(t, shipmentsInV2));
  rule.fromStandard("shipments.partition", "walks the list sorted and cut in several ways", (t) => judgePartition(t, shipments, "created_at", "modified_at"));
  rule.fromStandard("shipments.page-past-last", "asks for pages past the last", (t) => judgePastLast(t, shipments));
});

// biome-ignore format: one rule a line
describe("GET /v1/shipments: filters", () => {
  rule("shipments.filter.shipment_status", "asks for each of the four states", (t) => judgeFilter(t, shipments, "shipment_status"));
  rule("shipments.filter.tag", "asks for tags that shipments carry, and for one that none has", (t) => judgeFilter(t, shipments, "tag"));
  rule("shipments.filter.created_at_start", "asks for what was created after several times", (t) => judgeBound(t, shipments, "created_at", "start"));
  rule("shipments.filter.created_at_end", "asks for what was created before several times", (t) => judgeBound(t, shipments, "created_at", "end"));
  rule.fromStandard("shipments.filter.modified_at_start", "asks for what was modified after several times", (t) => judgeBound(t, shipments, "modified_at", "start"));
  rule.fromStandard("shipments.filter.modified_at_end", "asks for what was modified before several times", (t) => judgeBound(t, shipments, "modified_at", "end"));
  rule.fromThorough("shipments.filter.bounds", "asks with the very times of a shipment as bounds", async (t) => {
    await observeBounds(t, shipments, "created_at");
    await observeBounds(t, shipments, "modified_at");
  });
  rule("shipments.filter.combined", "asks for up to four filters that one shipment meets", (t) => judgeFiltersTogether(t, shipments));
  rule.fromStandard("shipments.filter.shipment_status.unknown", "asks for a state that does not exist", (t) => observeUnknownStatus(t, shipments, "shipment_status"));
  rule("shipments.total", "compares total with what the filtered pages hold", (t) => judgeFilteredTotals(t, shipments));
});
