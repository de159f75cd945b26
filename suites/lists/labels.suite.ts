import { describe } from "vitest";
import { labels, labelsInV2 } from "../../helpers/contract/lists.js";
import {
  judgeDefaultDirection,
  judgeDefaultKey,
  judgeDefaultPage,
  judgeDefaultSize,
} from "../../helpers/engine/lists/laws/defaults.js";
import { judgeFilter, judgeUnknownValues } from "../../helpers/engine/lists/laws/filters.js";
import { judgeFiltersTogether } from "../../helpers/engine/lists/laws/filters-together.js";
import { judgeAsPrinted, judgeInclusive } from "../../helpers/engine/lists/laws/inclusive.js";
import { judgeLongOrder } from "../../helpers/engine/lists/laws/long-lists.js";
import { judgePartition } from "../../helpers/engine/lists/laws/partition.js";
import { judgePastLast } from "../../helpers/engine/lists/laws/past-last.js";
import { judgeSlices } from "../../helpers/engine/lists/laws/slices.js";
import { judgeSortsByChange } from "../../helpers/engine/lists/laws/sorting.js";
import { judgeFilteredTotals } from "../../helpers/engine/lists/laws/totals.js";
import { judgeBound } from "../../helpers/engine/lists/laws/windows.js";
import { judgeEveryAge, judgeEveryValue } from "../../helpers/engine/lists/laws/without-filter.js";
import { judgeDefaultSizeV2 } from "../../helpers/engine/lists/open/laws.js";
import { judgeOfBatches } from "../../helpers/engine/resources/labels/of-batches.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { observeUnknownStatus } from "./unknown-status.js";

// sort_dir picks the slice. With N labels, rank 1 the oldest, page p of size s holds ranks (p-1)s+1 to ps under asc,
// and ranks N-ps+1 to N-(p-1)s under desc. Inside a page labels always stand oldest first, which the exchange oracles
// judge on every page. A parameter left out must give the same answer as its default; where the two differ, the rank
// law tells which is wrong, and only the answer without the parameter is blamed.

// biome-ignore format: one rule a line
describe("GET /v1/labels: slices and defaults", () => {
  rule("labels.default.page-size", "leaves page_size out on the first and on later pages", (t) => judgeDefaultSize(t, labels));
  rule("labels.default.page", "leaves page out", (t) => judgeDefaultPage(t, labels));
  rule("labels.default.sort-dir", "leaves sort_dir out on several pages, and with a filter", (t) => judgeDefaultDirection(t, labels));
  rule("labels.default.sort-by", "leaves sort_by out under both directions", (t) => judgeDefaultKey(t, labels));
  rule.fromStandard("labels.default.all", "looks for the labels of every status and age in the unfiltered list", async (t) => {
    await judgeEveryAge(t, labels);
    await judgeEveryValue(t, labels, "label_status");
    await judgeOfBatches(t);
  });
  rule.fromStandard("labels.default.page-size.v2", "leaves page_size out", (t) => judgeDefaultSizeV2(t, labelsInV2));

  rule("labels.slice.asc", "takes pages of several sizes under asc, first and last ones among them", async (t) => {
    await judgeSlices(t, labels, "created_at", "asc");
    await judgeLongOrder(t, labels);
  });
  rule("labels.slice.desc", "takes pages of several sizes under desc, first and last ones among them", (t) => judgeSlices(t, labels, "created_at", "desc"));
  rule.fromStandard("labels.sort-by.modified_at", "sorts by time of modification in both directions", (t) => judgeSortsByChange(t, labels));
  rule("labels.partition", "walks the list under desc, asc and default", (t) => judgePartition(t, labels, "created_at"));
  rule.fromStandard("labels.sort-by.modified_at.partition", "walks the list by time of modification", (t) => judgePartition(t, labels, "modified_at"));
  rule("labels.page-past-last", "asks for pages past the last, with and without filter", (t) => judgePastLast(t, labels));
});

// biome-ignore format: one rule a line
describe("GET /v1/labels: filters", () => {
  rule("labels.filter.label_status", "filters by each status", (t) => judgeFilter(t, labels, "label_status"));
  rule("labels.filter.carrier_id", "filters by carriers that labels have, and by part of a carrier id", (t) => judgeFilter(t, labels, "carrier_id"));
  rule("labels.filter.service_code", "filters by services that labels have, and by part of a service code", (t) => judgeFilter(t, labels, "service_code"));
  rule("labels.filter.tracking_number", "filters by tracking numbers, and by part of one", (t) => judgeFilter(t, labels, "tracking_number"));
  rule("labels.filter.batch_id", "filters by batches that labels have, and by part of a batch id", (t) => judgeFilter(t, labels, "batch_id"));
  rule("labels.filter.combined", "combines up to four filters", (t) => judgeFiltersTogether(t, labels));
  rule("labels.total", "reads the total of filtered lists, on each of their pages", (t) => judgeFilteredTotals(t, labels));
  rule.fromStandard("labels.filter.unknown-value", "filters by values that no label has", (t) => judgeUnknownValues(t, labels));
  rule.fromStandard("labels.filter.label_status.unknown", "filters by a status outside the enumeration", (t) => observeUnknownStatus(t, labels, "label_status"));

  rule("labels.filter.created_at_start", "starts windows between labels and close to them", (t) => judgeBound(t, labels, "created_at", "start"));
  rule("labels.filter.created_at_end", "ends windows between labels and close to them", (t) => judgeBound(t, labels, "created_at", "end"));
  rule.fromStandard("labels.filter.created_at_start.inclusive", "starts windows exactly when a label was created", (t) => judgeInclusive(t, labels, "start"));
  rule.fromStandard("labels.filter.created_at_end.inclusive", "ends windows exactly when a label was created", (t) => judgeInclusive(t, labels, "end"));
  rule.fromStandard("labels.filter.created_at_end.as-printed", "ends windows with a time as printed", (t) => judgeAsPrinted(t, labels));
});
