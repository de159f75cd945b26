import { DEFAULT_PAGE_SIZE } from "../../../contract/lists.js";
import { all, showing, sinceProcessing } from "../../bends.js";
import type { Fault } from "../fault.js";
import * as answers from "../list-bends/answers.js";
import * as envelopes from "../list-bends/envelopes.js";
import * as filters from "../list-bends/filters.js";
import { filtersIn } from "../list-bends/queries.js";
import * as slices from "../list-bends/slices.js";
import { perList } from "./alike.js";

/** What a page says of the list, and how many items it holds. */
export const faults: readonly Fault[] = [
  ...perList(answers.arrayNamedItems, ({ many }) => `The array of ${many} is named items.`, {
    "reports-array-named-items": "paging.array-name",
    "shipments-array-named-items": "paging.array-name",
  }),
  {
    id: "labels-last-page-one-more",
    rule: "paging.page_size.respected",
    sentence: "The last label page repeats an item of the page before, so that it holds one more.",
    bend: slices.oneMore("labels", (_, isLast) => isLast),
  },
  ...perList(
    (list) => slices.oneMore(list, ({ size }) => size === 1),
    ({ one }) => `Under page_size 1 the later ${one} pages hold two items.`,
    {
      "shipments-size-1-gives-2": "paging.page_size.respected",
      "labels-size-1-gives-2": "paging.page_size.respected",
      "reports-size-1-gives-2": "paging.page_size.respected",
    },
  ),
  ...perList(
    slices.filteredLastLacksOne,
    ({ one }) => `The last page of a filtered ${one} list lacks a ${one}.`,
    {
      "labels-filtered-last-page-lacks-one": "paging.page_size.respected",
      "reports-filtered-last-page-lacks-one": "paging.page_size.respected",
    },
  ),
  ...perList(
    (list) => slices.cutOff(list, 100),
    ({ one, many }) => `A ${one} page ends after a hundred ${many}, though pages counts what was asked for.`,
    {
      "labels-cut-off-at-100": "paging.page_size.respected",
      "shipments-cut-off-at-100": "paging.page_size.respected",
    },
  ),
  ...perList(
    slices.page3Empty,
    ({ one }) => `Page 3 of the ${one} list is empty, though more pages follow.`,
    {
      "batches-page-3-empty": "paging.envelope.consistent.batches",
      "v2-labels-page-3-empty": "paging.total.matches-items.v2",
    },
  ),
  {
    id: "reports-page-size-ignored",
    rule: "paging.page_size.respected",
    sentence: "The report list gives 25 items whatever page_size says.",
    bend: slices.pageSizeIgnored("reports"),
  },
  {
    id: "labels-total-capped",
    rule: "paging.total.matches-items",
    sentence: "The total of the label list counts no further than 100.",
    bend: envelopes.totals("labels", (total) => Math.min(total, 100)),
  },
  {
    id: "labels-total-of-new-ones",
    rule: "paging.total.matches-items",
    sentence: "Once a batch has been processed, the unfiltered label list counts only the labels made since.",
    bend: sinceProcessing((former) =>
      envelopes.totals("labels", (total, { call }) =>
        filtersIn(call.query) === 0 ? total - former.size : total,
      ),
    ),
  },
  ...perList(
    envelopes.totalOneMore,
    ({ one }) => `The total of the unfiltered ${one} list counts one too many.`,
    {
      "labels-total-one-more": "paging.total.matches-items",
      "reports-total-one-more": "paging.total.matches-items",
      "v2-labels-total-one-more": "paging.total.matches-items.v2",
    },
  ),
  {
    id: "errors-without-parameters-total-one-more",
    rule: "paging.envelope.consistent.batches",
    sentence: "The total of v1 batch errors counts one too many when they are asked for without parameters.",
    bend: envelopes.totalOneMoreWithoutParameters("errors"),
  },
  ...perList(
    envelopes.totalOfPage,
    ({ one }) => `The total of ${one} lists is the number of items on the page.`,
    {
      "batches-total-of-page": "paging.envelope.consistent.batches",
      "v2-labels-total-of-page": "paging.total.matches-items.v2",
    },
  ),
  ...perList(
    envelopes.totalOfPageWithoutParameters,
    ({ one }) => `Without any parameter the ${one} list counts only the page.`,
    {
      "labels-without-parameters-total-of-page": "paging.total.matches-items",
      "shipments-without-parameters-total-of-page": "paging.total.matches-items",
      "reports-without-parameters-total-of-page": "paging.total.matches-items",
    },
  ),
  ...perList(
    envelopes.totalOfPagePastLast,
    ({ one }) => `Past the last page the ${one} list counts nothing.`,
    {
      "labels-total-0-past-last": "paging.total.matches-items",
      "shipments-total-0-past-last": "paging.total.matches-items",
      "reports-total-0-past-last": "paging.total.matches-items",
      "v2-shipments-total-0-past-last": "paging.total.matches-items.v2",
      "batches-total-0-past-last": "paging.envelope.consistent.batches",
    },
  ),
  {
    id: "reports-modified-drops-oldest",
    rule: "paging.total.matches-items",
    sentence: "By modified_at the report list lacks its oldest report and does not count it.",
    bend: filters.modifiedDropsOldest("reports"),
  },
  ...perList(
    (list) => slices.asIf(list, (request) => ({ ...request, page: request.page + 1 })),
    ({ one }) => `The ${one} list gives the second page for page 1.`,
    {
      "labels-pages-count-from-0": "labels.partition",
      "reports-pages-count-from-0": "paging.total.matches-items",
    },
  ),
  {
    id: "labels-page-100-loses-last",
    rule: "paging.total.matches-items",
    sentence: "A page of 100 labels or more lacks its last one.",
    bend: slices.reordered("labels", (items, { request }) =>
      request.size >= 100 ? items.slice(0, 99) : items,
    ),
  },
  ...perList(
    envelopes.totalOfLastPage,
    ({ one }) => `On the last ${one} page total is the number of items on the page.`,
    {
      "labels-total-of-last-page": "paging.total.matches-items",
      "reports-total-of-last-page": "paging.total.matches-items",
    },
  ),
  ...perList(envelopes.totalOneLessOnLast, ({ one }) => `On the last ${one} page total counts one too few.`, {
    "shipments-total-one-less-on-last": "paging.total.matches-items",
    "v2-batches-total-one-less-on-last": "paging.total.matches-items.v2",
  }),
  ...perList(
    envelopes.totalOneMoreOnSmallPages,
    ({ one }) => `On pages of at most 10 the unfiltered ${one} list counts one too many.`,
    {
      "labels-total-one-more-on-small-pages": "paging.total.matches-items",
      "shipments-total-one-more-on-small-pages": "paging.total.matches-items",
      "reports-total-one-more-on-small-pages": "paging.total.matches-items",
    },
  ),
  ...perList(
    envelopes.totalIgnoresFilter,
    ({ one, many }) => `The total of a filtered ${one} list counts all ${many}.`,
    {
      "labels-total-ignores-filter": "labels.total",
      "shipments-total-ignores-filter": "shipments.total",
      "reports-total-ignores-filter": "reports.total",
      "batches-total-ignores-filter": "paging.envelope.consistent.batches",
    },
  ),
  {
    id: "shipments-default-sized-single-not-counted",
    rule: "shipments.total",
    sentence: "Without page_size the total of the shipment list is 0 if there is one shipment.",
    bend: envelopes.totals("shipments", (total, { call }) =>
      total === 1 && call.query.page_size === undefined ? 0 : total,
    ),
  },
  ...perList(
    envelopes.totalOneMoreWithTwoFilters,
    ({ one }) => `With two filters the total of the ${one} list counts one too many.`,
    {
      "labels-total-one-more-with-two-filters": "labels.total",
      "shipments-total-one-more-with-two-filters": "shipments.total",
      "reports-total-one-more-with-two-filters": "reports.total",
    },
  ),
  {
    id: "batches-first-page-one-more",
    rule: "paging.envelope.consistent.batches",
    sentence: "Page 1 of the v1 batch list holds one more than page_size, which pages does not count.",
    bend: slices.asIf("batches", (request, { call }) =>
      request.page === 1 && call.query.page_size !== undefined
        ? { ...request, size: request.size + 1 }
        : request,
    ),
  },
  ...perList(
    (list) => slices.oneMore(list, ({ page }) => page === 2),
    ({ one }) => `Page 2 of the ${one} list begins with the last batch of page 1.`,
    {
      "batches-page-2-one-more": "paging.envelope.consistent.batches",
      "v2-batches-page-2-one-more": "paging.total.matches-items.v2",
    },
  ),
  {
    id: "v2-labels-page-2-repeats-item",
    rule: "paging.total.matches-items.v2",
    sentence: "The second v2 label page repeats an item of the first in place of its own.",
    bend: slices.repeatsItem("v2-labels", ({ page }) => page === 2),
  },
  ...perList(envelopes.pageAlways1, ({ one }) => `The ${one} list always says page 1.`, {
    "labels-page-always-1": "paging.page.echo",
    "batches-page-always-1": "paging.envelope.consistent.batches",
    "v2-shipments-page-always-1": "paging.page.echo.v2",
  }),
  ...perList(envelopes.page0WithoutPage, ({ one }) => `Without page the ${one} list says page 0.`, {
    "labels-page-0-without-page": "paging.page.echo",
    "shipments-page-0-without-page": "paging.page.echo",
  }),
  ...perList(
    envelopes.pageOneLessOnLast,
    ({ one }) => `On the last ${one} page, page is the number before.`,
    {
      "reports-page-one-less-on-last": "paging.page.echo",
      "v2-batches-page-one-less-on-last": "paging.page.echo.v2",
    },
  ),
  {
    id: "v2-shipments-page-1-from-page-3",
    rule: "paging.page.echo.v2",
    sentence: "From page 3 on the v2 shipment list says page 1.",
    bend: envelopes.page1FromPage3("v2-shipments"),
  },
  {
    id: "errors-page-ignored",
    rule: "paging.envelope.consistent.batches",
    sentence: "The v1 batch errors give page 1 whatever page is asked for.",
    bend: all(
      slices.asIf("errors", (request) => ({ ...request, page: 1 })),
      envelopes.pageAlways1("errors"),
    ),
  },
  {
    id: "lists-pages-of-25",
    rule: "paging.pages.arithmetic",
    sentence: "Every list counts pages of 25 items, whatever page_size says.",
    blame: "v2 and the lists of batches have rules of their own",
    bend: (does) => ({
      pages: (listing, request, total) => does.pages(listing, { ...request, size: DEFAULT_PAGE_SIZE }, total),
    }),
  },
  ...perList(envelopes.pagesRoundedDown, ({ one }) => `The pages of the ${one} list are rounded down.`, {
    "shipments-pages-rounded-down": "paging.pages.arithmetic",
    "v2-labels-pages-rounded-down": "paging.pages.arithmetic.v2",
    "batches-pages-rounded-down": "paging.envelope.consistent.batches",
    "v2-batches-pages-rounded-down": "paging.pages.arithmetic.v2",
  }),
  ...perList(
    envelopes.pagesOneMoreWhenExact,
    ({ one }) => `The ${one} list counts one page too many when the last page is full.`,
    {
      "labels-pages-one-more-when-exact": "paging.pages.arithmetic",
      "v2-batches-pages-one-more-when-exact": "paging.pages.arithmetic.v2",
      "v2-shipments-pages-one-more-when-exact": "paging.pages.arithmetic.v2",
    },
  ),
  ...perList(
    (list) => envelopes.pagesOfWithoutSize(list, 10),
    ({ one }) => `Without page_size the ${one} list counts pages of 10, and holds 25 on one.`,
    {
      "labels-pages-of-ten-without-size": "paging.pages.arithmetic",
      "shipments-pages-of-ten-without-size": "paging.pages.arithmetic",
    },
  ),
  {
    id: "reports-short-pages-of-five-without-size",
    rule: "paging.pages.arithmetic",
    sentence: "Without page_size a report list that fits on one page is counted in pages of 5.",
    bend: envelopes.pagesOfWithoutSize("reports", 5, (total) => total <= 25),
  },
  {
    id: "labels-huge-page-counts-in-hundreds",
    rule: "paging.pages.arithmetic",
    sentence: "Pages of more than a hundred labels are given in full and counted as if they held a hundred.",
    bend: envelopes.pageCounts("labels", (pages, total, size) =>
      size > 100 ? Math.ceil(total / 100) : pages,
    ),
  },
  ...perList(envelopes.envelopeMissing, ({ one }) => `The ${one} list has no envelope.`, {
    "batches-envelope-missing": "paging.envelope.batches",
    "errors-envelope-missing": "paging.envelope.batch-errors",
    "v2-labels-envelope-missing": "paging.envelope.v2",
  }),
  ...perList(envelopes.totalText, ({ one }) => `The total of the ${one} list is a string.`, {
    "batches-total-text": "paging.envelope.types.batches",
    "v2-shipments-total-text": "paging.envelope.types.v2",
  }),
  ...perList(envelopes.linksNull, ({ one }) => `The links of the ${one} list are null.`, {
    "errors-links-null": "paging.envelope.types.batches",
    "v2-batches-links-null": "paging.envelope.types.v2",
  }),
  {
    id: "v2-pickups-links-are-a-list",
    rule: "paging.envelope.v2.further",
    sentence: "The v2 list of pickups shows its links as an array.",
    bend: showing("v2ListPickups", (page) => ({ ...page, links: [] })),
  },
  {
    id: "v2-suppliers-count-a-page-more",
    rule: "paging.envelope.v2.further",
    sentence: "The v2 list of suppliers counts one item more than its only page holds.",
    bend: showing("v2ListSuppliers", (page) => ({ ...page, total: Number(page.total) + 1 })),
  },
];
