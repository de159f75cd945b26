import type { Fault } from "../fault.js";
import * as answers from "../list-bends/answers.js";
import { filtersIn } from "../list-bends/queries.js";
import * as slices from "../list-bends/slices.js";
import { perList } from "./alike.js";

/** Which items a page holds, and what is answered past the last page. */
export const faults: readonly Fault[] = [
  ...perList(
    (list) => slices.pastLastRepeatsLast(list, ({ created_at_start: start }) => start !== undefined),
    ({ one }) => `A ${one} page past the last one since a created_at_start repeats the last page.`,
    { "reports-past-last-repeats-last-since": "reports.page-past-last" },
  ),
  ...perList(
    (list) => slices.pastLastRepeatsLast(list, (query) => filtersIn(query) > 1),
    ({ one }) => `A ${one} page past the last one repeats the last page under several filters.`,
    {
      "labels-past-last-repeats-last-under-several": "labels.page-past-last",
      "reports-past-last-repeats-last-under-several": "reports.page-past-last",
    },
  ),
  ...perList(
    (list) => slices.pastLastRepeatsLast(list, ({ sort_dir: dir }) => dir === "asc"),
    ({ one }) => `A ${one} page past the last one repeats the last page under asc.`,
    {
      "labels-past-last-repeats-last-asc": "labels.page-past-last",
      "reports-past-last-repeats-last-asc": "reports.page-past-last",
    },
  ),
  ...perList(
    slices.pastLastRepeatsLast,
    ({ one }) => `A ${one} page past the last one repeats the last page.`,
    {
      "labels-past-last-repeats-last": "labels.page-past-last",
      "reports-past-last-repeats-last": "reports.page-past-last",
    },
  ),
  ...perList(
    slices.pastLastGivesShort,
    ({ many }) => `A page of ${many} past the last one gives them all where they are fewer than page_size.`,
    {
      "labels-past-last-gives-short": "labels.page-past-last",
      "reports-past-last-gives-short": "reports.page-past-last",
    },
  ),
  ...perList(
    answers.pastLast404Filtered,
    ({ one }) => `A ${one} page past the last one of a filtered list is answered with 404.`,
    {
      "labels-past-last-404-filtered": "labels.page-past-last",
      "shipments-past-last-404-filtered": "shipments.page-past-last",
    },
  ),
  ...perList(answers.pastLast404, ({ one }) => `A ${one} page past the last one is answered with 404.`, {
    "labels-past-last-404": "labels.page-past-last",
    "shipments-past-last-404": "shipments.page-past-last",
    "reports-past-last-404": "reports.page-past-last",
  }),
  ...perList(answers.pastFull404, ({ one }) => `A ${one} page after a full last one is answered with 404.`, {
    "labels-past-full-404": "labels.page-past-last",
    "shipments-past-full-404": "shipments.page-past-last",
  }),
  ...perList(answers.noneFound404, ({ one }) => `A ${one} list without items is answered with 404.`, {
    "labels-none-found-404": "labels.filter.created_at_start",
    "shipments-none-found-404": "shipments.filter.created_at_start",
    "reports-none-found-404": "reports.filter.created_at_start",
  }).map((fault) => ({ ...fault, blame: "Any filter may find nothing." })),
  ...perList(slices.lostBeforePage4, ({ one, many }) => `Page 4 of the ${many} starts one ${one} too late.`, {
    "labels-lost-before-page-4": "labels.partition",
    "shipments-lost-before-page-4": "shipments.partition",
    "reports-lost-before-page-4": "reports.partition",
  }),
  ...perList(slices.lostWhenSorted, ({ many }) => `Wherever sort_by is given, some ${many} are lost.`, {
    "labels-lost-when-sorted": "labels.partition",
    "shipments-lost-when-sorted": "shipments.partition",
    "reports-lost-when-sorted": "reports.partition",
  }).map((fault) => ({ ...fault, blame: "Without sort_by they are there, so that defaults differ, too." })),
  ...perList(slices.joinedByChange, ({ many }) => `By time of modification some ${many} are lost.`, {
    "labels-lost-by-change": "labels.sort-by.modified_at.partition",
    "shipments-lost-by-change": "shipments.partition",
    "reports-lost-by-change": "paging.total.matches-items",
  }).map((fault) => ({
    ...fault,
    blame: "What is lost is missing from the total, and from the last changes.",
  })),
  ...perList(answers.pastLast204, ({ one }) => `A ${one} page past the last one is answered with 204.`, {
    "labels-past-last-204": "labels.page-past-last",
    "shipments-past-last-204": "shipments.page-past-last",
    "reports-past-last-204": "reports.page-past-last",
  }),
  ...perList(
    (list) => slices.turnedSlice(list, "asc"),
    ({ one }) => `Under asc the ${one} list gives the newest slice.`,
    {
      "labels-asc-newest": "labels.slice.asc",
      "shipments-asc-newest": "shipments.slice.asc",
      "reports-asc-newest": "reports.slice.asc",
    },
  ),
  ...perList(
    (list) => slices.turnedSlice(list, "asc", 1),
    ({ one }) => `Under asc and page_size 1 the ${one} list starts with the newest.`,
    {
      "labels-asc-newest-at-size-1": "labels.slice.asc",
      "shipments-asc-newest-at-size-1": "shipments.slice.asc",
      "reports-asc-newest-at-size-1": "reports.slice.asc",
    },
  ),
  ...perList(
    (list) => slices.swappedBorder(list, "asc"),
    ({ one }) =>
      `Under asc by creation the last of the first ${one} page and the first of the second change places.`,
    {
      "labels-asc-swaps-border": "labels.slice.asc",
      "shipments-asc-swaps-border": "shipments.slice.asc",
      "reports-asc-swaps-border": "reports.slice.asc",
    },
  ),
  ...perList(
    (list) => slices.turnedSliceInWindow(list, "desc"),
    ({ many }) => `Under desc a window of both bounds gives the oldest ${many}.`,
    {
      "labels-desc-turned-in-window": "labels.slice.desc",
      "shipments-desc-turned-in-window": "shipments.slice.desc",
      "reports-desc-turned-in-window": "reports.slice.desc",
    },
  ),
  ...perList(
    (list) => slices.turnedSlice(list, "desc", 1),
    ({ one }) => `Under desc and page_size 1 the ${one} list starts with the oldest.`,
    {
      "labels-desc-oldest-at-size-1": "labels.slice.desc",
      "shipments-desc-oldest-at-size-1": "shipments.slice.desc",
      "reports-desc-oldest-at-size-1": "reports.slice.desc",
    },
  ),
  ...perList(
    (list) => slices.swappedBorder(list, "desc"),
    ({ one }) =>
      `Under desc by creation the last of the first ${one} page and the first of the second change places.`,
    {
      "labels-desc-swaps-border": "labels.slice.desc",
      "shipments-desc-swaps-border": "shipments.slice.desc",
      "reports-desc-swaps-border": "reports.slice.desc",
    },
  ),
  ...perList(
    (list) => slices.repeatsItem(list, ({ page }) => page === 3),
    ({ one }) => `The third ${one} page repeats an item of the second in place of its own.`,
    {
      "labels-page-3-repeats-item": "labels.partition",
      "shipments-page-3-repeats-item": "shipments.partition",
      "reports-page-3-repeats-item": "reports.partition",
    },
  ),
  ...perList(
    slices.page2DoublesRow,
    ({ one }) => `On page 2 of the ${one} list one ${one} comes twice, in place of another.`,
    {
      "labels-page-2-doubles-row": "labels.partition",
      "shipments-page-2-doubles-row": "shipments.partition",
      "reports-page-2-doubles-row": "reports.partition",
      "batches-page-2-doubles-row": "paging.envelope.consistent.batches",
      "v2-labels-page-2-doubles-row": "paging.total.matches-items.v2",
    },
  ),
  ...perList(
    slices.joinedRows,
    ({ one }) => `Every third ${one} stands in the list twice, and counts twice.`,
    {
      "labels-joined-rows": "labels.partition",
      "shipments-joined-rows": "shipments.partition",
      "reports-joined-rows": "reports.partition",
      "batches-joined-rows": "paging.envelope.consistent.batches",
      "v2-shipments-joined-rows": "paging.total.matches-items.v2",
    },
  ),
  ...perList(
    (list) => slices.asIf(list, (request) => ({ ...request, page: 1 })),
    ({ one }) => `The ${one} list gives the items of page 1 whatever page is asked for.`,
    {
      "batches-page-1-again": "paging.envelope.consistent.batches",
      "v2-labels-page-1-again": "paging.total.matches-items.v2",
      "v2-shipments-page-1-again": "paging.total.matches-items.v2",
    },
  ),
  {
    id: "errors-page-2-repeats-item",
    rule: "paging.envelope.consistent.batches",
    sentence: "The second page of v1 batch errors repeats an item of the first in place of its own.",
    bend: slices.repeatsItem("errors", ({ page }) => page === 2),
  },
  {
    id: "v2-errors-page-2-repeats-item",
    rule: "paging.total.matches-items.v2",
    sentence: "The second page of v2 batch errors repeats an item of the first in place of its own.",
    bend: slices.repeatsItem("v2-errors", ({ page }) => page === 2),
  },
  ...perList(
    slices.overlapsFiltered,
    ({ one }) => `The second page of a filtered ${one} list also holds an item of the first.`,
    {
      "labels-page-2-overlaps-filtered": "labels.partition",
      "shipments-page-2-overlaps-filtered": "shipments.partition",
      "reports-page-2-overlaps-filtered": "reports.partition",
    },
  ),
  ...perList(
    (list) => slices.repeatsItem(list, (_, isLast) => isLast),
    ({ one }) => `The last ${one} page repeats an item of the page before in place of its own.`,
    {
      "labels-last-page-repeats-item": "labels.partition",
      "shipments-last-page-repeats-item": "shipments.partition",
      "reports-last-page-repeats-item": "reports.partition",
    },
  ),
  ...perList(
    (list) => slices.turnedSliceFiltered(list, "asc"),
    ({ one }) => `Under asc a filtered ${one} list gives the newest slice.`,
    {
      "shipments-asc-turned-filtered": "shipments.slice.asc",
      "reports-asc-turned-filtered": "reports.slice.asc",
    },
  ),
];
