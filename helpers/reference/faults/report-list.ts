import { all } from "../bends.js";
import type { Fault } from "./fault.js";
import * as list from "./lists.js";
import { withoutFraction } from "./timestamps.js";

export const faults: readonly Fault[] = [
  {
    id: "reports-default-page-size-20",
    rule: "reports.default.page-size",
    sentence: "Without page_size a report page holds 20.",
    bend: list.byDefault("reports", { page_size: "20" }),
  },
  {
    id: "reports-default-page-size-24-filtered",
    rule: "reports.default.page-size",
    sentence: "Without page_size a filtered report page holds 24.",
    bend: list.byDefaultFiltered("reports", { page_size: "24" }),
  },
  {
    id: "reports-default-page-2",
    rule: "reports.default.page",
    sentence: "Without page the report list gives the items of page 2.",
    bend: list.defaultPage2("reports"),
  },
  {
    id: "reports-default-slice-oldest",
    rule: "reports.default.sort-dir",
    sentence: "Without sort_dir the report list starts with the oldest reports.",
    bend: list.byDefault("reports", { sort_dir: "asc" }),
  },
  {
    id: "reports-default-slice-oldest-filtered",
    rule: "reports.default.sort-dir",
    sentence: "Without sort_dir a filtered report list starts with the oldest reports.",
    bend: list.byDefaultFiltered("reports", { sort_dir: "asc" }),
  },
  {
    id: "reports-default-slice-oldest-with-page-size",
    rule: "reports.default.sort-dir",
    sentence: "Without sort_dir and with page_size the report list starts with the oldest reports.",
    bend: list.readAs("reports", (query) =>
      query.page_size === undefined ? query : { sort_dir: "asc", ...query },
    ),
  },
  {
    id: "reports-default-sort-by-id-tail",
    rule: "reports.default.sort-by",
    sentence: "Without sort_by the report list is sliced by the last digits of the ids.",
    bend: list.defaultSortByIdTail("reports"),
  },
  {
    id: "reports-past-last-repeats-last",
    rule: "reports.page-past-last",
    sentence: "A report page past the last one repeats the last page.",
    bend: list.pastLastRepeatsLast("reports"),
  },
  {
    id: "reports-modified-refused",
    rule: "reports.sort-by.modified_at",
    sentence: "The report list refuses sort_by modified_at.",
    bend: list.modifiedRefused("reports"),
  },
  {
    id: "reports-hidden-digits",
    rule: "reports.filter.created_at_end.as-printed",
    sentence: "The created_at of reports hides half a second, which the bounds count.",
    bend: all(list.hiddenDigits("reports"), (does) => ({
      reportItemView: (call, report) => withoutFraction(does.reportItemView(call, report)),
    })),
  },
  {
    id: "reports-past-last-404",
    rule: "reports.page-past-last",
    sentence: "A report page past the last one is answered 404.",
    bend: list.pastLast404("reports"),
  },
  {
    id: "reports-past-last-204",
    rule: "reports.page-past-last",
    sentence: "A report page past the last one is answered 204.",
    bend: list.pastLast204("reports"),
  },
  {
    id: "reports-far-page-refused",
    rule: "reports.page-past-last",
    sentence: "The report list has the offset limit of the shipments.",
    bend: list.farPageRefused("reports"),
  },
  {
    id: "reports-desc-turned-in-window",
    rule: "reports.slice.desc",
    sentence: "Under desc a window of both bounds gives the oldest reports.",
    bend: list.turnedSliceInWindow("reports", "desc"),
  },
  {
    id: "reports-asc-newest",
    rule: "reports.slice.asc",
    sentence: "Under asc the report list gives the newest slice.",
    bend: list.turnedSlice("reports", "asc"),
  },
  {
    id: "reports-asc-turned-filtered",
    rule: "reports.slice.asc",
    sentence: "Under asc a filtered report list gives the newest slice.",
    bend: list.turnedSliceFiltered("reports", "asc"),
  },
  {
    id: "reports-asc-newest-at-size-1",
    rule: "reports.slice.asc",
    sentence: "Under asc and page_size 1 the report list starts with the newest.",
    bend: list.turnedSlice("reports", "asc", 1),
  },
  {
    id: "reports-asc-swaps-border",
    rule: "reports.slice.asc",
    sentence:
      "Under asc by creation the last of the first report page and the first of the second change places.",
    bend: list.swappedBorder("reports", "asc"),
  },
  {
    id: "reports-desc-oldest-at-size-1",
    rule: "reports.slice.desc",
    sentence: "Under desc and page_size 1 the report list starts with the oldest.",
    bend: list.turnedSlice("reports", "desc", 1),
  },
  {
    id: "reports-desc-swaps-border",
    rule: "reports.slice.desc",
    sentence:
      "Under desc by creation the last of the first report page and the first of the second change places.",
    bend: list.swappedBorder("reports", "desc"),
  },
  {
    id: "reports-page-3-repeats-item",
    rule: "reports.partition",
    sentence: "The third report page repeats an item of the second in place of its own.",
    bend: list.repeatsItem("reports", ({ page }) => page === 3),
  },
  {
    id: "reports-page-2-doubles-row",
    rule: "reports.partition",
    sentence: "On page 2 of the report list one report stands twice, in place of another.",
    bend: list.page2DoublesRow("reports"),
  },
  {
    id: "reports-last-page-repeats-item",
    rule: "reports.partition",
    sentence: "The last report page repeats an item of the page before in place of its own.",
    bend: list.repeatsItem("reports", (_, isLast) => isLast),
  },
  {
    id: "reports-total-ignores-filter",
    rule: "reports.total",
    sentence: "The total of a filtered report list counts all reports.",
    bend: list.totalIgnoresFilter("reports"),
  },
  {
    id: "reports-total-one-more-with-two-filters",
    rule: "reports.total",
    sentence: "With two filters the total of the report list counts one too many.",
    bend: list.totalOneMoreWithTwoFilters("reports"),
  },
  {
    id: "reports-filters-or",
    rule: "reports.filter.combined",
    sentence: "Of several filters of the report list one is enough.",
    bend: list.filtersOr("reports"),
  },
  {
    id: "reports-last-filter-dropped",
    rule: "reports.filter.combined",
    sentence: "Of several filters of the report list the last is dropped.",
    bend: list.lastFilterDropped("reports"),
  },
  {
    id: "reports-second-filter-lost-with-page-size",
    rule: "reports.filter.combined",
    sentence: "With a page_size only one of several filters of the report list counts.",
    bend: list.secondFilterLostWithPageSize("reports"),
  },
  {
    id: "reports-created_at_start-ignored",
    rule: "reports.filter.created_at_start",
    sentence: "The report list ignores created_at_start.",
    bend: list.ignored("reports", "created_at_start"),
  },
  {
    id: "reports-created_at_start-by-day",
    rule: "reports.filter.created_at_start",
    sentence: "The report list looks at the day of created_at_start alone.",
    bend: list.byDay("reports", "created_at_start"),
  },
  {
    id: "reports-created_at_start-exclusive",
    rule: "reports.filter.created_at_start.inclusive",
    sentence: "A report exactly at created_at_start is left out.",
    bend: list.exclusive("reports", "created_at_start"),
  },
  {
    id: "reports-created_at_start-exclusive-with-offset",
    rule: "reports.filter.created_at_start.inclusive",
    sentence: "A report exactly at created_at_start is left out when the bound has an offset.",
    bend: list.exclusiveWithOffset("reports", "created_at_start"),
  },
  {
    id: "reports-created_at_end-ignored",
    rule: "reports.filter.created_at_end",
    sentence: "The report list ignores created_at_end.",
    bend: list.ignored("reports", "created_at_end"),
  },
  {
    id: "reports-modified-drops-filters",
    rule: "reports.filter.created_at_start",
    sentence: "By modified_at the report list ignores the filters.",
    bend: list.modifiedDropsFilters("reports"),
  },
  {
    id: "reports-created_at_end-ignored-by-change",
    rule: "reports.filter.created_at_end",
    sentence: "By modified_at the report list ignores created_at_end.",
    bend: list.ignoredByChange("reports", "created_at_end"),
  },
  {
    id: "reports-created_at_end-by-day",
    rule: "reports.filter.created_at_end",
    sentence: "The report list looks at the day of created_at_end alone.",
    bend: list.byDay("reports", "created_at_end"),
  },
  {
    id: "reports-created_at_end-exclusive",
    rule: "reports.filter.created_at_end.inclusive",
    sentence: "A report exactly at created_at_end is left out.",
    bend: list.exclusive("reports", "created_at_end"),
  },
  {
    id: "reports-created_at_end-exclusive-with-offset",
    rule: "reports.filter.created_at_end.inclusive",
    sentence: "A report exactly at created_at_end is left out when the bound has an offset.",
    bend: list.exclusiveWithOffset("reports", "created_at_end"),
  },
  {
    id: "reports-created_at_end-exclusive-in-window",
    rule: "reports.filter.created_at_end.inclusive",
    sentence: "A report exactly at created_at_end is left out when there is a start too.",
    bend: list.exclusiveInWindow("reports", "created_at_end"),
  },
];
