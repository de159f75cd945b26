import { describe } from "vitest";
import { reports } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  defaultDirection,
  defaultKey,
  defaultPage,
  defaultSize,
} from "../../helpers/engine/lists/defaults.js";
import { judgeLongOrder } from "../../helpers/engine/lists/long-lists.js";
import { partition } from "../../helpers/engine/lists/partition.js";
import { pastLast } from "../../helpers/engine/lists/sizes.js";
import { observeOrder, slices, sortsBy } from "../../helpers/engine/lists/slices.js";

describe("GET /v1/incubator/adjustments/reports: pages", () => {
  rule("reports.slice.asc", "takes pages of several sizes under asc", async (t) => {
    await slices(t, reports, "created_at", "asc");
    await judgeLongOrder(t, reports);
  });

  rule("reports.slice.desc", "takes pages of several sizes under desc", (t) =>
    slices(t, reports, "created_at", "desc"),
  );

  rule("reports.default.page-size", "leaves page_size out", (t) => defaultSize(t, reports));

  rule.fromStandard("reports.default.page", "leaves page out", (t) => defaultPage(t, reports));

  rule("reports.default.sort-dir", "leaves sort_dir out, without and with a filter", (t) =>
    defaultDirection(t, reports),
  );

  rule.fromStandard("reports.default.sort-by", "leaves sort_by out under both directions", (t) =>
    defaultKey(t, reports),
  );

  rule.fromStandard("reports.sort-by.modified_at", "sorts by time of modification in both directions", (t) =>
    sortsBy(t, reports, "modified_at"),
  );

  rule.fromStandard("reports.partition", "walks the list cut in several ways", (t) =>
    partition(t, reports, "created_at"),
  );

  rule.fromStandard("reports.page-past-last", "asks for pages past the last", (t) => pastLast(t, reports));

  rule.fromStandard("reports.order", "looks at the order inside a page under asc and under desc", (t) =>
    observeOrder(t, reports),
  );
});
