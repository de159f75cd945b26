import type { OperationId } from "../../../contract/generated/types.js";
import { all, before, without } from "../../bends.js";
import type { Bend } from "../../service/behaviours.js";
import { invalidValue, unknownId } from "../../service/problem.js";
import { batchShows } from "../../view-bends.js";
import type { Fault } from "../fault.js";
import * as filters from "../list-bends/filters.js";
import * as requests from "../list-bends/requests.js";
import { open } from "./bends.js";

const openAndCompleted = open((usually, batch) => usually || batch?.status === "completed");

/** Refuses sort_dir, whatever its value. */
const refusingDirection = (...ids: readonly OperationId[]): Bend =>
  before(ids, ({ query: { sort_dir } }) => {
    if (sort_dir !== undefined) throw invalidValue("sort_dir", sort_dir, "This list has one order.");
  });

/** Which batches the lists show. */
export const faults: readonly Fault[] = [
  {
    id: "batches-archived-finds-open",
    rule: "batches.archived.only",
    sentence: "The list of archived batches holds the open ones.",
    bend: filters.finds("batches", "status", (usually, id, value, { world }) =>
      value === "archived" ? world.batches.get(id)?.status === "open" : usually,
    ),
  },
  {
    id: "batches-open-finds-completed",
    rule: "batches.open.only",
    sentence: "The list of open batches holds completed ones too.",
    bend: openAndCompleted,
  },
  {
    id: "batches-open-finds-newest-archived",
    rule: "batches.open.only",
    sentence: "The list of open batches holds the newest archived one too.",
    bend: open(
      (usually, batch, { world }) =>
        usually || batch === world.batches.ordered().findLast(({ status }) => status === "archived"),
    ),
  },
  {
    id: "batches-open-finds-completed-as-open",
    rule: "batches.open.only",
    sentence: "The list of open batches holds completed ones too, and shows them as open.",
    bend: all(
      openAndCompleted,
      batchShows((view, _, { query }) => (query.status === "open" ? { ...view, status: "open" } : view)),
    ),
  },
  {
    id: "batches-open-finds-completed-without-status",
    rule: "batches.open.only",
    sentence: "The list of open batches holds completed ones too, and the lists of v1 show no states.",
    bend: all(
      openAndCompleted,
      batchShows((view, _, { operation }) =>
        operation.id === "v1ListBatches" ? without(view, "status") : view,
      ),
    ),
  },
  {
    id: "batches-open-with-page-size-finds-all",
    rule: "batches.open.only",
    sentence: "With a page_size the list of open batches holds all batches.",
    bend: filters.finds(
      "batches",
      "status",
      (usually, _id, _value, { query }) => usually || query.page_size !== undefined,
    ),
  },
  {
    id: "batches-status-ignored-asc",
    rule: "batches.open.only",
    sentence: "With sort_dir asc the batch list ignores the status.",
    bend: filters.conditioned("batches", "status", (usual, { query }) =>
      query.sort_dir === "asc" ? null : usual,
    ),
  },
  {
    id: "batches-status-ignored-by-time",
    rule: "batches.open.only",
    sentence: "With sort_by the batch list ignores the status.",
    bend: filters.conditioned("batches", "status", (usual, { query }) =>
      query.sort_by === undefined ? usual : null,
    ),
  },
  {
    id: "batches-open-loses-oldest",
    rule: "batches.open.complete",
    sentence: "The list of open batches misses the oldest.",
    bend: open(
      (usually, batch, { world }) =>
        usually && batch !== world.batches.ordered().find(({ status }) => status === "open"),
    ),
  },
  {
    id: "batches-status-loses-some",
    rule: "batches.open.complete",
    sentence: "The list of open batches misses one in seven.",
    bend: filters.losesSome("batches", "status"),
  },
  {
    id: "batches-unknown-without-status",
    rule: "batches.list.without-status",
    sentence: "Without a status the v1 batch list does not exist.",
    bend: before("v1ListBatches", ({ query }) => {
      if (query.status === undefined) throw unknownId("status", "");
    }),
  },
  {
    id: "batches-empty-without-status",
    rule: "batches.list.without-status",
    sentence: "Without a status the batch lists are empty.",
    bend: filters.emptyWithout("batches", "status"),
  },
  {
    id: "v2-lists-and-batch-errors-sorting-refused",
    rule: "paging.parameters.accepted",
    sentence: "The lists of v2 and those of batch errors refuse sort_dir.",
    bend: refusingDirection(
      "v2ListShipments",
      "v2ListLabels",
      "v2ListBatches",
      "v2ListBatchErrors",
      "v1ListBatchErrors",
    ),
  },
  ...(["v2ListShipments", "v2ListLabels", "v2ListBatches"] as const).map(
    (id): Fault => ({
      id: `sorting-refused-${id}`,
      rule: "paging.parameters.accepted",
      sentence: `The operation ${id} refuses sort_dir.`,
      bend: refusingDirection(id),
    }),
  ),
  {
    id: "batches-paging-refused",
    rule: "batches.list.paging-params",
    sentence: "The v1 batch list refuses page_size.",
    bend: requests.refusePage(
      "batches",
      "page_size",
      (_, query) => query.page_size !== undefined,
      "This list has no pages.",
    ),
  },
];
