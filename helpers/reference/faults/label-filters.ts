import { all, before, onceDone, sinceProcessing } from "../bends.js";
import type { Bend, Call } from "../service/behaviours.js";
import { unknownId } from "../service/problem.js";
import type { Label } from "../service/records.js";
import { labelShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import * as bounds from "./list-bends/bounds.js";
import * as envelopes from "./list-bends/envelopes.js";
import * as filters from "./list-bends/filters.js";
import * as slices from "./list-bends/slices.js";
import { withoutFraction } from "./timestamps.js";

/** Tracking numbers, of which two differ only in the case of their last letter. */
function twinNumber({ labels }: Call["world"], { id, trackingNumber }: Label): string {
  const [, , , , one, other] = labels.ordered();
  if (one?.id === id) return `${trackingNumber}a`;
  return other?.id === id && one !== undefined ? `${one.trackingNumber}A` : trackingNumber;
}

/** Carriers that come neither first nor last. */
const CARRIERS = ["se-110003", "se-110006"] as const;

/** Whether the number of one id follows that of another. */
const isNextOf = (one: string, other: string): boolean =>
  Number(one.replace("se-", "")) === Number(other.replace("se-", "")) + 1;

/** Labels that the processing of a batch made are not found by a filter. */
const missesProcessed = (parameter: string, applies: (query: Call["query"]) => boolean = () => true): Bend =>
  sinceProcessing((former) =>
    filters.finds(
      "labels",
      parameter,
      (usually, id, _, { query }) => usually && (former.size === 0 || former.has(id) || !applies(query)),
    ),
  );

export const faults: readonly Fault[] = [
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
    id: "labels-service_code-doubles",
    rule: "labels.partition",
    sentence: "With service_code a label list that fits on one page holds each label twice.",
    blame: "What comes twice is counted twice, and comes twice beside other filters too.",
    bend: (does) => ({
      matching: (listing, request) => {
        const found = does.matching(listing, request);
        const isFiltered = listing.word === "labels" && listing.call.query.service_code !== undefined;
        return isFiltered && 2 * found.length <= request.size ? found.flatMap((item) => [item, item]) : found;
      },
    }),
  },
  {
    id: "labels-warehouse_id-doubles",
    rule: "labels.partition",
    sentence: "Under warehouse_id the label list holds every third label twice, and counts it twice.",
    bend: slices.joinedRowsUnder("labels", "warehouse_id"),
  },
  ...(["batch_id", "tracking_number", "carrier_id", "service_code", "label_status"] as const).map(
    (parameter): Fault => ({
      id: `labels-${parameter}-misses-processed`,
      rule: `labels.filter.${parameter}`,
      sentence: `Labels that the processing of a batch made are not found under ${parameter}.`,
      bend: missesProcessed(parameter),
    }),
  ),
  {
    id: "labels-combined-misses-processed",
    rule: "labels.filter.combined",
    sentence:
      "Labels that the processing of a batch made are not found under a carrier and a service at once.",
    bend: missesProcessed("carrier_id", ({ service_code }) => service_code !== undefined),
  },
  ...(["batch_id", "tracking_number", "carrier_id", "service_code"] as const).map(
    (parameter): Fault => ({
      id: `labels-${parameter}-misses-newly-voided`,
      rule: `labels.filter.${parameter}`,
      sentence: `A label that is voided is no longer found under ${parameter}.`,
      bend: onceDone("v2VoidLabel", "label_id", (ids) =>
        filters.finds("labels", parameter, (usually, id) => usually && !ids.has(id)),
      ),
    }),
  ),
  {
    id: "labels-batch_id-of-empty-batch-finds-all",
    rule: "labels.filter.batch_id",
    sentence: "Under batch_id the label list finds all labels for a batch that has no shipments.",
    bend: filters.finds(
      "labels",
      "batch_id",
      (usually, _, value, { world }) => usually || world.batches.get(value)?.count === 0,
    ),
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
    id: "labels-total-counts-newly-voided",
    rule: "labels.total",
    sentence: "A label that is voided is still counted, though not listed, under label_status completed.",
    bend: onceDone("v2VoidLabel", "label_id", (ids) =>
      envelopes.totals("labels", (total, { call }) =>
        call.query.label_status === "completed" ? total + ids.size : total,
      ),
    ),
  },
  {
    id: "labels-label_status-finds-newly-voided-as-completed",
    rule: "labels.filter.label_status",
    sentence: "A label that is voided goes on coming under label_status completed too.",
    bend: onceDone("v2VoidLabel", "label_id", (ids) =>
      filters.finds(
        "labels",
        "label_status",
        (usually, id, value) => usually || (value === "completed" && ids.has(id)),
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
        usually || (value === "completed" && call.world.labels.get(id)?.status === "voided"),
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
  ...(["processing", "completed", "error"] as const).map(
    (status): Fault => ({
      id: `labels-label_status-${status}-ignored-asc`,
      rule: "labels.filter.label_status",
      sentence: `With sort_dir asc the label list ignores label_status=${status}.`,
      bend: filters.conditioned("labels", "label_status", (usual, { query }) =>
        query.sort_dir === "asc" && query.label_status === status ? null : usual,
      ),
    }),
  ),
  ...(["voided", "error"] as const).map(
    (status): Fault => ({
      id: `labels-tracking_number-misses-${status}`,
      rule: "labels.filter.tracking_number",
      sentence: `Under tracking_number the label list misses labels in the state ${status}.`,
      bend: filters.finds(
        "labels",
        "tracking_number",
        (usually, id, _, call) => usually && call.world.labels.get(id)?.status !== status,
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
      (usually, id, value, call) =>
        usually || call.world.labels.get(id)?.warehouseId?.startsWith(value) === true,
    ),
  },
  {
    id: "labels-warehouse-id-finds-none-of-others",
    rule: "labels.filter.warehouse_id.items",
    sentence: "The label list finds labels of one warehouse only, under its warehouse_id.",
    bend: filters.finds(
      "labels",
      "warehouse_id",
      (usually, _, value, { world }) =>
        usually && value === world.labels.ordered().find(({ warehouseId }) => warehouseId)?.warehouseId,
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
        (call.query.sort_dir !== undefined && isNextOf(value, call.world.labels.get(id)?.warehouseId ?? "")),
    ),
  },
  {
    id: "labels-tracking-number-by-prefix",
    rule: "labels.filter.tracking_number",
    sentence: "The label list compares the first three characters of tracking numbers.",
    bend: filters.finds(
      "labels",
      "tracking_number",
      (_, id, value, call) =>
        call.world.labels.get(id)?.trackingNumber.startsWith(value.slice(0, 3)) === true,
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
        const label = call.world.labels.get(id);
        return label !== undefined && twinNumber(call.world, label).toLowerCase() === value.toLowerCase();
      }),
    ),
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
  ...["label_status", "carrier_id", "service_code", "batch_id", "warehouse_id", "created_at_start"].map(
    (parameter): Fault => ({
      id: `labels-${parameter}-ignored-beside-tracking_number`,
      rule: "labels.filter.combined",
      sentence: `With tracking_number the label list ignores ${parameter}.`,
      bend: filters.ignoredBeside("labels", parameter, "tracking_number"),
    }),
  ),
  ...["label_status", "carrier_id", "tracking_number", "batch_id", "created_at_start", "created_at_end"].map(
    (parameter): Fault => ({
      id: `labels-${parameter}-ignored-beside-warehouse_id`,
      rule: "labels.filter.combined",
      sentence: `With warehouse_id the label list ignores ${parameter}.`,
      bend: filters.ignoredBeside("labels", parameter, "warehouse_id"),
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
      (usually, id, _, call) => usually || call.world.labels.get(id)?.warehouseId === null,
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
