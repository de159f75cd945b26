import type { RuleId } from "../../contract/generated/types.js";
import type { Bend } from "../service/behaviours.js";
import type { Fault } from "./fault.js";
import * as answers from "./list-bends/answers.js";
import * as bounds from "./list-bends/bounds.js";
import * as envelopes from "./list-bends/envelopes.js";
import * as filters from "./list-bends/filters.js";
import * as links from "./list-bends/links.js";
import * as requests from "./list-bends/requests.js";
import * as slices from "./list-bends/slices.js";

// Faults that are the same on several lists. Each name begins with its list.

/** How sentences name a list. */
interface Words {
  /** "label" */
  readonly one: string;
  /** "labels" */
  readonly many: string;
}

const LISTS: Readonly<Record<string, Words>> = {
  labels: { one: "label", many: "labels" },
  shipments: { one: "shipment", many: "shipments" },
  reports: { one: "report", many: "reports" },
  "v2-labels": { one: "v2 label", many: "v2 labels" },
  "v2-shipments": { one: "v2 shipment", many: "v2 shipments" },
};

/**
 * One fault for each of several lists.
 * @param bend takes the label of the list, see `lists.ts`
 * @param rules the rule that each of them breaks, by the name of the fault
 */
function alike(
  bend: (list: string) => Bend,
  sentence: (words: Words) => string,
  rules: Readonly<Record<string, RuleId>>,
): readonly Fault[] {
  return Object.entries(rules).flatMap(([id, rule]) =>
    Object.entries(LISTS)
      .filter(([name]) => id.startsWith(`${name}-`))
      .map(([name, words]) => ({ id, rule, sentence: sentence(words), bend: bend(name) })),
  );
}

export const faults: readonly Fault[] = [
  ...alike(
    (name) => requests.byDefault(name, { page_size: "20" }),
    ({ one }) => `Without page_size a ${one} page holds 20.`,
    {
      "labels-default-page-size-20": "labels.default.page-size",
      "v2-labels-default-page-size-20": "labels.default.page-size.v2",
      "shipments-default-page-size-20": "shipments.default.page-size",
      "v2-shipments-default-page-size-20": "shipments.default.page-size.v2",
      "reports-default-page-size-20": "reports.default.page-size",
    },
  ),
  ...alike(
    (name) => requests.byDefaultFiltered(name, { page_size: "24" }),
    ({ one }) => `Without page_size a filtered ${one} page holds 24.`,
    {
      "labels-default-page-size-24-filtered": "labels.default.page-size",
      "shipments-default-page-size-24-filtered": "shipments.default.page-size",
      "reports-default-page-size-24-filtered": "reports.default.page-size",
    },
  ),
  ...alike(
    (name) => requests.byDefaultBehindFirst(name, { page_size: "26" }),
    ({ one }) => `Without page_size a ${one} page behind the first holds 26.`,
    {
      "labels-default-page-size-26-behind-first": "labels.default.page-size",
      "shipments-default-page-size-26-behind-first": "shipments.default.page-size",
      "reports-default-page-size-26-behind-first": "reports.default.page-size",
    },
  ),
  ...alike(
    (name) => requests.byDefaultWith(name, "created_at_start", { page_size: "100" }),
    ({ one }) => `Without page_size a ${one} page since a created_at_start holds 100.`,
    {
      "labels-default-page-size-100-since": "labels.default.page-size",
      "shipments-default-page-size-100-since": "shipments.default.page-size",
      "reports-default-page-size-100-since": "reports.default.page-size",
    },
  ),
  ...alike(
    (name) => requests.byDefaultWith(name, "batch_id", { page_size: "3" }),
    ({ one }) => `Without page_size a ${one} page of a batch holds 3.`,
    {
      "labels-default-page-size-3-of-batch": "labels.default.page-size",
      "shipments-default-page-size-3-of-batch": "shipments.default.page-size",
    },
  ),
  ...alike(slices.defaultPage2, ({ one }) => `Without page the ${one} list gives the items of page 2.`, {
    "labels-default-page-2": "labels.default.page",
    "shipments-default-page-2": "shipments.default.page",
    "reports-default-page-2": "reports.default.page",
  }),
  ...alike(
    (name) => requests.byDefault(name, { sort_dir: "asc" }),
    ({ one, many }) => `Without sort_dir the ${one} list starts with the oldest ${many}.`,
    {
      "labels-default-slice-oldest": "labels.default.sort-dir",
      "reports-default-slice-oldest": "reports.default.sort-dir",
    },
  ),
  ...alike(
    (name) => requests.byDefaultFiltered(name, { sort_dir: "asc" }),
    ({ one, many }) => `Without sort_dir a filtered ${one} list starts with the oldest ${many}.`,
    {
      "labels-default-slice-oldest-filtered": "labels.default.sort-dir",
      "reports-default-slice-oldest-filtered": "reports.default.sort-dir",
    },
  ),
  ...alike(
    (name) =>
      requests.readAs(name, (query) =>
        query.sort_by === "modified_at" ? { sort_dir: "asc", ...query } : query,
      ),
    ({ one, many }) => `By modified_at and without sort_dir the ${one} list starts with the oldest ${many}.`,
    {
      "labels-default-slice-oldest-by-change": "labels.default.sort-dir",
      "reports-default-slice-oldest-by-change": "reports.default.sort-dir",
    },
  ),
  ...alike(
    (name) =>
      requests.readAs(name, (query) =>
        query.page_size === undefined ? query : { sort_dir: "asc", ...query },
      ),
    ({ one, many }) => `Without sort_dir and with page_size the ${one} list starts with the oldest ${many}.`,
    {
      "labels-default-slice-oldest-with-page-size": "labels.default.sort-dir",
      "reports-default-slice-oldest-with-page-size": "reports.default.sort-dir",
    },
  ),
  ...alike(
    (name) => requests.byDefaultWithoutPage(name, { sort_dir: "asc" }),
    ({ one, many }) => `With page_size and without page the ${one} list gives the oldest ${many}.`,
    {
      "labels-default-page-oldest": "labels.default.page",
      "shipments-default-page-oldest": "shipments.default.page",
      "reports-default-page-oldest": "reports.default.page",
    },
  ),
  ...alike(
    (name) => requests.byDefaultAlone(name, { sort_dir: "asc" }),
    ({ one, many }) => `Without any parameter the ${one} list gives the oldest ${many}.`,
    {
      "labels-without-parameters-oldest": "labels.default.sort-dir",
      "reports-without-parameters-oldest": "reports.default.sort-dir",
    },
  ),
  ...alike(
    envelopes.totalOfPageWithoutParameters,
    ({ one }) => `Without any parameter the ${one} list counts only the page.`,
    {
      "labels-without-parameters-total-of-page": "paging.total.matches-items",
      "shipments-without-parameters-total-of-page": "paging.total.matches-items",
      "reports-without-parameters-total-of-page": "paging.total.matches-items",
    },
  ),
  ...alike(envelopes.totalOfPagePastLast, ({ one }) => `Past the last page the ${one} list counts nothing.`, {
    "labels-total-0-past-last": "paging.total.matches-items",
    "shipments-total-0-past-last": "paging.total.matches-items",
    "reports-total-0-past-last": "paging.total.matches-items",
  }),
  ...alike(envelopes.page0WithoutPage, ({ one }) => `Without page the ${one} list says page 0.`, {
    "labels-page-0-without-page": "paging.page.echo",
    "shipments-page-0-without-page": "paging.page.echo",
  }),
  ...alike(links.nextLinkNeedsPage, ({ one }) => `Without page the ${one} list has no next link.`, {
    "labels-next-link-needs-page": "paging.links.next",
    "shipments-next-link-needs-page": "paging.links.next",
    "v2-labels-next-link-needs-page": "paging.links.v2",
  }),
  ...alike(
    (name) => bounds.boundAloneRefused(name, "created_at_end", "created_at_start"),
    ({ one }) => `The ${one} list refuses created_at_end without created_at_start.`,
    {
      "labels-end-alone-refused": "content.date-params.date-time",
      "shipments-end-alone-refused": "content.date-params.date-time",
      "reports-end-alone-refused": "content.date-params.date-time",
    },
  ),
  ...alike(links.plusUnencodedInLinks, ({ one }) => `Links of ${one} pages do not encode a plus sign.`, {
    "labels-links-plus-unencoded": "paging.links.keep-filters",
    "shipments-links-plus-unencoded": "paging.links.keep-filters",
  }),
  ...alike(
    (name) => slices.pastLastRepeatsLast(name, ({ created_at_start: start }) => start !== undefined),
    ({ one }) => `A ${one} page past the last one since a created_at_start repeats the last page.`,
    { "reports-past-last-repeats-last-since": "reports.page-past-last" },
  ),
  ...alike(
    (name) => slices.pastLastRepeatsLast(name, ({ sort_dir: dir }) => dir === "asc"),
    ({ one }) => `A ${one} page past the last one repeats the last page under asc.`,
    {
      "labels-past-last-repeats-last-asc": "labels.page-past-last",
      "reports-past-last-repeats-last-asc": "reports.page-past-last",
    },
  ),
  ...alike(
    slices.pastLastRepeatsLast,
    ({ one }) => `A ${one} page past the last one repeats the last page.`,
    {
      "labels-past-last-repeats-last": "labels.page-past-last",
      "reports-past-last-repeats-last": "reports.page-past-last",
    },
  ),
  ...alike(requests.modifiedRefused, ({ one }) => `The ${one} list refuses sort_by modified_at.`, {
    "labels-modified-refused": "labels.sort-by.modified_at",
    "reports-modified-refused": "reports.sort-by.modified_at",
  }),
  ...alike(answers.pastLast404, ({ one }) => `A ${one} page past the last one is answered with 404.`, {
    "labels-past-last-404": "labels.page-past-last",
    "shipments-past-last-404": "shipments.page-past-last",
    "reports-past-last-404": "reports.page-past-last",
  }),
  ...alike(answers.pastFull404, ({ one }) => `A ${one} page after a full last one is answered with 404.`, {
    "labels-past-full-404": "labels.page-past-last",
    "shipments-past-full-404": "shipments.page-past-last",
  }),
  ...alike(answers.pastLast204, ({ one }) => `A ${one} page past the last one is answered with 204.`, {
    "labels-past-last-204": "labels.page-past-last",
    "shipments-past-last-204": "shipments.page-past-last",
    "reports-past-last-204": "reports.page-past-last",
  }),
  ...alike(requests.farPageRefused, ({ one }) => `The ${one} list has the offset limit of the shipments.`, {
    "labels-far-page-refused": "labels.page-past-last",
    "reports-far-page-refused": "reports.page-past-last",
  }),
  ...alike(
    (name) => slices.turnedSlice(name, "asc"),
    ({ one }) => `Under asc the ${one} list gives the newest slice.`,
    {
      "labels-asc-newest": "labels.slice.asc",
      "shipments-asc-newest": "shipments.slice.asc",
      "reports-asc-newest": "reports.slice.asc",
    },
  ),
  ...alike(
    (name) => slices.turnedSlice(name, "asc", 1),
    ({ one }) => `Under asc and page_size 1 the ${one} list starts with the newest.`,
    {
      "labels-asc-newest-at-size-1": "labels.slice.asc",
      "shipments-asc-newest-at-size-1": "shipments.slice.asc",
      "reports-asc-newest-at-size-1": "reports.slice.asc",
    },
  ),
  ...alike(
    (name) => slices.swappedBorder(name, "asc"),
    ({ one }) =>
      `Under asc by creation the last of the first ${one} page and the first of the second change places.`,
    {
      "labels-asc-swaps-border": "labels.slice.asc",
      "shipments-asc-swaps-border": "shipments.slice.asc",
      "reports-asc-swaps-border": "reports.slice.asc",
    },
  ),
  ...alike(
    (name) => slices.turnedSliceInWindow(name, "desc"),
    ({ many }) => `Under desc a window of both bounds gives the oldest ${many}.`,
    {
      "labels-desc-turned-in-window": "labels.slice.desc",
      "shipments-desc-turned-in-window": "shipments.slice.desc",
      "reports-desc-turned-in-window": "reports.slice.desc",
    },
  ),
  ...alike(
    (name) => slices.turnedSlice(name, "desc", 1),
    ({ one }) => `Under desc and page_size 1 the ${one} list starts with the oldest.`,
    {
      "labels-desc-oldest-at-size-1": "labels.slice.desc",
      "shipments-desc-oldest-at-size-1": "shipments.slice.desc",
      "reports-desc-oldest-at-size-1": "reports.slice.desc",
    },
  ),
  ...alike(
    (name) => slices.swappedBorder(name, "desc"),
    ({ one }) =>
      `Under desc by creation the last of the first ${one} page and the first of the second change places.`,
    {
      "labels-desc-swaps-border": "labels.slice.desc",
      "shipments-desc-swaps-border": "shipments.slice.desc",
      "reports-desc-swaps-border": "reports.slice.desc",
    },
  ),
  ...alike(
    (name) => slices.repeatsItem(name, ({ page }) => page === 3),
    ({ one }) => `The third ${one} page repeats an item of the second in place of its own.`,
    {
      "labels-page-3-repeats-item": "labels.partition",
      "shipments-page-3-repeats-item": "shipments.partition",
      "reports-page-3-repeats-item": "reports.partition",
    },
  ),
  ...alike(
    slices.page2DoublesRow,
    ({ one }) => `On page 2 of the ${one} list one ${one} stands twice, in place of another.`,
    {
      "labels-page-2-doubles-row": "labels.partition",
      "shipments-page-2-doubles-row": "shipments.partition",
      "reports-page-2-doubles-row": "reports.partition",
    },
  ),
  ...alike(
    slices.overlapsFiltered,
    ({ one }) => `The second page of a filtered ${one} list also holds an item of the first.`,
    {
      "labels-page-2-overlaps-filtered": "labels.partition",
      "shipments-page-2-overlaps-filtered": "shipments.partition",
      "reports-page-2-overlaps-filtered": "reports.partition",
    },
  ),
  ...alike(
    (name) => slices.repeatsItem(name, (_, isLast) => isLast),
    ({ one }) => `The last ${one} page repeats an item of the page before in place of its own.`,
    {
      "labels-last-page-repeats-item": "labels.partition",
      "shipments-last-page-repeats-item": "shipments.partition",
      "reports-last-page-repeats-item": "reports.partition",
    },
  ),
  ...alike(
    envelopes.totalIgnoresFilter,
    ({ one, many }) => `The total of a filtered ${one} list counts all ${many}.`,
    {
      "labels-total-ignores-filter": "labels.total",
      "shipments-total-ignores-filter": "shipments.total",
      "reports-total-ignores-filter": "reports.total",
    },
  ),
  ...alike(
    envelopes.totalOneMoreWithTwoFilters,
    ({ one }) => `With two filters the total of the ${one} list counts one too many.`,
    {
      "labels-total-one-more-with-two-filters": "labels.total",
      "shipments-total-one-more-with-two-filters": "shipments.total",
      "reports-total-one-more-with-two-filters": "reports.total",
    },
  ),
  ...alike(filters.filtersOr, ({ one }) => `Of several filters of the ${one} list one is enough.`, {
    "labels-filters-or": "labels.filter.combined",
    "shipments-filters-or": "shipments.filter.combined",
    "reports-filters-or": "reports.filter.combined",
  }),
  ...alike(
    filters.lastFilterDropped,
    ({ one }) => `Of several filters of the ${one} list the last is dropped.`,
    {
      "labels-last-filter-dropped": "labels.filter.combined",
      "shipments-last-filter-dropped": "shipments.filter.combined",
      "reports-last-filter-dropped": "reports.filter.combined",
    },
  ),
  ...alike(
    filters.secondFilterLostWithPageSize,
    ({ one }) => `With a page_size only one of several filters of the ${one} list counts.`,
    {
      "labels-second-filter-lost-with-page-size": "labels.filter.combined",
      "shipments-second-filter-lost-with-page-size": "shipments.filter.combined",
      "reports-second-filter-lost-with-page-size": "reports.filter.combined",
    },
  ),
  ...alike(
    (name) => filters.ignored(name, "created_at_start"),
    ({ one }) => `The ${one} list ignores created_at_start.`,
    {
      "labels-created_at_start-ignored": "labels.filter.created_at_start",
      "shipments-created_at_start-ignored": "shipments.filter.created_at_start",
      "reports-created_at_start-ignored": "reports.filter.created_at_start",
    },
  ),
  ...alike(
    (name) => bounds.byDay(name, "created_at_start"),
    ({ one }) => `The ${one} list looks at the day of created_at_start alone.`,
    {
      "labels-created_at_start-by-day": "labels.filter.created_at_start",
      "shipments-created_at_start-by-day": "shipments.filter.created_at_start",
      "reports-created_at_start-by-day": "reports.filter.created_at_start",
    },
  ),
  ...alike(
    (name) => bounds.exclusive(name, "created_at_start"),
    ({ one }) => `A ${one} exactly at created_at_start is left out.`,
    {
      "labels-created_at_start-exclusive": "labels.filter.created_at_start.inclusive",
      "reports-created_at_start-exclusive": "reports.filter.created_at_start.inclusive",
    },
  ),
  ...alike(
    (name) => bounds.exclusiveWithOffset(name, "created_at_start"),
    ({ one }) => `A ${one} exactly at created_at_start is left out when the bound has an offset.`,
    {
      "labels-created_at_start-exclusive-with-offset": "labels.filter.created_at_start.inclusive",
      "reports-created_at_start-exclusive-with-offset": "reports.filter.created_at_start.inclusive",
    },
  ),
  ...alike(
    (name) => bounds.cutToSecond(name, "created_at_start"),
    ({ one }) => `The ${one} list cuts created_at_start to its second.`,
    {
      "labels-created_at_start-cut-to-second": "labels.filter.created_at_start",
      "shipments-created_at_start-cut-to-second": "shipments.filter.created_at_start",
    },
  ),
  ...alike(
    (name) => bounds.raisedToHour(name, "created_at_start"),
    ({ one }) => `The ${one} list raises created_at_start to the next full hour.`,
    {
      "labels-created_at_start-raised-to-hour": "labels.filter.created_at_start",
      "shipments-created_at_start-raised-to-hour": "shipments.filter.created_at_start",
      "reports-created_at_start-raised-to-hour": "reports.filter.created_at_start",
    },
  ),
  ...alike(
    (name) => filters.ignored(name, "created_at_end"),
    ({ one }) => `The ${one} list ignores created_at_end.`,
    {
      "labels-created_at_end-ignored": "labels.filter.created_at_end",
      "shipments-created_at_end-ignored": "shipments.filter.created_at_end",
      "reports-created_at_end-ignored": "reports.filter.created_at_end",
    },
  ),
  ...alike(
    bounds.exchanged,
    ({ one }) => `The bounds of a ${one} window that ends before it starts are exchanged.`,
    {
      "labels-inverted-window-exchanged": "labels.filter.combined",
      "shipments-inverted-window-exchanged": "shipments.filter.combined",
      "reports-inverted-window-exchanged": "reports.filter.combined",
    },
  ),
  ...alike(
    bounds.farIgnored,
    ({ one }) => `Bounds that are five years away or more are ignored in the ${one} list.`,
    {
      "labels-far-bounds-ignored": "labels.filter.created_at_start",
      "shipments-far-bounds-ignored": "shipments.filter.created_at_start",
      "reports-far-bounds-ignored": "reports.filter.created_at_start",
    },
  ),
  ...alike(
    (name) => bounds.byDay(name, "created_at_end"),
    ({ one }) => `The ${one} list looks at the day of created_at_end alone.`,
    {
      "labels-created_at_end-by-day": "labels.filter.created_at_end",
      "shipments-created_at_end-by-day": "shipments.filter.created_at_end",
      "reports-created_at_end-by-day": "reports.filter.created_at_end",
    },
  ),
  ...alike(
    (name) => bounds.exclusive(name, "created_at_end"),
    ({ one }) => `A ${one} exactly at created_at_end is left out.`,
    {
      "labels-created_at_end-exclusive": "labels.filter.created_at_end.inclusive",
      "reports-created_at_end-exclusive": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...alike(
    (name) => bounds.exclusiveWithOffset(name, "created_at_end"),
    ({ one }) => `A ${one} exactly at created_at_end is left out when the bound has an offset.`,
    {
      "labels-created_at_end-exclusive-with-offset": "labels.filter.created_at_end.inclusive",
      "reports-created_at_end-exclusive-with-offset": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...alike(
    (name) => bounds.exclusiveInWindow(name, "created_at_end"),
    ({ one }) => `A ${one} exactly at created_at_end is left out when there is a start too.`,
    {
      "labels-created_at_end-exclusive-in-window": "labels.filter.created_at_end.inclusive",
      "reports-created_at_end-exclusive-in-window": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...alike(
    (name) => bounds.exclusiveInMoment(name, "created_at_end"),
    ({ one }) => `A window from a moment to the same moment holds no ${one}.`,
    {
      "labels-moment-empty": "labels.filter.created_at_end.inclusive",
      "reports-moment-empty": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...alike(filters.modifiedDropsFilters, ({ one }) => `By modified_at the ${one} list ignores the filters.`, {
    "labels-modified-drops-filters": "labels.filter.label_status",
    "reports-modified-drops-filters": "reports.filter.created_at_start",
  }),
  ...alike(
    (name) => filters.ignored(name, "batch_id"),
    ({ one }) => `The ${one} list ignores batch_id.`,
    {
      "labels-batch_id-ignored": "labels.filter.batch_id",
      "shipments-batch_id-ignored": "shipments.filter.batch_id",
    },
  ),
  ...alike(
    (name) => filters.addsSome(name, "batch_id"),
    ({ one }) => `Under batch_id the ${one} list adds one ${one} in seven of any batch.`,
    {
      "labels-batch_id-adds-some": "labels.filter.batch_id",
      "shipments-batch_id-adds-some": "shipments.filter.batch_id",
    },
  ),
  ...alike(
    (name) => slices.turnedSliceFiltered(name, "asc"),
    ({ one }) => `Under asc a filtered ${one} list gives the newest slice.`,
    {
      "shipments-asc-turned-filtered": "shipments.slice.asc",
      "reports-asc-turned-filtered": "reports.slice.asc",
    },
  ),
];
