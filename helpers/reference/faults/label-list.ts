import { all, before } from "../bends.js";
import type { Bend, Call, PageRequest } from "../service/behaviours.js";
import { unknownId } from "../service/problem.js";
import type { Label } from "../service/records.js";
import type { Fault } from "./fault.js";
import * as list from "./lists.js";
import { withoutFraction } from "./timestamps.js";

const labelOf = ({ world }: Call, id: string): Label | undefined => world.labels.get(id);

const hidingStatus = (status: Label["status"]): Bend =>
  list.hiddenByDefault("labels", (id, call) => labelOf(call, id)?.status === status);

/** Turns the order inside of pages that fit. */
const insideTurned = (
  fits: (page: {
    readonly request: PageRequest;
    readonly query: Call["query"];
    readonly matching: number;
  }) => boolean,
): Bend => list.reordered("labels", (items, page) => (fits(page) ? items.toReversed() : items));

/** Carriers that come neither first nor last. */
const CARRIERS = ["se-110003", "se-110006"] as const;

export const faults: readonly Fault[] = [
  {
    id: "labels-default-page-size-20",
    rule: "labels.default.page-size",
    sentence: "Without page_size a label page holds 20.",
    bend: list.byDefault("labels", { page_size: "20" }),
  },
  {
    id: "labels-default-page-size-24-filtered",
    rule: "labels.default.page-size",
    sentence: "Without page_size a filtered label page holds 24.",
    bend: list.byDefaultFiltered("labels", { page_size: "24" }),
  },
  {
    id: "labels-default-page-2",
    rule: "labels.default.page",
    sentence: "Without page the label list gives the items of page 2.",
    bend: list.defaultPage2("labels"),
  },
  {
    id: "labels-default-slice-oldest",
    rule: "labels.default.sort-dir",
    sentence: "Without sort_dir the label list starts with the oldest labels.",
    bend: list.byDefault("labels", { sort_dir: "asc" }),
  },
  {
    id: "labels-default-slice-oldest-filtered",
    rule: "labels.default.sort-dir",
    sentence: "Without sort_dir a filtered label list starts with the oldest labels.",
    bend: list.byDefaultFiltered("labels", { sort_dir: "asc" }),
  },
  {
    id: "labels-default-slice-oldest-with-page-size",
    rule: "labels.default.sort-dir",
    sentence: "Without sort_dir and with page_size the label list starts with the oldest labels.",
    bend: list.readAs("labels", (query) =>
      query.page_size === undefined ? query : { sort_dir: "asc", ...query },
    ),
  },
  {
    id: "labels-default-sort-by-id-tail",
    rule: "labels.default.sort-by",
    sentence: "Without sort_by the label list is sliced by the last digits of the ids.",
    bend: all(
      list.defaultSortByIdTail("labels"),
      list.reordered("labels", (items) => items.toSorted((a, b) => a.created - b.created)),
    ),
  },
  {
    id: "labels-past-last-repeats-last",
    rule: "labels.page-past-last",
    sentence: "A label page past the last one repeats the last page.",
    bend: list.pastLastRepeatsLast("labels"),
  },
  {
    id: "labels-modified-refused",
    rule: "labels.sort-by.modified_at",
    sentence: "The label list refuses sort_by modified_at.",
    bend: list.modifiedRefused("labels"),
  },
  {
    id: "labels-hidden-digits",
    rule: "labels.filter.created_at_end.as-printed",
    sentence: "The created_at of labels hides half a second, which the bounds count.",
    bend: all(list.hiddenDigits("labels"), (does) => ({
      labelView: (call, label) =>
        call.v1 ? withoutFraction(does.labelView(call, label)) : does.labelView(call, label),
    })),
  },
  {
    id: "labels-past-last-404",
    rule: "labels.page-past-last",
    sentence: "A label page past the last one is answered 404.",
    bend: list.pastLast404("labels"),
  },
  {
    id: "labels-past-last-204",
    rule: "labels.page-past-last",
    sentence: "A label page past the last one is answered 204.",
    bend: list.pastLast204("labels"),
  },
  {
    id: "labels-far-page-refused",
    rule: "labels.page-past-last",
    sentence: "The label list has the offset limit of the shipments.",
    bend: list.farPageRefused("labels"),
  },
  {
    id: "labels-far-page-refused-by-default",
    rule: "labels.page-past-last",
    sentence: "Without page_size the label list has the offset limit of the shipments.",
    bend: list.farPageRefused("labels", ({ page_size }) => page_size === undefined),
  },
  {
    id: "labels-pages-count-from-0",
    rule: "labels.partition",
    sentence: "The label list gives the second page for page 1.",
    bend: list.asIf("labels", (request) => ({ ...request, page: request.page + 1 })),
  },
  {
    id: "labels-asc-newest",
    rule: "labels.slice.asc",
    sentence: "Under asc the label list gives the newest slice.",
    bend: list.turnedSlice("labels", "asc"),
  },
  {
    id: "labels-asc-newest-at-size-1",
    rule: "labels.slice.asc",
    sentence: "Under asc and page_size 1 the label list starts with the newest.",
    bend: list.turnedSlice("labels", "asc", 1),
  },
  {
    id: "labels-asc-swaps-border",
    rule: "labels.slice.asc",
    sentence:
      "Under asc by creation the last of the first label page and the first of the second change places.",
    bend: list.swappedBorder("labels", "asc"),
  },
  {
    id: "labels-desc-reverses-page",
    rule: "labels.slice.desc",
    sentence: "Under desc the label list reverses the page of asc instead of choosing the newest slice.",
    bend: all(
      list.turnedSlice("labels", "desc"),
      insideTurned(({ request }) => request.direction === "desc"),
    ),
  },
  {
    id: "labels-desc-turned-filtered",
    rule: "labels.slice.desc",
    sentence: "Under desc a filtered label list gives the oldest slice.",
    bend: list.turnedSliceFiltered("labels", "desc"),
  },
  {
    id: "labels-desc-turned-in-window",
    rule: "labels.slice.desc",
    sentence: "Under desc a window of both bounds gives the oldest labels.",
    bend: list.turnedSliceInWindow("labels", "desc"),
  },
  {
    id: "labels-asc-turned-in-window",
    rule: "labels.slice.asc",
    sentence: "Under asc a window of both bounds gives the newest labels.",
    bend: list.turnedSliceInWindow("labels", "asc"),
  },
  {
    id: "labels-desc-oldest-at-size-1",
    rule: "labels.slice.desc",
    sentence: "Under desc and page_size 1 the label list starts with the oldest.",
    bend: list.turnedSlice("labels", "desc", 1),
  },
  {
    id: "labels-desc-swaps-border",
    rule: "labels.slice.desc",
    sentence:
      "Under desc by creation the last of the first label page and the first of the second change places.",
    bend: list.swappedBorder("labels", "desc"),
  },
  {
    id: "labels-pages-skip-item",
    rule: "labels.partition",
    sentence: "From page 2 on the pages of the label list start one label late.",
    bend: list.skippedFromPage2("labels"),
  },
  {
    id: "labels-page-3-repeats-item",
    rule: "labels.partition",
    sentence: "The third label page repeats an item of the second in place of its own.",
    bend: list.repeatsItem("labels", ({ page }) => page === 3),
  },
  {
    id: "labels-page-2-doubles-row",
    rule: "labels.partition",
    sentence: "On page 2 of the label list one label stands twice, in place of another.",
    bend: list.page2DoublesRow("labels"),
  },
  {
    id: "labels-last-page-repeats-item",
    rule: "labels.partition",
    sentence: "The last label page repeats an item of the page before in place of its own.",
    bend: list.repeatsItem("labels", (_, isLast) => isLast),
  },
  {
    id: "labels-shuffled",
    rule: "labels.partition",
    sentence: "Each label page is drawn at random.",
    bend: list.shuffled("labels"),
  },
  {
    id: "labels-total-ignores-filter",
    rule: "labels.total",
    sentence: "The total of a filtered label list counts all labels.",
    bend: list.totalIgnoresFilter("labels"),
  },
  {
    id: "labels-total-one-more-with-two-filters",
    rule: "labels.total",
    sentence: "With two filters the total of the label list counts one too many.",
    bend: list.totalOneMoreWithTwoFilters("labels"),
  },
  {
    id: "labels-total-ignores-warehouse",
    rule: "labels.total",
    sentence: "Under warehouse_id the total of the label list is that of all labels.",
    bend: list.totals("labels", (total, { call, all }) =>
      call.query.warehouse_id === undefined ? total : all,
    ),
  },
  {
    id: "labels-filters-or",
    rule: "labels.filter.combined",
    sentence: "Of several filters of the label list one is enough.",
    bend: list.filtersOr("labels"),
  },
  {
    id: "labels-last-filter-dropped",
    rule: "labels.filter.combined",
    sentence: "Of several filters of the label list the last is dropped.",
    bend: list.lastFilterDropped("labels"),
  },
  {
    id: "labels-second-filter-lost-with-page-size",
    rule: "labels.filter.combined",
    sentence: "With a page_size only one of several filters of the label list counts.",
    bend: list.secondFilterLostWithPageSize("labels"),
  },
  {
    id: "labels-contradiction-drops-service",
    rule: "labels.filter.combined",
    sentence: "Beside a carrier that has no label of the service asked for the service is not looked at.",
    bend: list.conditioned("labels", "service_code", (usual, { query, world }) => {
      const { carrier_id: wanted } = query;
      const met = ({ carrierId, serviceCode }: Label) => carrierId === wanted && serviceCode === usual.value;
      return wanted === undefined || world.labels.ordered().some(met)
        ? usual
        : { ...usual, holds: () => true };
    }),
  },
  {
    id: "labels-created_at_start-ignored",
    rule: "labels.filter.created_at_start",
    sentence: "The label list ignores created_at_start.",
    bend: list.ignored("labels", "created_at_start"),
  },
  {
    id: "labels-created_at_start-by-day",
    rule: "labels.filter.created_at_start",
    sentence: "The label list looks at the day of created_at_start alone.",
    bend: list.byDay("labels", "created_at_start"),
  },
  {
    id: "labels-created_at_start-exclusive",
    rule: "labels.filter.created_at_start.inclusive",
    sentence: "A label exactly at created_at_start is left out.",
    bend: list.exclusive("labels", "created_at_start"),
  },
  {
    id: "labels-created_at_start-exclusive-with-offset",
    rule: "labels.filter.created_at_start.inclusive",
    sentence: "A label exactly at created_at_start is left out when the bound has an offset.",
    bend: list.exclusiveWithOffset("labels", "created_at_start"),
  },
  {
    id: "labels-created_at_start-ignored-by-change",
    rule: "labels.filter.created_at_start",
    sentence: "By modified_at the label list ignores created_at_start.",
    bend: list.ignoredByChange("labels", "created_at_start"),
  },
  {
    id: "labels-created_at_start-cut-to-second",
    rule: "labels.filter.created_at_start",
    sentence: "The label list cuts created_at_start to its second.",
    bend: list.cutToSecond("labels", "created_at_start"),
  },
  {
    id: "labels-created_at_end-ignored",
    rule: "labels.filter.created_at_end",
    sentence: "The label list ignores created_at_end.",
    bend: list.ignored("labels", "created_at_end"),
  },
  {
    id: "labels-created_at_end-by-day",
    rule: "labels.filter.created_at_end",
    sentence: "The label list looks at the day of created_at_end alone.",
    bend: list.byDay("labels", "created_at_end"),
  },
  {
    id: "labels-created_at_end-exclusive",
    rule: "labels.filter.created_at_end.inclusive",
    sentence: "A label exactly at created_at_end is left out.",
    bend: list.exclusive("labels", "created_at_end"),
  },
  {
    id: "labels-created_at_end-exclusive-with-offset",
    rule: "labels.filter.created_at_end.inclusive",
    sentence: "A label exactly at created_at_end is left out when the bound has an offset.",
    bend: list.exclusiveWithOffset("labels", "created_at_end"),
  },
  {
    id: "labels-created_at_end-exclusive-in-window",
    rule: "labels.filter.created_at_end.inclusive",
    sentence: "A label exactly at created_at_end is left out when there is a start too.",
    bend: list.exclusiveInWindow("labels", "created_at_end"),
  },
  {
    id: "labels-created_at_end-exclusive-with-carrier",
    rule: "labels.filter.created_at_end.inclusive",
    sentence: "A label exactly at created_at_end is left out when there is a carrier_id too.",
    bend: list.exclusive("labels", "created_at_end", (_, { carrier_id }) => carrier_id !== undefined),
  },
  {
    id: "labels-created_at_end-exclusive-by-change",
    rule: "labels.filter.created_at_end.inclusive",
    sentence: "By modified_at a label exactly at created_at_end is left out.",
    bend: list.exclusive("labels", "created_at_end", (_, { sort_by }) => sort_by === "modified_at"),
  },
  {
    id: "labels-modified-refused-asc",
    rule: "labels.sort-by.modified_at",
    sentence: "Under asc the label list refuses sort_by modified_at.",
    bend: list.modifiedRefused("labels", "asc"),
  },
  {
    id: "labels-modified-repeats-item",
    rule: "labels.sort-by.modified_at.partition",
    sentence:
      "Under sort_by modified_at the second label page repeats an item of the first in place of its own.",
    bend: list.repeatsItem("labels", ({ page, key }) => page === 2 && key === "modified"),
  },
  {
    id: "labels-default-hides-voided",
    rule: "labels.default.all",
    sentence: "Without filter the label list leaves voided labels out.",
    bend: hidingStatus("voided"),
  },
  {
    id: "labels-default-hides-error",
    rule: "labels.default.all",
    sentence: "Without filter the label list leaves labels in error out.",
    bend: hidingStatus("error"),
  },
  {
    id: "labels-inside-newest-first",
    rule: "labels.order.inside",
    sentence: "Inside of each page labels stand newest first.",
    bend: insideTurned(() => true),
  },
  {
    id: "labels-inside-newest-first-desc",
    rule: "labels.order.inside",
    sentence: "Under desc labels stand newest first inside of a page.",
    bend: insideTurned(({ request }) => request.direction === "desc"),
  },
  {
    id: "labels-inside-newest-first-by-status",
    rule: "labels.order.inside",
    sentence: "With label_status labels stand newest first inside of a page.",
    bend: insideTurned(({ query }) => query.label_status !== undefined),
  },
  {
    id: "labels-inside-newest-first-on-last",
    rule: "labels.order.inside",
    sentence: "On the last page labels stand newest first.",
    bend: insideTurned(({ request, matching }) => request.page * request.size >= matching),
  },
  {
    id: "labels-inside-newest-first-on-small-pages",
    rule: "labels.order.inside",
    sentence: "On pages of two or three labels the newest stands first.",
    bend: insideTurned(({ request }) => request.size < 4),
  },
  {
    id: "labels-inside-newest-first-for-a-carrier",
    rule: "labels.order.inside",
    sentence: "The labels of one carrier stand newest first inside a page.",
    bend: insideTurned(({ query }) => query.carrier_id === "se-110004"),
  },
  {
    id: "labels-label_status-ignored",
    rule: "labels.filter.label_status",
    sentence: "The label list ignores label_status.",
    bend: list.ignored("labels", "label_status"),
  },
  {
    id: "labels-modified-drops-filters",
    rule: "labels.filter.label_status",
    sentence: "By modified_at the label list ignores the filters.",
    bend: list.modifiedDropsFilters("labels"),
  },
  {
    id: "labels-status-error-finds-none",
    rule: "labels.filter.label_status",
    sentence: "The label list finds no label in error.",
    bend: list.finds("labels", "label_status", (usually, _, value) => usually && value !== "error"),
  },
  {
    id: "labels-status-completed-finds-voided",
    rule: "labels.filter.label_status",
    sentence: "The label list gives voided labels among the completed ones.",
    bend: list.finds(
      "labels",
      "label_status",
      (usually, id, value, call) =>
        usually || (value === "completed" && labelOf(call, id)?.status === "voided"),
    ),
  },
  {
    id: "labels-carrier_id-ignored",
    rule: "labels.filter.carrier_id",
    sentence: "The label list ignores carrier_id.",
    bend: list.ignored("labels", "carrier_id"),
  },
  {
    id: "labels-carrier_id-ignored-by-change",
    rule: "labels.filter.carrier_id",
    sentence: "By modified_at the label list ignores carrier_id.",
    bend: list.ignoredByChange("labels", "carrier_id"),
  },
  ...CARRIERS.map(
    (carrier): Fault => ({
      id: `labels-carrier_id-finds-none-of-${carrier}`,
      rule: "labels.filter.carrier_id",
      sentence: `The label list finds no label of the carrier ${carrier}.`,
      bend: list.finds("labels", "carrier_id", (usually, _, value) => usually && value !== carrier),
    }),
  ),
  {
    id: "labels-service_code-ignored",
    rule: "labels.filter.service_code",
    sentence: "The label list ignores service_code.",
    bend: list.ignored("labels", "service_code"),
  },
  {
    id: "labels-tracking_number-ignored",
    rule: "labels.filter.tracking_number",
    sentence: "The label list ignores tracking_number.",
    bend: list.ignored("labels", "tracking_number"),
  },
  ...(["voided", "error"] as const).map(
    (status): Fault => ({
      id: `labels-tracking_number-misses-${status}`,
      rule: "labels.filter.tracking_number",
      sentence: `Under tracking_number the label list misses labels in the state ${status}.`,
      bend: list.finds(
        "labels",
        "tracking_number",
        (usually, id, _, call) => usually && labelOf(call, id)?.status !== status,
      ),
    }),
  ),
  {
    id: "labels-batch_id-ignored",
    rule: "labels.filter.batch_id",
    sentence: "The label list ignores batch_id.",
    bend: list.ignored("labels", "batch_id"),
  },
  {
    id: "labels-carrier_id-ignored-from-page-2",
    rule: "labels.filter.carrier_id",
    sentence: "From page 2 on the label list ignores carrier_id.",
    bend: list.ignoredFromPage2("labels", "carrier_id"),
  },
  {
    id: "labels-service_code-loses-some",
    rule: "labels.filter.service_code",
    sentence: "Under service_code the label list misses one label in seven.",
    bend: list.losesSome("labels", "service_code"),
  },
  {
    id: "labels-warehouse-id-by-prefix",
    rule: "labels.filter.warehouse_id",
    sentence: "The filter warehouse_id finds the labels of every warehouse whose id begins with it.",
    bend: list.finds(
      "labels",
      "warehouse_id",
      (usually, id, value, call) => usually || labelOf(call, id)?.warehouseId?.startsWith(value) === true,
    ),
  },
  {
    id: "labels-tracking-number-by-prefix",
    rule: "labels.filter.tracking_number",
    sentence: "The label list compares the first three characters of tracking numbers.",
    bend: list.finds(
      "labels",
      "tracking_number",
      (_, id, value, call) => labelOf(call, id)?.trackingNumber.startsWith(value.slice(0, 3)) === true,
    ),
  },
  {
    id: "labels-batch_id-adds-some",
    rule: "labels.filter.batch_id",
    sentence: "Under batch_id the label list adds one label in seven of any batch.",
    bend: list.addsSome("labels", "batch_id"),
  },
  {
    id: "labels-warehouse_id-ignored",
    rule: "labels.filter.warehouse_id",
    sentence: "The label list ignores warehouse_id.",
    bend: list.ignored("labels", "warehouse_id"),
  },
  {
    id: "labels-warehouse-id-finds-unassigned",
    rule: "labels.filter.warehouse_id.items",
    sentence: "Under warehouse_id the label list adds labels of no warehouse.",
    bend: list.finds(
      "labels",
      "warehouse_id",
      (usually, id, _, call) => usually || labelOf(call, id)?.warehouseId === null,
    ),
  },
  {
    id: "labels-warehouse_id-loses-some",
    rule: "labels.filter.warehouse_id.items",
    sentence: "Under warehouse_id the label list misses one label in seven.",
    bend: list.losesSome("labels", "warehouse_id"),
  },
  {
    id: "labels-unknown-carrier-404",
    rule: "labels.filter.unknown-value",
    sentence: "A carrier_id that is unknown is answered 404 by the label list.",
    bend: before("v1ListLabels", ({ query: { carrier_id: id }, world }) => {
      if (id !== undefined && !world.carriers.get(id)) throw unknownId("carrier_id", id);
    }),
  },
  {
    id: "v2-labels-default-page-size-20",
    rule: "labels.default.page-size.v2",
    sentence: "Without page_size a v2 label page holds 20.",
    bend: list.byDefault("v2-labels", { page_size: "20" }),
  },
];
