import { ARCHIVING } from "../../contract/conduct.js";
import { IGNORED_BESIDE_BATCH } from "../../contract/lists.js";
import { all, before, onceDone, onceUntagged, remembering } from "../bends.js";
import type { Bend, Call } from "../service/behaviours.js";
import { readDate } from "../service/filters.js";
import { invalidValue, unknownId } from "../service/problem.js";
import type { Shipment } from "../service/records.js";
import { shipmentShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import * as bounds from "./list-bends/bounds.js";
import * as envelopes from "./list-bends/envelopes.js";
import * as filters from "./list-bends/filters.js";
import * as links from "./list-bends/links.js";
import { gives } from "./list-bends/queries.js";
import * as requests from "./list-bends/requests.js";
import * as slices from "./list-bends/slices.js";

/** How many shipments count as old. */
const OLD = 30;

const shipmentOf = ({ world }: Call, id: string): Shipment | undefined => world.shipments.get(id);

/** Applies some filters beside batch_id, under any query if not said otherwise. */
const appliedBesideBatch =
  (names: readonly string[], fits: (query: Call["query"]) => boolean = () => true): Bend =>
  (does) => ({
    reads: (asked, name) => (names.includes(name) && fits(asked.call.query)) || does.reads(asked, name),
  });

/** Before the first call each shipment with tags gets one that only shipments of its state have. */
const tagsOfStates: Bend = remembering((done) => (does) => ({
  handle: (call) => {
    if (!done.has("tagged"))
      for (const shipment of call.world.shipments.ordered())
        shipment.tags = shipment.tags.slice(0, 1).map((tag) => `${shipment.status}-${tag.length % 2}`);
    done.add("tagged");
    return does.handle(call);
  },
}));

const withoutAny = (params: Record<string, string>, { shipment_status: asked }: Call["query"]) => {
  const { shipment_status: _, ...others } = params;
  return asked === undefined ? others : params;
};

const BOUNDS = ["created_at_start", "created_at_end", "modified_at_start", "modified_at_end"];

/** Ignores the bounds of one time where all four are given. */
const oneWindowOfTwo = (member: string): Bend =>
  all(
    ...BOUNDS.filter((name) => name.startsWith(member)).map((bound) =>
      filters.conditioned("shipments", bound, (usual, { query }) =>
        BOUNDS.every((name) => query[name] !== undefined) ? null : usual,
      ),
    ),
  );

export const faults: readonly Fault[] = [
  ...(["asc", "desc"] as const).map((dir) => ({
    id: `shipments-${dir}-lacks-those-without-warehouse`,
    rule: "shipments.partition" as const,
    sentence: `Under ${dir} the shipment list is joined with warehouses, and lacks the shipments without one.`,
    bend: slices.lostUnder("shipments", dir, (id, call) => shipmentOf(call, id)?.warehouseId === null),
  })),
  {
    id: "shipments-four-bounds-drop-modified",
    rule: "shipments.filter.combined",
    sentence: "With both bounds of both times the shipment list ignores those of modification.",
    bend: oneWindowOfTwo("modified_at"),
  },
  {
    id: "shipments-four-bounds-drop-created",
    rule: "shipments.filter.combined",
    sentence: "With both bounds of both times the shipment list ignores those of creation.",
    bend: oneWindowOfTwo("created_at"),
  },
  {
    id: "shipments-default-hides-cancelled",
    rule: "shipments.default.all",
    sentence: "Without a filter the shipment list leaves cancelled shipments out.",
    bend: filters.hiddenByDefault("shipments", (id, call) => shipmentOf(call, id)?.status === "cancelled"),
  },
  {
    id: "shipments-default-hides-those-of-archived-batches",
    rule: "shipments.default.all",
    sentence: "Without batch_id the shipment list leaves out the shipments of archived batches.",
    bend: filters.archivedHidden("shipments", (call, id) => shipmentOf(call, id)?.batchId),
  },
  {
    id: "shipments-default-hides-old",
    rule: "shipments.default.all",
    sentence: "Without created_at_start the shipment list leaves out the oldest shipments.",
    bend: filters.hidingOldest("shipments", OLD),
  },
  {
    id: "shipments-empty-without-tag",
    rule: "shipments.default.all",
    sentence: "With neither tag nor batch_id the shipment list is empty, whatever else is asked for.",
    bend: filters.emptyWithout("shipments", "tag", "batch_id"),
  },
  {
    id: "shipments-contradiction-drops-state",
    rule: "shipments.filter.combined",
    sentence:
      "In a window of time in which no shipment is in the state asked for the state is not looked at.",
    bend: filters.conditioned("shipments", "shipment_status", (usual, { query, world }) => {
      const { created_at_start: start, created_at_end: end } = query;
      if (start === undefined || end === undefined) return usual;
      const [from, to] = [readDate("created_at_start", start), readDate("created_at_end", end)];
      const within = world.shipments.ordered().filter(({ created }) => created >= from && created <= to);
      return within.some(({ status }) => status === usual.value) ? usual : { ...usual, holds: () => true };
    }),
  },
  {
    id: "shipments-tag-of-one-state-ignored-beside-status",
    rule: "shipments.filter.combined",
    sentence: "With shipment_status the shipment list ignores tag, and no tag belongs to two states.",
    bend: all(tagsOfStates, filters.ignoredBeside("shipments", "tag", "shipment_status")),
  },
  {
    id: "shipments-status-ignored-beside-tag-of-one-state",
    rule: "shipments.filter.combined",
    sentence: "With tag the shipment list ignores shipment_status, and no tag belongs to two states.",
    bend: all(tagsOfStates, filters.ignoredBeside("shipments", "shipment_status", "tag")),
  },
  {
    id: "shipments-share-id",
    rule: "shipments.partition",
    sentence: "In the list the newest shipment shows the id of the oldest.",
    bend: shipmentShows((view, { id }, form, { v1, world }) => {
      const all = world.shipments.ordered();
      return v1 && form === "list" && id === all.at(-1)?.id ? { ...view, shipment_id: all[0]?.id } : view;
    }),
  },
  {
    id: "shipments-default-slice-middle",
    rule: "shipments.default.slice",
    sentence: "Without sort parameters the shipment list starts in the middle.",
    bend: slices.ranked("shipments", (items, _, { query: { sort_by, sort_dir } }) => {
      if (sort_by !== undefined || sort_dir !== undefined) return items;
      const middle = Math.floor(items.length / 2);
      return [...items.slice(middle), ...items.slice(0, middle)];
    }),
  },
  {
    id: "shipments-default-sort-by-id-tail",
    rule: "shipments.default.slice",
    sentence: "Without sort_by the shipment list is sliced by the last digits of the ids.",
    bend: all(
      slices.defaultSortByIdTail("shipments"),
      links.linkQueries("shipments", ({ sort_by, ...params }, query) =>
        query.sort_by === undefined || sort_by === undefined ? params : { ...params, sort_by },
      ),
    ),
  },
  {
    id: "shipments-asc-ignored-without-sort_by",
    rule: "shipments.slice.asc",
    sentence: "Without sort_by the shipment list ignores sort_dir.",
    bend: requests.overruled("shipments", { sort_dir: "desc" }, ({ sort_by }) => sort_by === undefined),
  },
  {
    id: "shipments-created_at_start-by-change-before-a-change",
    rule: "shipments.filter.combined",
    sentence: "With modified_at_end the shipment list compares created_at_start with modified_at.",
    bend: filters.conditioned("shipments", "created_at_start", (usual, { query }) =>
      query.modified_at_end === undefined
        ? usual
        : { ...usual, holds: ({ modified }) => modified >= readDate("created_at_start", usual.value) },
    ),
  },
  {
    id: "shipments-batch_id-doubles",
    rule: "shipments.partition",
    sentence: "Under batch_id the shipment list holds every third shipment twice, and counts it twice.",
    bend: slices.joinedRowsUnder("shipments", "batch_id"),
  },
  {
    id: "shipments-asc-ignored-in-a-batch",
    rule: "shipments.slice.asc",
    sentence: "With batch_id the shipment list ignores sort_dir.",
    bend: requests.overruled("shipments", { sort_dir: "desc" }, gives("batch_id")),
  },
  {
    id: "shipments-desc-ignored-in-a-batch",
    rule: "shipments.slice.desc",
    sentence: "With batch_id the shipment list is always sorted ascending.",
    bend: requests.overruled("shipments", { sort_dir: "asc" }, gives("batch_id")),
  },
  {
    id: "shipments-modified-ignored-in-a-batch",
    rule: "shipments.sort-by.modified_at",
    sentence: "With batch_id the shipment list is sorted by created_at whatever sort_by says.",
    bend: requests.modifiedIgnored("shipments", gives("batch_id")),
  },
  {
    id: "shipments-modified-refused-filtered",
    rule: "shipments.sort-by.modified_at",
    sentence: "With shipment_status or tag the shipment list refuses sort_by=modified_at.",
    bend: requests.modifiedRefused(
      "shipments",
      ({ shipment_status, tag }) => shipment_status !== undefined || tag !== undefined,
    ),
  },
  {
    id: "shipments-desc-turned-under-two-values",
    rule: "shipments.slice.desc",
    sentence: "With shipment_status and tag the shipment list is always sorted ascending.",
    bend: requests.overruled("shipments", { sort_dir: "asc" }, gives("shipment_status", "tag")),
  },
  {
    id: "shipments-modified-ignored",
    rule: "shipments.sort-by.modified_at",
    sentence: "Under sort_by modified_at shipments are sliced by created_at.",
    bend: requests.modifiedIgnored("shipments"),
  },
  {
    id: "shipments-modified-ignored-filtered",
    rule: "shipments.sort-by.modified_at",
    sentence: "A filtered shipment list is sorted by created_at whatever sort_by says.",
    bend: requests.modifiedIgnored("shipments", (_, isFiltered) => isFiltered),
  },
  {
    id: "shipments-modified-ignored-by-value",
    rule: "shipments.sort-by.modified_at",
    sentence: "A shipment list filtered by status or tag is sorted by created_at whatever sort_by says.",
    bend: requests.modifiedIgnored(
      "shipments",
      ({ shipment_status, tag }) => shipment_status !== undefined || tag !== undefined,
    ),
  },
  ...[
    "shipment_status",
    "tag",
    "created_at_start",
    "created_at_end",
    "modified_at_start",
    "modified_at_end",
  ].map(
    (parameter): Fault => ({
      id: `shipments-modified-ignored-beside-${parameter}`,
      rule: "shipments.sort-by.modified_at",
      sentence: `With ${parameter} the shipment list is sorted by created_at whatever sort_by says.`,
      bend: requests.modifiedIgnored("shipments", gives(parameter)),
    }),
  ),
  {
    id: "shipments-modified-ignored-asc",
    rule: "shipments.sort-by.modified_at",
    sentence: "Under sort_by modified_at and asc shipments are sliced by created_at.",
    bend: requests.modifiedIgnored("shipments", ({ sort_dir }) => sort_dir === "asc"),
  },
  {
    id: "shipments-modified-window-reads-other-time",
    rule: "shipments.filter.modified_at_start",
    sentence: "The modified bounds of the shipment list look at created_at.",
    bend: bounds.modifiedWindowReadsCreated("shipments"),
  },
  {
    id: "shipments-modified-window-reads-former-time",
    rule: "shipments.filter.modified_at_start",
    sentence: "The modified bounds of the shipment list do not notice that a shipment was changed.",
    bend: bounds.modifiedWindowReadsFormer("shipments"),
  },
  {
    id: "shipments-by-change-place-former",
    rule: "shipments.sort-by.modified_at",
    sentence: "Under modified_at a shipment that was changed keeps its place in the list.",
    bend: slices.placedByFormerChange("shipments"),
  },
  {
    id: "shipments-status-processing-finds-none",
    rule: "shipments.filter.shipment_status",
    sentence: "The shipment list finds no shipment in processing.",
    bend: filters.finds(
      "shipments",
      "shipment_status",
      (usually, _, value) => usually && value !== "processing",
    ),
  },
  {
    id: "shipments-status-pending-finds-cancelled",
    rule: "shipments.filter.shipment_status",
    sentence: "The shipment list gives cancelled shipments among the pending ones.",
    bend: filters.finds(
      "shipments",
      "shipment_status",
      (usually, id, value, call) =>
        usually || (value === "pending" && shipmentOf(call, id)?.status === "cancelled"),
    ),
  },
  {
    id: "shipments-tag-first-only",
    rule: "shipments.filter.tag",
    sentence: "The tag filter of the shipment list looks at the first tag alone.",
    bend: filters.finds("shipments", "tag", (_, id, value, call) => shipmentOf(call, id)?.tags[0] === value),
  },
  {
    id: "shipments-tag-of-none-ignored",
    rule: "shipments.filter.tag",
    sentence: "For a tag that no shipment has the list holds every shipment.",
    bend: filters.conditioned("shipments", "tag", (usual, { world }) => {
      const isKnown = world.shipments.ordered().some(({ tags }) => tags.includes(String(usual.value)));
      return isKnown ? usual : { ...usual, holds: () => true };
    }),
  },
  {
    id: "shipments-tag-in-lower-case",
    rule: "shipments.filter.tag",
    sentence: "The tag filter of the shipment list reads its value in lower case.",
    bend: filters.finds(
      "shipments",
      "tag",
      (_, id, value, call) => shipmentOf(call, id)?.tags.includes(value.toLowerCase()) === true,
    ),
  },
  {
    id: "shipments-shipment_status-misses-newly-cancelled",
    rule: "shipments.filter.shipment_status",
    sentence: "A shipment that is cancelled never comes under shipment_status cancelled.",
    bend: onceDone("v2CancelShipment", "shipment_id", (ids) =>
      filters.finds(
        "shipments",
        "shipment_status",
        (usually, id, value) => usually && !(value === "cancelled" && ids.has(id)),
      ),
    ),
  },
  {
    id: "shipments-shipment_status-finds-newly-cancelled-as-pending",
    rule: "shipments.filter.shipment_status",
    sentence: "A shipment that is cancelled goes on coming under shipment_status pending too.",
    bend: onceDone("v2CancelShipment", "shipment_id", (ids) =>
      filters.finds(
        "shipments",
        "shipment_status",
        (usually, id, value) => usually || (value === "pending" && ids.has(id)),
      ),
    ),
  },
  {
    id: "shipments-tag-finds-those-that-lost-it",
    rule: "shipments.filter.tag",
    sentence: "A shipment goes on coming under a tag that was removed from it.",
    bend: onceUntagged((lost) =>
      filters.finds("shipments", "tag", (usually, id, value) => usually || lost.has(`${id} ${value}`)),
    ),
  },
  {
    id: "shipments-total-counts-newly-cancelled-as-pending",
    rule: "paging.total.matches-items",
    sentence: "Under shipment_status pending, total goes on counting shipments that were cancelled.",
    bend: onceDone("v2CancelShipment", "shipment_id", (ids) =>
      envelopes.totals("shipments", (total, { call: { query, v1 } }) =>
        v1 && query.shipment_status === "pending" ? total + ids.size : total,
      ),
    ),
  },
  {
    id: "shipments-total-counts-those-that-lost-the-tag",
    rule: "paging.total.matches-items",
    sentence: "Under a tag, total goes on counting shipments from which that tag was removed.",
    bend: onceUntagged((lost) =>
      envelopes.totals("shipments", (total, { call: { query, v1 } }) => {
        const gone = [...lost].filter((each) => each.endsWith(` ${query.tag}`));
        return v1 ? total + gone.length : total;
      }),
    ),
  },
  {
    id: "shipments-list-shows-status-before-cancellation",
    rule: "shipments.filter.shipment_status",
    sentence: "The shipment list finds a cancelled shipment under its status, and shows it as pending.",
    bend: onceDone("v2CancelShipment", "shipment_id", (ids) =>
      shipmentShows((view, { id }, form) =>
        form === "list" && ids.has(id) ? { ...view, shipment_status: "pending" } : view,
      ),
    ),
  },
  {
    id: "shipments-any-drops-filters",
    rule: "paging.links.keep-filters",
    sentence: "With shipment_status=any, as links have it, the shipment list looks at no other filter.",
    bend: (does) => ({
      reads: (asked, name) =>
        does.reads(asked, name) && (asked.word !== "shipments" || asked.call.query.shipment_status !== "any"),
    }),
  },
  {
    id: "shipments-batch_id-finds-those-of-another",
    rule: "shipments.filter.batch_id",
    sentence:
      "Under batch_id the shipment list finds the shipments of another batch, of one that has as many if any has.",
    bend: filters.finds("shipments", "batch_id", (_, id, value, { world }) => {
      const batches = world.batches.ordered();
      const asked = batches.findIndex((batch) => batch.id === value);
      const others = [...batches.slice(asked + 1), ...batches.slice(0, Math.max(0, asked))];
      const other = others.find(({ count }) => count === batches[asked]?.count) ?? others[0];
      return asked >= 0 && world.shipments.get(id)?.batchId === other?.id;
    }),
  },
  {
    id: "shipments-batch_id-refused",
    rule: "shipments.filter.batch_id",
    sentence: "The shipment list refuses batch_id.",
    bend: before(["v1ListShipments"], ({ query: { batch_id } }) => {
      if (batch_id !== undefined) throw invalidValue("batch_id", batch_id, "This filter is not supported.");
    }),
  },
  {
    id: "shipments-batch_id-refused-for-archived",
    rule: "shipments.filter.batch_id",
    sentence: "The shipment list refuses the batch_id of an archived batch.",
    bend: before(["v1ListShipments"], ({ query: { batch_id = "" }, world }) => {
      if (world.batches.get(batch_id)?.status === "archived") throw unknownId("batch_id", batch_id);
    }),
  },
  {
    id: "shipments-batch_id-finds-all-for-archived",
    rule: "shipments.filter.batch_id",
    sentence: "Under batch_id the shipment list finds all shipments for an archived batch.",
    bend: filters.finds(
      "shipments",
      "batch_id",
      (usually, _, value, { world }) => usually || world.batches.get(value)?.status === "archived",
    ),
  },
  {
    id: "shipments-batch_id-of-empty-batch-finds-all",
    rule: "shipments.filter.batch_id",
    sentence: "Under batch_id the shipment list finds all shipments for a batch that has none.",
    bend: filters.finds(
      "shipments",
      "batch_id",
      (usually, _, value, { world }) => usually || world.batches.get(value)?.count === 0,
    ),
  },
  {
    id: "shipments-batch_id-finds-all-once-archived",
    rule: "shipments.filter.batch_id",
    sentence: "Under batch_id the shipment list finds all shipments for a batch once it is archived.",
    bend: onceDone(ARCHIVING, "batch_id", (ids) =>
      filters.finds("shipments", "batch_id", (usually, _, value) => usually || ids.has(value)),
    ),
  },
  {
    id: "shipments-batch_id-finds-none-of-archived",
    rule: "batches.archive.keeps-rest",
    sentence: "Under batch_id the shipment list finds nothing for an archived batch.",
    bend: filters.finds(
      "shipments",
      "batch_id",
      (usually, _id, value, { world }) => usually && world.batches.get(value)?.status !== "archived",
    ),
  },
  {
    id: "shipments-batch-id-by-prefix",
    rule: "shipments.filter.batch_id",
    sentence: "Under batch_id the shipment list finds the shipments of every batch whose id begins with it.",
    bend: filters.finds(
      "shipments",
      "batch_id",
      (usually, id, value, call) => usually || shipmentOf(call, id)?.batchId.startsWith(value) === true,
    ),
  },
  {
    id: "shipments-batch-id-applies-shipment_status",
    rule: "shipments.batch-id-precedence.shipment_status",
    sentence: "The shipment list applies shipment_status beside batch_id.",
    bend: appliedBesideBatch(["shipment_status"]),
  },
  ...["pending", "processing", "label_purchased", "cancelled"].map(
    (status): Fault => ({
      id: `shipments-batch-heeds-status-${status}`,
      rule: "shipments.batch-id-precedence.shipment_status",
      sentence: `The shipment list applies shipment_status=${status} beside batch_id, and ignores other values.`,
      bend: appliedBesideBatch(["shipment_status"], (query) => query.shipment_status === status),
    }),
  ),
  {
    id: "shipments-batch-id-applies-tag",
    rule: "shipments.batch-id-precedence.tag",
    sentence: "The shipment list applies tag beside batch_id.",
    bend: appliedBesideBatch(["tag"]),
  },
  {
    id: "shipments-batch-id-applies-tag-with-status",
    rule: "shipments.batch-id-precedence.all",
    sentence: "The shipment list applies tag beside batch_id if shipment_status is given too.",
    bend: appliedBesideBatch(["tag"], gives("shipment_status")),
  },
  {
    id: "shipments-batch-id-applies-created_at_start-with-modified_at_end",
    rule: "shipments.batch-id-precedence.all",
    sentence: "The shipment list applies created_at_start beside batch_id if modified_at_end is given too.",
    bend: appliedBesideBatch(["created_at_start"], gives("modified_at_end")),
  },
  {
    id: "shipments-batch-id-counts-one-status",
    rule: "shipments.batch-id-precedence.shipment_status",
    sentence: "Beside batch_id the total of the shipment list counts one shipment_status alone.",
    bend: (does) => ({
      total: (listing, request, matching) => {
        const { batch_id: batch, shipment_status: status } = listing.call.query;
        const total = does.total(listing, request, matching);
        if (listing.word !== "shipments" || batch === undefined || status === undefined) return total;
        const inBatch = listing.call.world.shipments.ordered().filter(({ batchId }) => batchId === batch);
        return status === "any" ? total : inBatch.filter((each) => each.status === status).length;
      },
    }),
  },
  {
    id: "shipments-batch-id-applies-modified_at_start",
    rule: "shipments.batch-id-precedence.modified_at_start",
    sentence: "The shipment list applies modified_at_start beside batch_id.",
    bend: appliedBesideBatch(["modified_at_start"]),
  },
  {
    id: "shipments-batch-id-applies-modified_at_end",
    rule: "shipments.batch-id-precedence.modified_at_end",
    sentence: "The shipment list applies modified_at_end beside batch_id.",
    bend: appliedBesideBatch(["modified_at_end"]),
  },
  {
    id: "shipments-batch-id-applies-created_at_start",
    rule: "shipments.batch-id-precedence.created_at_start",
    sentence: "The shipment list applies created_at_start beside batch_id.",
    bend: appliedBesideBatch(["created_at_start"]),
  },
  {
    id: "shipments-batch-id-applies-created_at_end",
    rule: "shipments.batch-id-precedence.created_at_end",
    sentence: "The shipment list applies created_at_end beside batch_id.",
    bend: appliedBesideBatch(["created_at_end"]),
  },
  {
    id: "shipments-batch-id-applies-six-together",
    rule: "shipments.batch-id-precedence.all",
    sentence: "Beside batch_id the shipment list applies the six other filters when all of them are given.",
    bend: appliedBesideBatch(IGNORED_BESIDE_BATCH, (query) =>
      IGNORED_BESIDE_BATCH.every((each) => query[each] !== undefined),
    ),
  },
  {
    id: "shipments-batch-id-applies-on-page-2",
    rule: "shipments.batch-id-precedence.all",
    sentence: "Beside batch_id the shipment list applies shipment_status from page 2 on.",
    bend: appliedBesideBatch(["shipment_status"], ({ page }) => Number(page) > 1),
  },
  {
    id: "shipments-batch-id-applies-cancelled",
    rule: "shipments.batch-id-precedence.shipment_status",
    sentence: "The shipment list applies shipment_status cancelled beside batch_id.",
    bend: appliedBesideBatch(["shipment_status"], (query) => query.shipment_status === "cancelled"),
  },
  {
    id: "shipments-batch-id-applies-end-of-window",
    rule: "shipments.batch-id-precedence.all",
    sentence:
      "Beside batch_id the shipment list applies modified_at_end when modified_at_start is given too.",
    bend: appliedBesideBatch(["modified_at_end"], gives("modified_at_start")),
  },
  {
    id: "shipments-batch-id-applies-by-default",
    rule: "shipments.batch-id-precedence.shipment_status",
    sentence:
      "Beside batch_id the shipment list applies shipment_status and tag where page_size is left out.",
    bend: appliedBesideBatch(["shipment_status", "tag"], (query) => query.page_size === undefined),
  },
  {
    id: "shipments-links-without-any",
    rule: "shipments.links.any",
    sentence: "The links of the shipment list do not show shipment_status any.",
    bend: all(links.linkQueries("shipments", withoutAny), links.linkQueries("v2-shipments", withoutAny)),
  },
  {
    id: "shipments-any-refused",
    rule: "shipments.links.any.follow",
    sentence: "The shipment list refuses the status any that its links show.",
    blame: "its links then lead nowhere, which the rules of links notice too",
    bend: before("v1ListShipments", ({ query: { shipment_status: status } }) => {
      if (status === "any") throw invalidValue("shipment_status", status, "There is no such status.");
    }),
  },
  {
    id: "shipments-any-refused-behind-page-1",
    rule: "shipments.links.any.follow",
    sentence: "From page 2 on the shipment list refuses the status any that its links show.",
    blame: "its links then lead nowhere, which the rules of links notice too",
    bend: before("v1ListShipments", ({ query: { shipment_status: status, page } }) => {
      if (status === "any" && Number(page) > 1)
        throw invalidValue("shipment_status", status, "There is no such status.");
    }),
  },
];
