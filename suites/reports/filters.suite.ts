import { describe } from "vitest";
import { reports } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { judgeFiltersTogether } from "../../helpers/engine/lists/filters.js";
import { judgeFilteredTotals } from "../../helpers/engine/lists/totals.js";
import { judgeAsPrinted, judgeBound, judgeInclusive } from "../../helpers/engine/lists/windows.js";

describe("GET /v1/incubator/adjustments/reports: date bounds", () => {
  rule("reports.filter.created_at_start", "asks for what was created after several times", (t) =>
    judgeBound(t, reports, "created_at", "start"),
  );

  rule("reports.filter.created_at_end", "asks for what was created before several times", (t) =>
    judgeBound(t, reports, "created_at", "end"),
  );

  rule.fromStandard("reports.filter.created_at_start.inclusive", "starts at the very times of reports", (t) =>
    judgeInclusive(t, reports, "start"),
  );

  rule.fromStandard("reports.filter.created_at_end.inclusive", "ends at the very times of reports", (t) =>
    judgeInclusive(t, reports, "end"),
  );

  rule.fromStandard(
    "reports.filter.created_at_end.as-printed",
    "ends at the times of reports as they are printed",
    (t) => judgeAsPrinted(t, reports),
  );

  rule.fromStandard("reports.filter.combined", "asks for windows with both bounds", (t) =>
    judgeFiltersTogether(t, reports),
  );

  rule("reports.total", "compares total with what the filtered pages hold", (t) =>
    judgeFilteredTotals(t, reports),
  );
});
