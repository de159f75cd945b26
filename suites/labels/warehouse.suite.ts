import { describe } from "vitest";
import {
  beside,
  judgeCombined,
  judgeDirection,
  judgeFilter,
  judgeHidden,
  judgeItems,
  judgeRepeats,
  judgeSize,
  judgeSlice,
  judgeTotal,
} from "../../helpers/engine/resources/labels/warehouse-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("GET /v1/labels: warehouse_id", () => {
  rule.fromStandard("labels.filter.warehouse_id", "filters by warehouses of the labels' shipments and by an unknown one", judgeFilter);
  rule.fromStandard("labels.filter.warehouse_id.items", "looks up the shipments of the labels that the filter returns, and of those that it leaves out", judgeItems);
});

// biome-ignore format: one rule a line
describe("GET /v1/labels: other rules under warehouse_id", () => {
  rule.fromStandard("labels.default.all", "looks for labels of a warehouse that no listed label belongs to", judgeHidden);
  rule.fromStandard("labels.filter.combined", "combines warehouse_id with other filters, sorted", beside(judgeCombined));
  rule.fromStandard("labels.default.page-size", "leaves page_size out under warehouse_id", beside(judgeSize));
  rule.fromStandard("labels.default.sort-dir", "leaves sort_dir out under warehouse_id", beside(judgeDirection));
  rule.fromStandard("labels.partition", "looks for labels that come twice under warehouse_id", beside(judgeRepeats));
  rule.fromStandard("labels.slice.asc", "takes the oldest labels of a warehouse", beside(judgeSlice("asc")));
  rule.fromStandard("labels.slice.desc", "takes the newest labels of a warehouse", beside(judgeSlice("desc")));
  rule.fromStandard("labels.total", "reads the total under warehouse_id", beside(judgeTotal));
});
