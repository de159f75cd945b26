import { all, before } from "../bends.js";
import type { Bend, Call } from "../service/behaviours.js";
import { readDate } from "../service/filters.js";
import { invalidValue } from "../service/problem.js";
import type { Shipment } from "../service/records.js";
import type { Fault } from "./fault.js";
import * as list from "./lists.js";

const shipmentOf = ({ world }: Call, id: string): Shipment | undefined => world.shipments.get(id);

const appliedBesideBatch =
  (name: string): Bend =>
  (does) => ({ reads: (asked, parameter) => parameter === name || does.reads(asked, parameter) });

/** Ignored beside batch_id. */
const PRECEDED = [
  "shipment_status",
  "modified_at_start",
  "modified_at_end",
  "created_at_start",
  "created_at_end",
  "tag",
];

const withoutAny = (params: Record<string, string>, { shipment_status: asked }: Call["query"]) => {
  const { shipment_status: _, ...others } = params;
  return asked === undefined ? others : params;
};

export const faults: readonly Fault[] = [
  {
    id: "shipments-default-page-size-20",
    rule: "shipments.default.page-size",
    sentence: "Without page_size a shipment page holds 20.",
    bend: list.byDefault("shipments", { page_size: "20" }),
  },
  {
    id: "shipments-default-page-size-24-filtered",
    rule: "shipments.default.page-size",
    sentence: "Without page_size a filtered shipment page holds 24.",
    bend: list.byDefaultFiltered("shipments", { page_size: "24" }),
  },
  {
    id: "shipments-default-page-2",
    rule: "shipments.default.page",
    sentence: "Without page the shipment list gives the items of page 2.",
    bend: list.defaultPage2("shipments"),
  },
  {
    id: "shipments-past-last-404",
    rule: "shipments.page-past-last",
    sentence: "A shipment page past the last one is answered 404.",
    bend: list.pastLast404("shipments"),
  },
  {
    id: "shipments-past-last-204",
    rule: "shipments.page-past-last",
    sentence: "A shipment page past the last one is answered 204.",
    bend: list.pastLast204("shipments"),
  },
  {
    id: "shipments-asc-newest",
    rule: "shipments.slice.asc",
    sentence: "Under asc the shipment list gives the newest slice.",
    bend: list.turnedSlice("shipments", "asc"),
  },
  {
    id: "shipments-asc-turned-filtered",
    rule: "shipments.slice.asc",
    sentence: "Under asc a filtered shipment list gives the newest slice.",
    bend: list.turnedSliceFiltered("shipments", "asc"),
  },
  {
    id: "shipments-asc-newest-at-size-1",
    rule: "shipments.slice.asc",
    sentence: "Under asc and page_size 1 the shipment list starts with the newest.",
    bend: list.turnedSlice("shipments", "asc", 1),
  },
  {
    id: "shipments-asc-swaps-border",
    rule: "shipments.slice.asc",
    sentence:
      "Under asc by creation the last of the first shipment page and the first of the second change places.",
    bend: list.swappedBorder("shipments", "asc"),
  },
  {
    id: "shipments-desc-turned-in-window",
    rule: "shipments.slice.desc",
    sentence: "Under desc a window of both bounds gives the oldest shipments.",
    bend: list.turnedSliceInWindow("shipments", "desc"),
  },
  {
    id: "shipments-desc-oldest-at-size-1",
    rule: "shipments.slice.desc",
    sentence: "Under desc and page_size 1 the shipment list starts with the oldest.",
    bend: list.turnedSlice("shipments", "desc", 1),
  },
  {
    id: "shipments-desc-swaps-border",
    rule: "shipments.slice.desc",
    sentence:
      "Under desc by creation the last of the first shipment page and the first of the second change places.",
    bend: list.swappedBorder("shipments", "desc"),
  },
  {
    id: "shipments-page-3-repeats-item",
    rule: "shipments.partition",
    sentence: "The third shipment page repeats an item of the second in place of its own.",
    bend: list.repeatsItem("shipments", ({ page }) => page === 3),
  },
  {
    id: "shipments-page-2-doubles-row",
    rule: "shipments.partition",
    sentence: "On page 2 of the shipment list one shipment stands twice, in place of another.",
    bend: list.page2DoublesRow("shipments"),
  },
  {
    id: "shipments-last-page-repeats-item",
    rule: "shipments.partition",
    sentence: "The last shipment page repeats an item of the page before in place of its own.",
    bend: list.repeatsItem("shipments", (_, isLast) => isLast),
  },
  {
    id: "shipments-total-ignores-filter",
    rule: "shipments.total",
    sentence: "The total of a filtered shipment list counts all shipments.",
    bend: list.totalIgnoresFilter("shipments"),
  },
  {
    id: "shipments-total-one-more-with-two-filters",
    rule: "shipments.total",
    sentence: "With two filters the total of the shipment list counts one too many.",
    bend: list.totalOneMoreWithTwoFilters("shipments"),
  },
  {
    id: "shipments-filters-or",
    rule: "shipments.filter.combined",
    sentence: "Of several filters of the shipment list one is enough.",
    bend: list.filtersOr("shipments"),
  },
  {
    id: "shipments-last-filter-dropped",
    rule: "shipments.filter.combined",
    sentence: "Of several filters of the shipment list the last is dropped.",
    bend: list.lastFilterDropped("shipments"),
  },
  {
    id: "shipments-second-filter-lost-with-page-size",
    rule: "shipments.filter.combined",
    sentence: "With a page_size only one of several filters of the shipment list counts.",
    bend: list.secondFilterLostWithPageSize("shipments"),
  },
  {
    id: "shipments-contradiction-drops-state",
    rule: "shipments.filter.combined",
    sentence:
      "In a window of time in which no shipment is in the state asked for the state is not looked at.",
    bend: list.conditioned("shipments", "shipment_status", (usual, { query, world }) => {
      const { created_at_start: start, created_at_end: end } = query;
      if (start === undefined || end === undefined) return usual;
      const [from, to] = [readDate("created_at_start", start), readDate("created_at_end", end)];
      const within = world.shipments.ordered().filter(({ created }) => created >= from && created <= to);
      return within.some(({ status }) => status === usual.value) ? usual : { ...usual, holds: () => true };
    }),
  },
  {
    id: "shipments-created_at_start-ignored",
    rule: "shipments.filter.created_at_start",
    sentence: "The shipment list ignores created_at_start.",
    bend: list.ignored("shipments", "created_at_start"),
  },
  {
    id: "shipments-created_at_start-by-day",
    rule: "shipments.filter.created_at_start",
    sentence: "The shipment list looks at the day of created_at_start alone.",
    bend: list.byDay("shipments", "created_at_start"),
  },
  {
    id: "shipments-created_at_start-cut-to-second",
    rule: "shipments.filter.created_at_start",
    sentence: "The shipment list cuts created_at_start to its second.",
    bend: list.cutToSecond("shipments", "created_at_start"),
  },
  {
    id: "shipments-created_at_end-ignored",
    rule: "shipments.filter.created_at_end",
    sentence: "The shipment list ignores created_at_end.",
    bend: list.ignored("shipments", "created_at_end"),
  },
  {
    id: "shipments-created_at_end-by-day",
    rule: "shipments.filter.created_at_end",
    sentence: "The shipment list looks at the day of created_at_end alone.",
    bend: list.byDay("shipments", "created_at_end"),
  },
  {
    id: "shipments-modified_at_start-ignored",
    rule: "shipments.filter.modified_at_start",
    sentence: "The shipment list ignores modified_at_start.",
    bend: list.ignored("shipments", "modified_at_start"),
  },
  {
    id: "shipments-modified_at_start-by-day",
    rule: "shipments.filter.modified_at_start",
    sentence: "The shipment list looks at the day of modified_at_start alone.",
    bend: list.byDay("shipments", "modified_at_start"),
  },
  {
    id: "shipments-modified_at_end-ignored",
    rule: "shipments.filter.modified_at_end",
    sentence: "The shipment list ignores modified_at_end.",
    bend: list.ignored("shipments", "modified_at_end"),
  },
  {
    id: "shipments-modified_at_end-by-day",
    rule: "shipments.filter.modified_at_end",
    sentence: "The shipment list looks at the day of modified_at_end alone.",
    bend: list.byDay("shipments", "modified_at_end"),
  },
  {
    id: "v2-shipments-default-page-size-20",
    rule: "shipments.default.page-size.v2",
    sentence: "Without page_size a v2 shipment page holds 20.",
    bend: list.byDefault("v2-shipments", { page_size: "20" }),
  },
  {
    id: "shipments-default-slice-middle",
    rule: "shipments.default.slice",
    sentence: "Without sort parameters the shipment list starts in the middle.",
    bend: list.ranked("shipments", (items, _, { sort_by, sort_dir }) => {
      if (sort_by !== undefined || sort_dir !== undefined) return items;
      const middle = Math.floor(items.length / 2);
      return [...items.slice(middle), ...items.slice(0, middle)];
    }),
  },
  {
    id: "shipments-modified-ignored",
    rule: "shipments.sort-by.modified_at",
    sentence: "Under sort_by modified_at shipments are sliced by created_at.",
    bend: list.modifiedIgnored("shipments"),
  },
  {
    id: "shipments-modified-ignored-filtered",
    rule: "shipments.sort-by.modified_at",
    sentence: "A filtered shipment list is sorted by created_at whatever sort_by says.",
    bend: list.modifiedIgnored("shipments", (_, isFiltered) => isFiltered),
  },
  {
    id: "shipments-modified-ignored-asc",
    rule: "shipments.sort-by.modified_at",
    sentence: "Under sort_by modified_at and asc shipments are sliced by created_at.",
    bend: list.modifiedIgnored("shipments", ({ sort_dir }) => sort_dir === "asc"),
  },
  {
    id: "shipments-modified-window-reads-other-time",
    rule: "shipments.filter.modified_at_start",
    sentence: "The modified bounds of the shipment list look at created_at.",
    bend: list.modifiedWindowReadsCreated("shipments"),
  },
  {
    id: "shipments-shipment_status-ignored",
    rule: "shipments.filter.shipment_status",
    sentence: "The shipment list ignores shipment_status.",
    bend: list.ignored("shipments", "shipment_status"),
  },
  {
    id: "shipments-status-processing-finds-none",
    rule: "shipments.filter.shipment_status",
    sentence: "The shipment list finds no shipment in processing.",
    bend: list.finds(
      "shipments",
      "shipment_status",
      (usually, _, value) => usually && value !== "processing",
    ),
  },
  {
    id: "shipments-status-pending-finds-cancelled",
    rule: "shipments.filter.shipment_status",
    sentence: "The shipment list gives cancelled shipments among the pending ones.",
    bend: list.finds(
      "shipments",
      "shipment_status",
      (usually, id, value, call) =>
        usually || (value === "pending" && shipmentOf(call, id)?.status === "cancelled"),
    ),
  },
  {
    id: "shipments-tag-ignored",
    rule: "shipments.filter.tag",
    sentence: "The shipment list ignores tag.",
    bend: list.ignored("shipments", "tag"),
  },
  {
    id: "shipments-tag-first-only",
    rule: "shipments.filter.tag",
    sentence: "The tag filter of the shipment list looks at the first tag alone.",
    bend: list.finds("shipments", "tag", (_, id, value, call) => shipmentOf(call, id)?.tags[0] === value),
  },
  {
    id: "shipments-tag-ignored-from-page-2",
    rule: "shipments.filter.tag",
    sentence: "From page 2 on the shipment list ignores tag.",
    bend: list.ignoredFromPage2("shipments", "tag"),
  },
  {
    id: "shipments-tag-ignored-by-change",
    rule: "shipments.filter.tag",
    sentence: "By modified_at the shipment list ignores tag.",
    bend: list.ignoredByChange("shipments", "tag"),
  },
  {
    id: "shipments-batch_id-loses-some",
    rule: "shipments.filter.batch_id",
    sentence: "Under batch_id the shipment list misses one shipment in seven.",
    bend: list.losesSome("shipments", "batch_id"),
  },
  {
    id: "shipments-batch_id-ignored",
    rule: "shipments.filter.batch_id",
    sentence: "The shipment list ignores batch_id.",
    bend: list.ignored("shipments", "batch_id"),
  },
  {
    id: "shipments-batch_id-adds-some",
    rule: "shipments.filter.batch_id",
    sentence: "Under batch_id the shipment list adds one shipment in seven of any batch.",
    bend: list.addsSome("shipments", "batch_id"),
  },
  {
    id: "shipments-batch-id-by-prefix",
    rule: "shipments.filter.batch_id",
    sentence: "Under batch_id the shipment list finds the shipments of every batch whose id begins with it.",
    bend: list.finds(
      "shipments",
      "batch_id",
      (usually, id, value, call) => usually || shipmentOf(call, id)?.batchId.startsWith(value) === true,
    ),
  },
  {
    id: "shipments-batch-id-applies-shipment_status",
    rule: "shipments.batch-id-precedence.shipment_status",
    sentence: "The shipment list applies shipment_status beside batch_id.",
    bend: appliedBesideBatch("shipment_status"),
  },
  {
    id: "shipments-batch-id-applies-tag",
    rule: "shipments.batch-id-precedence.tag",
    sentence: "The shipment list applies tag beside batch_id.",
    bend: appliedBesideBatch("tag"),
  },
  {
    id: "shipments-batch-id-applies-modified_at_start",
    rule: "shipments.batch-id-precedence.modified_at_start",
    sentence: "The shipment list applies modified_at_start beside batch_id.",
    bend: appliedBesideBatch("modified_at_start"),
  },
  {
    id: "shipments-batch-id-applies-modified_at_end",
    rule: "shipments.batch-id-precedence.modified_at_end",
    sentence: "The shipment list applies modified_at_end beside batch_id.",
    bend: appliedBesideBatch("modified_at_end"),
  },
  {
    id: "shipments-batch-id-applies-created_at_start",
    rule: "shipments.batch-id-precedence.created_at_start",
    sentence: "The shipment list applies created_at_start beside batch_id.",
    bend: appliedBesideBatch("created_at_start"),
  },
  {
    id: "shipments-batch-id-applies-created_at_end",
    rule: "shipments.batch-id-precedence.created_at_end",
    sentence: "The shipment list applies created_at_end beside batch_id.",
    bend: appliedBesideBatch("created_at_end"),
  },
  {
    id: "shipments-batch-id-applies-six-together",
    rule: "shipments.batch-id-precedence.all",
    sentence: "Beside batch_id the shipment list applies the six other filters when all of them are given.",
    bend: (does) => ({
      reads: (asked, name) =>
        PRECEDED.every((other) => asked.call.query[other] !== undefined) || does.reads(asked, name),
    }),
  },
  {
    id: "shipments-links-without-any",
    rule: "shipments.links.any",
    sentence: "The links of the shipment list do not show shipment_status any.",
    bend: all(list.linkQueries("shipments", withoutAny), list.linkQueries("v2-shipments", withoutAny)),
  },
  {
    id: "shipments-any-refused",
    rule: "shipments.links.any.follow",
    sentence: "The shipment list refuses the status any that its links show.",
    bend: before("v1ListShipments", ({ query: { shipment_status: status } }) => {
      if (status === "any") throw invalidValue("shipment_status", status, "There is no such status.");
    }),
  },
];
