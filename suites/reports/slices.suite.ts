import { describe } from "vitest";
import { reports } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  judgeDefaultDirection,
  judgeDefaultKey,
  judgeDefaultPage,
  judgeDefaultSize,
} from "../../helpers/engine/lists/defaults.js";
import { judgeLongOrder } from "../../helpers/engine/lists/long-lists.js";
import { judgePartition } from "../../helpers/engine/lists/partition.js";
import { judgePastLast } from "../../helpers/engine/lists/sizes.js";
import { judgeSlices, judgeSortsBy, observeOrder } from "../../helpers/engine/lists/slices.js";

describe("GET /v1/incubator/adjustments/reports: pages", () => {
  rule("reports.slice.asc", "takes pages of several sizes under asc", async (t) => {
    await judgeSlices(t, reports, "created_at", "asc");
    await judgeLongOrder(t, reports);
  });

  rule("reports.slice.desc", "takes pages of several sizes under desc", (t) =>
    judgeSlices(t, reports, "created_at", "desc"),
  );

  rule("reports.default.page-size", "leaves page_size out", (t) => judgeDefaultSize(t, reports));

  rule.fromStandard("reports.default.page", "leaves page out", (t) => judgeDefaultPage(t, reports));

  rule("reports.default.sort-dir", "leaves sort_dir out, without and with a filter", (t) =>
    judgeDefaultDirection(t, reports),
  );

  rule.fromStandard("reports.default.sort-by", "leaves sort_by out under both directions", (t) =>
    judgeDefaultKey(t, reports),
  );

  rule.fromStandard("reports.sort-by.modified_at", "sorts by time of modification in both directions", (t) =>
    judgeSortsBy(t, reports, "modified_at"),
  );

  rule.fromStandard("reports.partition", "walks the list cut in several ways", (t) =>
    judgePartition(t, reports, "created_at"),
  );

  rule.fromStandard("reports.page-past-last", "asks for pages past the last", (t) =>
    judgePastLast(t, reports),
  );

  rule.fromStandard("reports.order", "looks at the order inside a page under asc and under desc", (t) =>
    observeOrder(t, reports),
  );
});
