import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  judgeDefaultPage,
  judgeDefaultSize,
  judgeDefaultSizeV2,
} from "../../helpers/engine/lists/defaults.js";
import { judgeFilteredSlice } from "../../helpers/engine/lists/filtered-slices.js";
import { knownItems, sharedSize } from "../../helpers/engine/lists/known.js";
import { judgeLongOrder } from "../../helpers/engine/lists/long-lists.js";
import { readPage } from "../../helpers/engine/lists/pages.js";
import { valuesOf } from "../../helpers/engine/lists/reading.js";
import { datedOf, judgePage, judgeSlices } from "../../helpers/engine/lists/slicing.js";
import { observeOrderInside } from "../../helpers/engine/lists/sorting.js";
import { judgeKnown, WHICH_AND_WHEN } from "../../helpers/engine/lists/watching.js";
import type { Item } from "../../helpers/wire/decode.js";
import { compareInstants, parseInstant } from "../../helpers/wire/instant.js";
import { count } from "../../helpers/wire/message.js";

const DIRECTIONS = ["desc", "asc"] as const;

// The document writes the slice law for labels. For shipments only the set on a page is judged, and the
// default may be any of four: newest or oldest, by creation or by change.
const ORDERS = [
  { dir: "desc", by: "created_at" },
  { dir: "asc", by: "created_at" },
  { dir: "desc", by: "modified_at" },
  { dir: "asc", by: "modified_at" },
] as const;

describe("GET /v1/shipments: slices", () => {
  rule("shipments.slice.asc", "takes pages of several sizes under asc", async (t) => {
    await judgeSlices(t, "shipments", { dir: "asc", by: "created_at" });
    await judgeFilteredSlice(t, "shipments", { dir: "asc", by: "created_at" });
    await judgeLongOrder(t, "shipments");
  });

  rule("shipments.slice.desc", "takes pages of several sizes under desc", async (t) => {
    await judgeSlices(t, "shipments", { dir: "desc", by: "created_at" });
    await judgeFilteredSlice(t, "shipments", { dir: "desc", by: "created_at" });
  });

  rule(
    "shipments.sort-by.modified_at",
    "takes pages by time of modification in both directions",
    async (t) => {
      await needsTwoOrders(t);
      const both = DIRECTIONS.map((dir) => ({ dir, by: "modified_at" }) as const);
      await judgeSlices(t, "shipments", ...(t.settings.effort === "quick" ? both.slice(0, 1) : both));
      for (const slicing of both) await judgeFilteredSlice(t, "shipments", slicing);
    },
  );

  rule("shipments.default.page-size", "leaves page_size out", async (t) => {
    await judgeDefaultSize(t, "shipments", (items) => {
      const frequent = valuesOf(items, "shipment_status").findLast(
        ([, held]) => held > DEFAULT_PAGE_SIZE && held < items.length,
      );
      return frequent === undefined ? null : { query: { shipment_status: frequent[0] }, held: frequent[1] };
    });
  });

  rule(
    "shipments.default.page",
    "leaves page out",
    async (t) => {
      await judgeDefaultPage(t, "shipments");
    },
    { from: "standard" },
  );

  rule(
    "shipments.default.slice",
    "leaves the sort parameters out",
    async (t) => {
      t.find(
        await judgeKnown(
          t,
          "shipments",
          async (known) => {
            const { whole, items } = known;
            if (items.length < 2) {
              return t.inconclusive(`needs a list of two pages; it holds ${count(items.length, "shipment")}`);
            }
            const sizes = [...new Set([DEFAULT_PAGE_SIZE, sharedSize(items.length, known.size)])].filter(
              (size) => size < items.length,
            );
            const reads = await Promise.all(
              (whole ? sizes : [DEFAULT_PAGE_SIZE]).map(async (size) => ({
                size,
                page: await readPage(
                  t,
                  "shipments",
                  { ...known.filters, page: 1, page_size: size === DEFAULT_PAGE_SIZE ? undefined : size },
                  known,
                ),
              })),
            );
            t.saw("pages", reads.length);
            const tries = await Promise.all(
              ORDERS.map(async ({ dir, by }) => {
                // Of a list too long to be known the page with that order given shows what is due.
                const given = whole
                  ? null
                  : await readPage(t, "shipments", { page: 1, sort_dir: dir, sort_by: by }, known);
                return reads.flatMap(({ size, page }) => {
                  const due = given === null ? items : [...given.items, ...page.items];
                  const dated = datedOf(t, "shipments", { items: onceEach(due) }, by);
                  return judgePage(t, page, { page: 1, size, dir }, dated);
                });
              }),
            );
            return tries.some((findings) => findings.length === 0)
              ? []
              : (tries[0] ?? []).map((finding) => ({
                  ...finding,
                  documented:
                    "page 1 without sort parameters holds the newest or the oldest shipments, by created_at or by modified_at",
                }));
          },
          WHICH_AND_WHEN,
        ),
      );
    },
    { from: "standard" },
  );

  rule(
    "shipments.default.sort-dir",
    "looks at which end of the list comes without sort parameters",
    async (t) => {
      const fitting = await defaultOrders(t);
      t.observe(`Without sort_dir the shipment list starts at ${named(fitting.map(({ dir }) => dir))}.`);
    },
    { from: "standard" },
  );

  rule(
    "shipments.default.sort-by",
    "looks at the key that picks the first page without sort parameters",
    async (t) => {
      const fitting = await defaultOrders(t);
      t.observe(`Without sort_by the shipment list goes by ${named(fitting.map(({ by }) => by))}.`);
    },
    { from: "standard" },
  );

  rule(
    "shipments.order",
    "looks at the order inside a page under asc and under desc",
    (t) => observeOrderInside(t, "shipments"),
    { from: "standard" },
  );
});

describe("Limits: the v2 list of shipments", () => {
  rule(
    "shipments.default.page-size.v2",
    "leaves page_size out",
    (t) => judgeDefaultSizeV2(t, "v2ListShipments", "shipments"),
    { from: "standard" },
  );
});

/** Which of the four orders explain what comes without sort parameters. */
async function defaultOrders(t: Check) {
  const known = await knownItems(t, "shipments");
  const size = sharedSize(known.items.length, known.size);
  if (!known.whole || known.items.length < 2)
    t.inconclusive("needs two pages of shipments with different times");
  const page = await readPage(t, "shipments", { page: 1, page_size: size }, known);
  t.saw("pages");
  return ORDERS.filter(
    ({ dir, by }) =>
      judgePage(t, page, { page: 1, size, dir }, datedOf(t, "shipments", known, by)).length === 0,
  );
}

function onceEach(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function named(values: readonly string[]): string {
  return values.length === 0 ? "none that the contract knows" : [...new Set(values)].join(" or ");
}

/** Without two items that swap places a page by modified_at would prove nothing. */
async function needsTwoOrders(t: Check): Promise<void> {
  const { items } = await knownItems(t, "shipments");
  const byCreation = items
    .flatMap(({ id, createdAt, raw }) => {
      const modifiedAt = parseInstant(raw.modified_at);
      return createdAt === null || modifiedAt === null ? [] : [{ id, createdAt, modifiedAt }];
    })
    .toSorted((left, right) => compareInstants(left.createdAt, right.createdAt));
  const swapped = byCreation.some((item, index) => {
    const next = byCreation[index + 1];
    return next !== undefined && compareInstants(item.modifiedAt, next.modifiedAt) > 0;
  });
  if (!swapped) {
    t.inconclusive(
      "needs two shipments of which the older was modified later; modify an old one or point at an account with some",
    );
  }
}
