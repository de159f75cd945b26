import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  boundsBetween,
  judgeTogether,
  judgeTotal,
  together,
  walkCut,
  walkFiltered,
  windowSieve,
} from "../../helpers/engine/lists/filtering.js";
import { accepted } from "../../helpers/engine/lists/pages.js";
import { datedOf } from "../../helpers/engine/lists/slicing.js";
import { judgeKnown, WHICH_ITEMS } from "../../helpers/engine/lists/watching.js";
import {
  judgeBoundary,
  judgeBounds,
  judgeWindows,
  middleWindow,
  trialsOf,
} from "../../helpers/engine/lists/windowing.js";

const HIDDEN_DIGITS =
  "reports at a bound come back when it is moved by a second at most, and their times may have finer digits than are printed; an account whose reports show whole seconds would settle it";

describe("GET /v1/incubator/adjustments/reports: date bounds", () => {
  rule("reports.filter.created_at_start", "asks for what was created after several times", async (t) => {
    await judgeBounds(t, "reports", { member: "created_at", edge: "start" });
  });

  rule("reports.filter.created_at_end", "asks for what was created before several times", async (t) => {
    await judgeBounds(t, "reports", { member: "created_at", edge: "end" });
  });

  rule(
    "reports.filter.created_at_start.inclusive",
    "starts at the very times of reports",
    async (t) => {
      const { asked, exclusive, hidden } = await judgeBoundary(t, "reports", "start");
      t.find(exclusive);
      if (exclusive.length === 0 && hidden.length > 0) t.inconclusive(HIDDEN_DIGITS);
      t.saw("reports at the bound", asked);
    },
    { from: "standard" },
  );

  rule(
    "reports.filter.created_at_end.inclusive",
    "ends at the very times of reports",
    async (t) => {
      const { asked, exclusive, hidden } = await judgeBoundary(t, "reports", "end");
      t.find(exclusive);
      if (exclusive.length === 0 && hidden.length > 0) t.inconclusive(HIDDEN_DIGITS);
      t.saw("reports at the bound", asked);
    },
    { from: "standard" },
  );

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
    { from: "standard" },
  );

  rule(
    "reports.filter.combined",
    "asks for windows with both bounds",
    async (t) => {
      await judgeWindows(t, "reports", (known, start, end, pages) => {
        const sieves = [windowSieve("created_at", { start }), windowSieve("created_at", { end })];
        return judgeTogether(t, "reports", known, sieves, pages);
      });
    },
    { from: "standard" },
  );

  rule("reports.total", "compares total with what the filtered pages hold", async (t) => {
    t.find(
      await judgeKnown(
        t,
        "reports",
        async (known) => {
          const edges = t.settings.effort === "quick" ? (["end"] as const) : (["end", "start"] as const);
          const trials = await Promise.all(
            edges.map((edge) => trialsOf(t, "reports", { member: "created_at", edge })),
          );
          const asked = trials.flatMap(([near]) => (near === undefined ? [] : [near.sieve]));
          const walks = asked.map((sieve) => ({
            sieve,
            walk: walkFiltered(t, "reports", known, { ...known.filters, ...sieve.query }),
          }));
          const window = middleWindow(boundsBetween(datedOf(t, "reports", known, "created_at")));
          if (window !== null && t.settings.effort !== "quick") {
            const sieve = together(window.map((bound) => windowSieve("created_at", bound)));
            walks.push({ sieve, walk: walkCut(t, "reports", known, sieve) });
          }
          const findings = walks.map(async ({ sieve, walk }) =>
            judgeTotal(t, known, sieve.filter, accepted(t, await walk)),
          );
          t.saw("filters", walks.length);
          return (await Promise.all(findings)).flat().slice(0, 1);
        },
        WHICH_ITEMS,
      ),
    );
  });
});
