import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE } from "../../helpers/contract/lists.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  almostAll,
  judgeDefaultPage,
  judgeDefaultSize,
  judgeLeftOut,
} from "../../helpers/engine/lists/defaults.js";
import { judgeFilteredSlice } from "../../helpers/engine/lists/filtered-slices.js";
import { boundsBetween } from "../../helpers/engine/lists/filtering.js";
import { knownItems, sharedSize } from "../../helpers/engine/lists/known.js";
import { judgeLongOrder } from "../../helpers/engine/lists/long-lists.js";
import { judgeSlices } from "../../helpers/engine/lists/slicing.js";
import { judgeSortTaken, observeOrderInside } from "../../helpers/engine/lists/sorting.js";
import { judgePartition, judgePastLast } from "../../helpers/engine/lists/walking.js";
import { datedBy } from "../../helpers/wire/dated.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

const DIRECTIONS = ["desc", "asc"] as const;

describe("GET /v1/incubator/adjustments/reports: pages", () => {
  rule("reports.slice.asc", "takes pages of several sizes under asc", async (t) => {
    await judgeSlices(t, "reports", { dir: "asc", by: "created_at" });
    await judgeFilteredSlice(t, "reports", { dir: "asc", by: "created_at" });
    await judgeLongOrder(t, "reports");
  });

  rule("reports.slice.desc", "takes pages of several sizes under desc", async (t) => {
    await judgeSlices(t, "reports", { dir: "desc", by: "created_at" });
    await judgeFilteredSlice(t, "reports", { dir: "desc", by: "created_at" });
  });

  rule("reports.default.page-size", "leaves page_size out", async (t) => {
    await judgeDefaultSize(t, "reports", (items) => {
      const sieve = almostAll(items);
      const held = items.filter(({ raw }) => sieve?.filter.meets(raw) === true).length;
      return sieve === null || held <= DEFAULT_PAGE_SIZE ? null : { query: sieve.query, held };
    });
  });

  rule(
    "reports.default.page",
    "leaves page out",
    async (t) => {
      await judgeDefaultPage(t, "reports");
    },
    { from: "standard" },
  );

  rule("reports.default.sort-dir", "leaves sort_dir out, without and with a filter", async (t) => {
    await judgeLeftOut(t, "reports", (page_size, items) => {
      const sieve = almostAll(items);
      const sorted = { page_size, page: 1, sort_by: "created_at" };
      return [
        { without: { page_size, page: 1 }, added: { sort_dir: "desc" }, dir: "desc" },
        { without: sorted, added: { sort_dir: "desc" }, dir: "desc", ...(sieve === null ? {} : { sieve }) },
      ];
    });
  });

  rule(
    "reports.default.sort-by",
    "leaves sort_by out under both directions",
    async (t) => {
      await judgeLeftOut(t, "reports", (page_size) =>
        DIRECTIONS.map((dir) => ({
          without: { page_size, page: 1, sort_dir: dir },
          added: { sort_by: "created_at" },
          dir,
        })),
      );
    },
    { from: "standard" },
  );

  rule(
    "reports.sort-by.modified_at",
    "sorts by time of modification in both directions",
    async (t) => {
      const known = await ifReadable(knownItems(t, "reports"));
      const page_size = sharedSize(known?.items.length ?? 0, known?.size ?? 1);
      const queries = [
        { page: 2, page_size, sort_dir: "desc", sort_by: "modified_at" },
        { page: 1, page_size: known?.size ?? 1, sort_dir: "asc", sort_by: "modified_at" },
      ];
      const bounds = boundsBetween(datedBy(known?.items ?? []) ?? []);
      const end = bounds[Math.floor(bounds.length / 2)];
      await judgeSortTaken(t, "reports", queries, end === undefined ? {} : { created_at_end: end.text });
    },
    { from: "standard" },
  );

  rule(
    "reports.partition",
    "walks the list sorted and cut in several ways",
    async (t) => {
      await judgePartition(t, "reports");
    },
    { from: "standard" },
  );

  rule(
    "reports.page-past-last",
    "asks for pages past the last",
    async (t) => {
      await judgePastLast(t, "reports");
    },
    { from: "standard" },
  );

  rule(
    "reports.order",
    "looks at the order inside a page under asc and under desc",
    (t) => observeOrderInside(t, "reports"),
    { from: "standard" },
  );
});
