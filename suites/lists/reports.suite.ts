import { describe } from "vitest";
import { reports } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  defaultDirection,
  defaultKey,
  defaultPage,
  defaultSize,
} from "../../helpers/engine/lists/defaults.js";
import { filtersTogether } from "../../helpers/engine/lists/filters-together.js";
import { judgeLongOrder } from "../../helpers/engine/lists/long-lists.js";
import { partition } from "../../helpers/engine/lists/partition.js";
import { pastLast } from "../../helpers/engine/lists/past-last.js";
import { observeOrder, slices, sortsBy } from "../../helpers/engine/lists/slices.js";
import { filteredTotals } from "../../helpers/engine/lists/totals.js";
import { asPrinted, bound, inclusive } from "../../helpers/engine/lists/windows.js";

// biome-ignore format: one rule a line
describe("GET /v1/incubator/adjustments/reports", () => {
  rule("reports.filter.created_at_start", "asks for what was created after several times", (t) => bound(t, reports, "created_at", "start"));
  rule("reports.filter.created_at_end", "asks for what was created before several times", (t) => bound(t, reports, "created_at", "end"));
  rule.fromStandard("reports.filter.created_at_start.inclusive", "starts at the very times of reports", (t) => inclusive(t, reports, "start"));
  rule.fromStandard("reports.filter.created_at_end.inclusive", "ends at the very times of reports", (t) => inclusive(t, reports, "end"));
  rule.fromStandard("reports.filter.created_at_end.as-printed", "ends at the times of reports as they are printed", (t) => asPrinted(t, reports));
  rule.fromStandard("reports.filter.combined", "asks for windows with both bounds", (t) => filtersTogether(t, reports));
  rule("reports.total", "compares total with what the filtered pages hold", (t) => filteredTotals(t, reports));

  rule("reports.slice.asc", "takes pages of several sizes under asc", async (t) => {
    await slices(t, reports, "created_at", "asc");
    await judgeLongOrder(t, reports);
  });
  rule("reports.slice.desc", "takes pages of several sizes under desc", (t) => slices(t, reports, "created_at", "desc"));
  rule("reports.default.page-size", "leaves page_size out", (t) => defaultSize(t, reports));
  rule.fromStandard("reports.default.page", "leaves page out", (t) => defaultPage(t, reports));
  rule("reports.default.sort-dir", "leaves sort_dir out, without and with a filter", (t) => defaultDirection(t, reports));
  rule.fromStandard("reports.default.sort-by", "leaves sort_by out under both directions", (t) => defaultKey(t, reports));
  rule.fromStandard("reports.sort-by.modified_at", "sorts by time of modification in both directions", (t) => sortsBy(t, reports, "modified_at"));
  rule.fromStandard("reports.partition", "walks the list cut in several ways", (t) => partition(t, reports, "created_at"));
  rule.fromStandard("reports.page-past-last", "asks for pages past the last", (t) => pastLast(t, reports));
  rule.fromStandard("reports.order", "looks at the order inside a page under asc and under desc", (t) => observeOrder(t, reports));
});
