import { describe } from "vitest";
import { reports } from "../../helpers/contract/lists.js";
import {
  judgeDefaultDirection,
  judgeDefaultKey,
  judgeDefaultPage,
  judgeDefaultSize,
} from "../../helpers/engine/lists/laws/defaults.js";
import { judgeFiltersTogether } from "../../helpers/engine/lists/laws/filters-together.js";
import { judgeAsPrinted, judgeInclusive } from "../../helpers/engine/lists/laws/inclusive.js";
import { judgeLongOrder } from "../../helpers/engine/lists/laws/long-lists.js";
import { judgePartition } from "../../helpers/engine/lists/laws/partition.js";
import { judgePastLast } from "../../helpers/engine/lists/laws/past-last.js";
import { judgeSlices } from "../../helpers/engine/lists/laws/slices.js";
import { judgeSortsByChange, observeOrder } from "../../helpers/engine/lists/laws/sorting.js";
import { judgeFilteredTotals } from "../../helpers/engine/lists/laws/totals.js";
import { judgeBound } from "../../helpers/engine/lists/laws/windows.js";
import { judgeEveryAge } from "../../helpers/engine/lists/laws/without-filter.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("GET /v1/incubator/adjustments/reports", () => {
  rule("reports.filter.created_at_start", "asks for what was created after several times", (t) => judgeBound(t, reports, "created_at", "start"));
  rule("reports.filter.created_at_end", "asks for what was created before several times", (t) => judgeBound(t, reports, "created_at", "end"));
  rule.fromStandard("reports.filter.created_at_start.inclusive", "starts at the very times of reports", (t) => judgeInclusive(t, reports, "start"));
  rule.fromStandard("reports.filter.created_at_end.inclusive", "ends at the very times of reports", (t) => judgeInclusive(t, reports, "end"));
  rule.fromStandard("reports.filter.created_at_end.as-printed", "ends at the times of reports as they are printed", (t) => judgeAsPrinted(t, reports));
  rule.fromStandard("reports.filter.combined", "asks for windows with both bounds", (t) => judgeFiltersTogether(t, reports));
  rule("reports.total", "compares total with what the filtered pages hold", (t) => judgeFilteredTotals(t, reports));

  rule("reports.slice.asc", "takes pages of several sizes under asc", async (t) => {
    await judgeSlices(t, reports, "created_at", "asc");
    await judgeLongOrder(t, reports);
  });
  rule("reports.slice.desc", "takes pages of several sizes under desc", (t) => judgeSlices(t, reports, "created_at", "desc"));
  rule("reports.default.page-size", "leaves page_size out", (t) => judgeDefaultSize(t, reports));
  rule.fromStandard("reports.default.page", "leaves page out", (t) => judgeDefaultPage(t, reports));
  rule("reports.default.sort-dir", "leaves sort_dir out, without and with a filter", (t) => judgeDefaultDirection(t, reports));
  rule.fromStandard("reports.default.sort-by", "leaves sort_by out under both directions", (t) => judgeDefaultKey(t, reports));
  rule.fromStandard("reports.default.all", "looks for the reports of every age in the unfiltered list", (t) => judgeEveryAge(t, reports));
  rule.fromStandard("reports.sort-by.modified_at", "sorts by time of modification in both directions", (t) => judgeSortsByChange(t, reports));
  rule.fromStandard("reports.partition", "walks the list cut in several ways", (t) => judgePartition(t, reports, "created_at"));
  rule.fromStandard("reports.page-past-last", "asks for pages past the last", (t) => judgePastLast(t, reports));
  rule.fromStandard("reports.order", "looks at the order inside a page under asc and under desc", (t) => observeOrder(t, reports));
});
