import { describe } from "vitest";
import {
  boundsBetween,
  judgeTogether,
  judgeTotal,
  walkFiltered,
  windowSieve,
} from "../../helpers/runner/filtering.js";
import { judgeKnown } from "../../helpers/runner/known.js";
import { accepted } from "../../helpers/runner/pages.js";
import { rule } from "../../helpers/runner/rule.js";
import { datedOf } from "../../helpers/runner/slicing.js";
import { judgeBoundary, judgeBounds, judgeWindows } from "../../helpers/runner/windowing.js";

const HIDDEN_DIGITS =
  "reports at a bound come back when it is moved by a second at most, and their times may have finer digits than are printed; an account whose reports show whole seconds would settle it";

describe("GET /v1/incubator/adjustments/reports: date bounds", () => {
  rule("reports.filter.created_at_start", "asks for what was created after several times", async (t) => {
    await judgeBounds(t, "reports", { member: "created_at", edge: "start" });
  });

  rule("reports.filter.created_at_end", "asks for what was created before several times", async (t) => {
    await judgeBounds(t, "reports", { member: "created_at", edge: "end" });
  });

  rule("reports.filter.created_at_start.inclusive", "starts at the very times of reports", async (t) => {
    const { asked, exclusive, hidden } = await judgeBoundary(t, "reports", "start");
    t.find(exclusive);
    if (exclusive.length === 0 && hidden.length > 0) t.inconclusive(HIDDEN_DIGITS);
    t.saw("reports at the bound", asked);
  });

  rule("reports.filter.created_at_end.inclusive", "ends at the very times of reports", async (t) => {
    const { asked, exclusive, hidden } = await judgeBoundary(t, "reports", "end");
    t.find(exclusive);
    if (exclusive.length === 0 && hidden.length > 0) t.inconclusive(HIDDEN_DIGITS);
    t.saw("reports at the bound", asked);
  });

  rule(
    "reports.filter.created_at_end.as-printed",
    "ends at the times of reports as they are printed",
    async (t) => {
      const { asked, exclusive, hidden } = await judgeBoundary(t, "reports", "end");
      if (exclusive.length > 0)
        t.inconclusive("the end bound leaves out reports at it; see reports.filter.created_at_end.inclusive");
      t.find(hidden);
      t.saw("reports at the bound", asked);
    },
  );

  rule("reports.filter.combined", "asks for windows with both bounds", async (t) => {
    await judgeWindows(t, "reports", (known, start, end) =>
      judgeTogether(t, "reports", known, [
        windowSieve("created_at", { start }),
        windowSieve("created_at", { end }),
      ]),
    );
  });

  rule("reports.total", "compares total with what the filtered pages hold", async (t) => {
    t.find(
      await judgeKnown(t, "reports", async (known) => {
        const bounds = boundsBetween(datedOf(t, "reports", known, "created_at"));
        const bound = bounds[Math.floor(bounds.length / 2)];
        if (bound === undefined) return t.inconclusive("needs reports on both sides of a time");
        const sieves = [
          windowSieve("created_at", { end: bound }),
          windowSieve("created_at", { start: bound }),
        ];
        const asked = t.settings.effort === "quick" ? sieves.slice(0, 1) : sieves;
        const findings = asked.map(async ({ query, filter }) =>
          judgeTotal(t, known, filter, accepted(t, await walkFiltered(t, "reports", known, query))),
        );
        t.saw("filters", asked.length);
        return (await Promise.all(findings)).flat().slice(0, 1);
      }),
    );
  });
});
