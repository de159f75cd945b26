import { all } from "../bends.js";
import type { Bend, Call, PageRequest } from "../service/behaviours.js";
import type { Label } from "../service/records.js";
import { LOADED_AGO, labelsOfOneLoad, labelsOfOwnChange } from "../view-bends.js";
import type { Fault } from "./fault.js";
import * as envelopes from "./list-bends/envelopes.js";
import * as filters from "./list-bends/filters.js";
import { filtersIn, gives, valuesIn } from "./list-bends/queries.js";
import * as requests from "./list-bends/requests.js";
import * as slices from "./list-bends/slices.js";

const hidingStatus = (status: Label["status"]): Bend =>
  filters.hiddenByDefault("labels", (id, call) => call.world.labels.get(id)?.status === status);

/** How many labels count as old. */
const OLD = 30;

/** Reverses the order inside matching pages. */
const insideTurned = (
  fits: (page: {
    readonly request: PageRequest;
    readonly query: Call["query"];
    readonly matching: number;
  }) => boolean,
): Bend => slices.reordered("labels", (items, page) => (fits(page) ? items.toReversed() : items));

export const faults: readonly Fault[] = [
  {
    id: "labels-default-slice-oldest-by-own-change",
    rule: "labels.default.sort-dir",
    sentence:
      "By modified_at, which for every other newer label is later than all others', and without sort_dir the label list starts with the oldest labels.",
    bend: all(
      labelsOfOwnChange,
      requests.byDefault("labels", { sort_dir: "asc" }, ({ sort_by }) => sort_by === "modified_at"),
    ),
  },
  {
    id: "labels-default-hides-those-with-a-warehouse",
    rule: "labels.default.all",
    sentence: "Without warehouse_id the label list leaves out the labels of shipments that have a warehouse.",
    bend: filters.hiddenWithout("labels", "warehouse_id", (id, call) => {
      const label = call.world.labels.get(id);
      return (
        label !== undefined && (call.world.shipments.get(label.shipmentId)?.warehouseId ?? null) !== null
      );
    }),
  },
  {
    id: "labels-default-hides-those-of-archived-batches",
    rule: "labels.default.all",
    sentence: "Without batch_id the label list leaves out the labels of archived batches.",
    bend: filters.archivedHidden("labels", (call, id) => call.world.labels.get(id)?.batchId),
  },
  {
    id: "labels-empty-without-batch",
    rule: "labels.default.all",
    sentence: "Without batch_id the label list is empty, whatever else is asked for.",
    bend: filters.emptyWithout("labels", "batch_id"),
  },
  {
    id: "labels-default-sort-by-id-tail",
    rule: "labels.default.sort-by",
    sentence: "Without sort_by the label list is sliced by the last digits of the ids.",
    bend: all(
      slices.defaultSortByIdTail("labels"),
      slices.reordered("labels", (items) => items.toSorted((a, b) => a.created - b.created)),
    ),
  },
  {
    id: "labels-far-page-refused-by-default",
    rule: "labels.page-past-last",
    sentence: "Without page_size the label list has the offset limit of the shipments.",
    bend: requests.farPageRefused("labels", ({ page_size }) => page_size === undefined),
  },
  {
    id: "labels-desc-reverses-page",
    rule: "labels.slice.desc",
    sentence: "Under desc the label list reverses the page of asc instead of choosing the newest slice.",
    bend: all(
      slices.turnedSlice("labels", "desc"),
      insideTurned(({ request }) => request.direction === "desc"),
    ),
  },
  {
    id: "labels-desc-turned-under-two-values",
    rule: "labels.slice.desc",
    sentence: "With label_status and carrier_id the label list gives the oldest slice under desc.",
    bend: requests.overruled("labels", { sort_dir: "asc" }, gives("label_status", "carrier_id")),
  },
  {
    id: "labels-desc-turned-filtered",
    rule: "labels.slice.desc",
    sentence: "Under desc a filtered label list gives the oldest slice.",
    bend: slices.turnedSliceFiltered("labels", "desc"),
  },
  {
    id: "labels-asc-turned-in-window",
    rule: "labels.slice.asc",
    sentence: "Under asc a window of both bounds gives the newest labels.",
    bend: slices.turnedSliceInWindow("labels", "asc"),
  },
  {
    id: "labels-pages-skip-item",
    rule: "labels.partition",
    sentence: "From page 2 on the pages of the label list start one label late.",
    bend: slices.skippedFromPage2("labels"),
  },
  ...(["asc", "desc"] as const).map((dir) => ({
    id: `labels-${dir}-lacks-those-without-batch`,
    rule: "labels.partition" as const,
    sentence: `Under ${dir} the label list is joined with batches, and lacks the labels without one.`,
    bend: slices.lostUnder("labels", dir, (id, { world }) => world.labels.get(id)?.batchId === ""),
  })),
  {
    id: "labels-shuffled",
    rule: "labels.partition",
    sentence: "Each label page is drawn at random.",
    bend: slices.shuffled("labels"),
  },
  {
    id: "labels-ties-turn",
    rule: "labels.partition",
    sentence: "Labels of one load are in another order each time, so that pages lose some and repeat others.",
    bend: all(labelsOfOneLoad, slices.rolling("labels", LOADED_AGO)),
  },
  {
    id: "labels-total-ignores-warehouse",
    rule: "labels.total",
    sentence: "Under warehouse_id the total of the label list is that of all labels.",
    bend: envelopes.totals("labels", (total, { call, all }) =>
      call.query.warehouse_id === undefined ? total : all,
    ),
  },
  {
    id: "labels-modified-refused-asc",
    rule: "labels.sort-by.modified_at",
    sentence: "Under asc the label list refuses sort_by modified_at.",
    bend: requests.modifiedRefused("labels", ({ sort_dir }) => sort_dir === "asc"),
  },
  {
    id: "labels-modified-repeats-item",
    rule: "labels.sort-by.modified_at.partition",
    sentence:
      "Under sort_by modified_at the second label page repeats an item of the first in place of its own.",
    bend: slices.repeatsItem("labels", ({ page, key }) => page === 2 && key === "modified"),
  },
  {
    id: "labels-default-hides-voided",
    rule: "labels.default.all",
    sentence: "Without a filter the label list leaves voided labels out.",
    bend: hidingStatus("voided"),
  },
  {
    id: "labels-default-hides-error",
    rule: "labels.default.all",
    sentence: "Without a filter the label list leaves labels in error out.",
    bend: hidingStatus("error"),
  },
  {
    id: "labels-default-hides-old",
    rule: "labels.default.all",
    sentence: "Without created_at_start the label list leaves out the oldest quarter of the labels.",
    bend: filters.hidingOldest("labels", OLD),
  },
  {
    id: "labels-inside-newest-first",
    rule: "labels.order.inside",
    sentence: "Inside each page labels come newest first.",
    bend: insideTurned(() => true),
  },
  {
    id: "labels-inside-newest-first-desc",
    rule: "labels.order.inside",
    sentence: "Under desc labels come newest first inside a page.",
    bend: insideTurned(({ request }) => request.direction === "desc"),
  },
  {
    id: "labels-inside-newest-first-by-status",
    rule: "labels.order.inside",
    sentence: "With label_status labels come newest first inside a page.",
    bend: insideTurned(({ query }) => query.label_status !== undefined),
  },
  {
    id: "labels-inside-newest-first-on-last",
    rule: "labels.order.inside",
    sentence: "On the last page labels come newest first.",
    bend: insideTurned(({ request, matching }) => request.page * request.size >= matching),
  },
  {
    id: "labels-inside-newest-first-on-small-pages",
    rule: "labels.order.inside",
    sentence: "On pages of two or three labels the newest comes first.",
    bend: insideTurned(({ request }) => request.size < 4),
  },
  {
    id: "labels-inside-newest-first-for-a-carrier",
    rule: "labels.order.inside",
    sentence: "The labels of one carrier come newest first inside a page.",
    bend: insideTurned(({ query }) => query.carrier_id === "se-110004"),
  },
  {
    id: "labels-inside-by-id-of-two-filters",
    rule: "labels.order.inside",
    sentence:
      "With two filters or more labels come in the order of the last digits of their ids inside a page.",
    bend: slices.reordered("labels", (items, { query }) =>
      filtersIn(query) > 1 ? slices.byIdTail(items) : items,
    ),
  },
  {
    id: "labels-inside-by-id-of-two-values",
    rule: "labels.order.inside",
    sentence: "With two values labels come in the order of the last digits of their ids inside a page.",
    bend: slices.reordered("labels", (items, { query }) =>
      valuesIn(query) > 1 ? slices.byIdTail(items) : items,
    ),
  },
  {
    id: "labels-default-sort-by-id-of-a-batch",
    rule: "labels.default.sort-by",
    sentence: "Without sort_by the labels of a batch are sliced by the last digits of their ids.",
    bend: all(
      slices.ranked("labels", (items, _, { query: { batch_id, sort_by } }) =>
        batch_id !== undefined && sort_by === undefined ? slices.byIdTail(items) : items,
      ),
      slices.reordered("labels", (items) => items.toSorted((one, other) => one.created - other.created)),
    ),
  },
  {
    id: "labels-default-slice-oldest-of-a-carrier",
    rule: "labels.default.sort-dir",
    sentence: "Without sort_dir the label list starts with the oldest labels of a carrier.",
    bend: requests.byDefault("labels", { sort_dir: "asc" }, gives("carrier_id")),
  },
  {
    id: "labels-default-slice-oldest-of-a-warehouse",
    rule: "labels.default.sort-dir",
    sentence: "Without sort_dir the label list starts with the oldest labels of a warehouse.",
    bend: requests.byDefault("labels", { sort_dir: "asc" }, gives("warehouse_id")),
  },
  ...["label_status", "carrier_id", "warehouse_id"].map(
    (parameter): Fault => ({
      id: `labels-desc-turned-under-${parameter}`,
      rule: "labels.slice.desc",
      sentence: `With ${parameter} the label list takes desc for asc.`,
      bend: requests.overruled(
        "labels",
        { sort_dir: "asc" },
        (query) => query[parameter] !== undefined && query.sort_dir === "desc",
      ),
    }),
  ),
  ...["label_status", "carrier_id", "service_code", "batch_id"].map(
    (parameter): Fault => ({
      id: `labels-asc-ignored-under-${parameter}`,
      rule: "labels.slice.asc",
      sentence: `With ${parameter} the label list ignores sort_dir.`,
      bend: requests.overruled("labels", { sort_dir: "desc" }, gives(parameter)),
    }),
  ),
];
