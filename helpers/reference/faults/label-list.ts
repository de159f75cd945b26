import { all, before, onceDone } from "../bends.js";
import type { Bend, Call, PageRequest } from "../service/behaviours.js";
import { unknownId } from "../service/problem.js";
import type { Label } from "../service/records.js";
import { labelShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import * as bounds from "./list-bends/bounds.js";
import * as envelopes from "./list-bends/envelopes.js";
import * as filters from "./list-bends/filters.js";
import * as requests from "./list-bends/requests.js";
import * as slices from "./list-bends/slices.js";
import { withoutFraction } from "./timestamps.js";

const labelOf = ({ world }: Call, id: string): Label | undefined => world.labels.get(id);

/** Tracking numbers, of which two differ only in the case of their last letter. */
function twinNumber({ labels }: Call["world"], { id, trackingNumber }: Label): string {
  const [, , , , one, other] = labels.ordered();
  if (one?.id === id) return `${trackingNumber}a`;
  return other?.id === id && one !== undefined ? `${one.trackingNumber}A` : trackingNumber;
}

const hidingStatus = (status: Label["status"]): Bend =>
  filters.hiddenByDefault("labels", (id, call) => labelOf(call, id)?.status === status);

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

/** Carriers that come neither first nor last. */
const CARRIERS = ["se-110003", "se-110006"] as const;

/** Whether the number of one id follows that of another. */
const isNextOf = (one: string, other: string): boolean =>
  Number(one.replace("se-", "")) === Number(other.replace("se-", "")) + 1;

export const faults: readonly Fault[] = [
  {
    id: "labels-default-hides-those-with-a-warehouse",
    rule: "labels.default.all",
    sentence: "Without warehouse_id the label list leaves out the labels of shipments that have a warehouse.",
    bend: filters.hiddenWithout("labels", "warehouse_id", (id, call) => {
      const label = labelOf(call, id);
      return (
        label !== undefined && (call.world.shipments.get(label.shipmentId)?.warehouseId ?? null) !== null
      );
    }),
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
    id: "labels-hidden-digits",
    rule: "labels.filter.created_at_end.as-printed",
    sentence: "The created_at of labels hides half a second, which the bounds count.",
    bend: all(
      bounds.hiddenDigits("labels"),
      labelShows((view, _label, { v1 }) => (v1 ? withoutFraction(view) : view)),
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
  {
    id: "labels-shuffled",
    rule: "labels.partition",
    sentence: "Each label page is drawn at random.",
    bend: slices.shuffled("labels"),
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
    id: "labels-contradiction-drops-service",
    rule: "labels.filter.combined",
    sentence: "Beside a carrier that has no label of the service asked for the service is not looked at.",
    bend: filters.conditioned("labels", "service_code", (usual, { query, world }) => {
      const { carrier_id: wanted } = query;
      const met = ({ carrierId, serviceCode }: Label) => carrierId === wanted && serviceCode === usual.value;
      return wanted === undefined || world.labels.ordered().some(met)
        ? usual
        : { ...usual, holds: () => true };
    }),
  },
  {
    id: "labels-created_at_end-exclusive-with-carrier",
    rule: "labels.filter.created_at_end.inclusive",
    sentence: "A label exactly at created_at_end is left out when there is a carrier_id too.",
    bend: bounds.exclusive("labels", "created_at_end", (_, { carrier_id }) => carrier_id !== undefined),
  },
  {
    id: "labels-created_at_start-exclusive-in-window-of-seconds",
    rule: "labels.filter.created_at_start.inclusive",
    sentence:
      "A label exactly at created_at_start is left out when there is an end too; created_at shows whole seconds.",
    bend: all(
      bounds.exclusiveInWindow("labels", "created_at_start"),
      labelShows((view, _label, { v1 }) => (v1 ? withoutFraction(view) : view)),
    ),
  },
  {
    id: "labels-created_at_end-exclusive-by-change",
    rule: "labels.filter.created_at_end.inclusive",
    sentence: "By modified_at a label exactly at created_at_end is left out.",
    bend: bounds.exclusive("labels", "created_at_end", (_, { sort_by }) => sort_by === "modified_at"),
  },
  {
    id: "labels-modified-refused-asc",
    rule: "labels.sort-by.modified_at",
    sentence: "Under asc the label list refuses sort_by modified_at.",
    bend: requests.modifiedRefused("labels", "asc"),
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
    id: "labels-label_status-misses-newly-voided",
    rule: "labels.filter.label_status",
    sentence: "A label that is voided never comes under label_status voided.",
    bend: onceDone("v2VoidLabel", "label_id", (ids) =>
      filters.finds(
        "labels",
        "label_status",
        (usually, id, value) => usually && !(value === "voided" && ids.has(id)),
      ),
    ),
  },
  {
    id: "labels-status-error-finds-none",
    rule: "labels.filter.label_status",
    sentence: "The label list finds no label in error.",
    bend: filters.finds("labels", "label_status", (usually, _, value) => usually && value !== "error"),
  },
  {
    id: "labels-status-completed-finds-voided",
    rule: "labels.filter.label_status",
    sentence: "The label list gives voided labels among the completed ones.",
    bend: filters.finds(
      "labels",
      "label_status",
      (usually, id, value, call) =>
        usually || (value === "completed" && labelOf(call, id)?.status === "voided"),
    ),
  },
  ...CARRIERS.map(
    (carrier): Fault => ({
      id: `labels-carrier_id-finds-none-of-${carrier}`,
      rule: "labels.filter.carrier_id",
      sentence: `The label list finds no label of the carrier ${carrier}.`,
      bend: filters.finds("labels", "carrier_id", (usually, _, value) => usually && value !== carrier),
    }),
  ),
  {
    id: "labels-tracking_number-ignored-asc",
    rule: "labels.filter.tracking_number",
    sentence: "With sort_dir asc the label list ignores tracking_number.",
    bend: filters.conditioned("labels", "tracking_number", (usual, { query }) =>
      query.sort_dir === "asc" ? null : usual,
    ),
  },
  ...(["voided", "error"] as const).map(
    (status): Fault => ({
      id: `labels-tracking_number-misses-${status}`,
      rule: "labels.filter.tracking_number",
      sentence: `Under tracking_number the label list misses labels in the state ${status}.`,
      bend: filters.finds(
        "labels",
        "tracking_number",
        (usually, id, _, call) => usually && labelOf(call, id)?.status !== status,
      ),
    }),
  ),
  {
    id: "labels-warehouse-id-by-prefix",
    rule: "labels.filter.warehouse_id",
    sentence: "The filter warehouse_id finds the labels of every warehouse whose id begins with it.",
    bend: filters.finds(
      "labels",
      "warehouse_id",
      (usually, id, value, call) => usually || labelOf(call, id)?.warehouseId?.startsWith(value) === true,
    ),
  },
  {
    id: "labels-warehouse-id-sorted-finds-neighbour",
    rule: "labels.filter.warehouse_id.items",
    sentence: "With sort_dir the filter warehouse_id finds the labels of the warehouse before, too.",
    bend: filters.finds(
      "labels",
      "warehouse_id",
      (usually, id, value, call) =>
        usually ||
        (call.query.sort_dir !== undefined && isNextOf(value, labelOf(call, id)?.warehouseId ?? "")),
    ),
  },
  {
    id: "labels-tracking-number-by-prefix",
    rule: "labels.filter.tracking_number",
    sentence: "The label list compares the first three characters of tracking numbers.",
    bend: filters.finds(
      "labels",
      "tracking_number",
      (_, id, value, call) => labelOf(call, id)?.trackingNumber.startsWith(value.slice(0, 3)) === true,
    ),
  },
  {
    id: "labels-tracking-number-any-case",
    rule: "labels.filter.tracking_number",
    sentence:
      "The label list ignores letter case in tracking numbers, and two labels have numbers that differ in it alone.",
    bend: all(
      labelShows((view, label, { world }) => ({ ...view, tracking_number: twinNumber(world, label) })),
      filters.finds("labels", "tracking_number", (_, id, value, call) => {
        const label = labelOf(call, id);
        return label !== undefined && twinNumber(call.world, label).toLowerCase() === value.toLowerCase();
      }),
    ),
  },
  {
    id: "labels-default-slice-oldest-of-a-carrier",
    rule: "labels.default.sort-dir",
    sentence: "Without sort_dir the label list starts with the oldest labels of a carrier.",
    bend: requests.readAs("labels", (query) =>
      query.carrier_id === undefined ? query : { sort_dir: "asc", ...query },
    ),
  },
  {
    id: "labels-default-slice-oldest-of-a-warehouse",
    rule: "labels.default.sort-dir",
    sentence: "Without sort_dir the label list starts with the oldest labels of a warehouse.",
    bend: requests.byDefaultWith("labels", "warehouse_id", { sort_dir: "asc" }),
  },
  {
    id: "labels-tracking_number-lost-beside-service",
    rule: "labels.filter.combined",
    sentence: "Beside a service the label list does not look at tracking_number.",
    bend: filters.conditioned("labels", "tracking_number", (usual, { query }) =>
      query.service_code === undefined ? usual : { ...usual, holds: () => true },
    ),
  },
  {
    id: "labels-created_at_end-cut-to-minute",
    rule: "labels.filter.created_at_end",
    sentence: "The label list cuts created_at_end to its minute.",
    bend: bounds.cutToMinute("labels", "created_at_end"),
  },
  ...["label_status", "created_at_start"].map(
    (parameter): Fault => ({
      id: `labels-${parameter}-ignored-beside-tracking_number`,
      rule: "labels.filter.combined",
      sentence: `With tracking_number the label list ignores ${parameter}.`,
      bend: filters.ignoredBeside("labels", parameter, "tracking_number"),
    }),
  ),
  ...["label_status", "created_at_start", "created_at_end"].map(
    (parameter): Fault => ({
      id: `labels-${parameter}-ignored-beside-warehouse_id`,
      rule: "labels.filter.combined",
      sentence: `With warehouse_id the label list ignores ${parameter}.`,
      bend: filters.ignoredBeside("labels", parameter, "warehouse_id"),
    }),
  ),
  ...["label_status", "carrier_id", "warehouse_id"].map(
    (parameter): Fault => ({
      id: `labels-desc-turned-under-${parameter}`,
      rule: "labels.slice.desc",
      sentence: `With ${parameter} the label list takes desc for asc.`,
      bend: requests.readAs("labels", (query) =>
        query[parameter] === undefined || query.sort_dir !== "desc" ? query : { ...query, sort_dir: "asc" },
      ),
    }),
  ),
  ...["label_status", "carrier_id", "service_code", "batch_id"].map(
    (parameter): Fault => ({
      id: `labels-asc-ignored-under-${parameter}`,
      rule: "labels.slice.asc",
      sentence: `With ${parameter} the label list ignores sort_dir.`,
      bend: requests.readAs("labels", (query) =>
        query[parameter] === undefined ? query : { ...query, sort_dir: "desc" },
      ),
    }),
  ),
  {
    id: "labels-warehouse_id-ignored-before-an-end",
    rule: "labels.filter.combined",
    sentence: "With created_at_end the label list ignores warehouse_id.",
    bend: filters.finds(
      "labels",
      "warehouse_id",
      (usually, _id, _value, call) => usually || call.query.created_at_end !== undefined,
    ),
  },
  {
    id: "labels-service_code-ignored-in-a-warehouse",
    rule: "labels.filter.combined",
    sentence: "With warehouse_id the label list ignores service_code.",
    bend: filters.ignoredBeside("labels", "service_code", "warehouse_id"),
  },
  {
    id: "labels-warehouse-id-finds-unassigned",
    rule: "labels.filter.warehouse_id.items",
    sentence: "Under warehouse_id the label list adds labels of no warehouse.",
    bend: filters.finds(
      "labels",
      "warehouse_id",
      (usually, id, _, call) => usually || labelOf(call, id)?.warehouseId === null,
    ),
  },
  {
    id: "labels-unknown-carrier-404",
    rule: "labels.filter.unknown-value",
    sentence: "A carrier_id that is unknown is answered with 404 by the label list.",
    bend: before("v1ListLabels", ({ query: { carrier_id: id }, world }) => {
      if (id !== undefined && !world.carriers.get(id)) throw unknownId("carrier_id", id);
    }),
  },
];
