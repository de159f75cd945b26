import { ARCHIVING, type ArchiveWay } from "../../../contract/conduct.js";
import { isObject } from "../../../contract/json.js";
import {
  after,
  afterwards,
  before,
  hiding,
  on,
  onceDone,
  onRefusal,
  showing,
  shownAsFirst,
} from "../../bends.js";
import { namedBatch } from "../../named-records.js";
import { noContent, ok } from "../../service/answer.js";
import type { Bend, Call } from "../../service/behaviours.js";
import { newRecord } from "../../service/collection.js";
import { conflict, invalidValue } from "../../service/problem.js";
import type { Batch } from "../../service/records.js";
import { timestamp } from "../../service/views/time.js";
import { batchShows } from "../../view-bends.js";
import type { Fault } from "../fault.js";
import { open, refused, refusedAndDone } from "./bends.js";

/** Changes batches after one was archived. */
const archiving = (
  ids: ArchiveWay | readonly ArchiveWay[],
  act: (call: Call, archived: Batch) => void,
): Bend =>
  afterwards(ids, (call) => {
    const batch = namedBatch(call);
    if (batch) act(call, batch);
  });

const stillOpen = (id: ArchiveWay): Bend =>
  archiving(id, (_, batch) => {
    batch.status = "open";
  });

const openOnes = ({ world }: Call): readonly Batch[] =>
  world.batches.ordered().filter(({ status }) => status === "open");

/** Archives other batches too. */
const taking = (
  id: ArchiveWay | readonly ArchiveWay[],
  others: (open: readonly Batch[], batch: Batch) => readonly (Batch | undefined)[],
): Bend =>
  archiving(id, (call, batch) => {
    for (const other of others(openOnes(call), batch)) if (other) other.status = "archived";
  });

/** Archives the batch that has been open longest in place of one that is not there. */
const unknownTakesOldest = (id: ArchiveWay): Bend =>
  onRefusal(id, 404, (call, problem) => {
    const [oldest] = openOnes(call);
    if (oldest) oldest.status = "archived";
    throw problem;
  });

/** Opens a batch that is archived already. */
const onceMoreOpens = (id: ArchiveWay): Bend =>
  on(id, (call, next) => {
    const batch = namedBatch(call);
    if (batch?.status !== "archived") return next(call);
    batch.status = "open";
    return noContent();
  });

/** Remembers the batches that were archived through v1. */
const onceArchived = (bend: (ids: ReadonlySet<string>) => Bend): Bend =>
  onceDone("v1ArchiveBatch", "batch_id", bend);

/** Whether a call is of an open batch without shipments. */
const isOpenAndEmpty = (call: Call): boolean => {
  const batch = namedBatch(call);
  return batch?.status === "open" && batch.count === 0;
};

/** Creating and archiving a batch. */
export const faults: readonly Fault[] = [
  {
    id: "batch-archive-answers-200",
    rule: "batches.archive.status-204",
    sentence: "Archiving a batch answers 200.",
    bend: after("v1ArchiveBatch", () => ({ status: 200 })),
  },
  {
    id: "batch-archive-answers-batch",
    rule: "batches.archive.status-204",
    sentence: "Archiving a batch answers 200 with the batch.",
    bend: after("v1ArchiveBatch", (call) => {
      const batch = namedBatch(call);
      return batch && ok(call.does.batchView(call, batch));
    }),
  },
  {
    id: "batch-archive-empty-answers-200",
    rule: "batches.archive.status-204",
    sentence: "Archiving a batch without shipments answers 200 with an empty object.",
    bend: after("v1ArchiveBatch", (call) => {
      const id = call.param("batch_id");
      return call.world.shipments.ordered().some(({ batchId }) => batchId === id) ? undefined : ok({});
    }),
  },
  {
    id: "batch-archive-empty-refused",
    rule: "batches.archive.status-204",
    sentence: "Archiving an open batch without shipments in v1 is refused.",
    bend: before("v1ArchiveBatch", (call) => {
      if (isOpenAndEmpty(call)) throw conflict("The batch is empty.", "batch_cannot_be_modified");
    }),
  },
  {
    id: "batch-archive-empty-fails-v2",
    rule: "batches.archive.delete.v2",
    sentence: "DELETE of an open batch without shipments leads to a 500 in v2.",
    bend: before("v2ArchiveBatch", (call) => {
      if (isOpenAndEmpty(call)) throw new Error("no first shipment");
    }),
  },
  {
    id: "batch-archive-refused",
    rule: "batches.archive.status-204",
    sentence: "Archiving an open batch in v1 is refused.",
    bend: refused("v1ArchiveBatch"),
  },
  {
    id: "batch-archive-done-answers-409",
    rule: "batches.archive.status-204",
    sentence: "Archiving an open batch in v1 is answered with 409, and done.",
    bend: refusedAndDone("v1ArchiveBatch"),
  },
  {
    id: "batch-archived-still-open",
    rule: "batches.archive.by-id",
    sentence: "Archiving a batch in v1 succeeds and leaves it open.",
    bend: stillOpen("v1ArchiveBatch"),
  },
  {
    id: "batch-archived-read-in-v2-from-cache",
    rule: "batches.archive.by-id",
    sentence: "A batch that was read by its id in v2 goes on showing there the state that it had then.",
    bend: shownAsFirst("v2GetBatch", "status"),
  },
  {
    id: "batch-with-shipments-stays-open",
    rule: "batches.archive.by-id",
    sentence: "Archiving a batch that holds shipments succeeds and leaves it open.",
    blame: "each of the three operations that archive has a rule of its own",
    bend: archiving(ARCHIVING, (_, batch) => {
      if (batch.count > 0) batch.status = "open";
    }),
  },
  {
    id: "batch-archived-is-created-anew",
    rule: "content.created-at.constant",
    sentence: "Archiving a batch sets its created_at.",
    bend: onceDone(ARCHIVING, "batch_id", (done) =>
      batchShows((view, { id, modified }) =>
        done.has(id) ? { ...view, created_at: timestamp(modified + 60_000) } : view,
      ),
    ),
  },
  {
    id: "batch-made-twice",
    rule: "batches.create.once",
    sentence: "Creating a batch makes a second one that is like it.",
    bend: afterwards("v2CreateBatch", (call, { json }) => {
      const { batches } = call.world;
      const batch = isObject(json) ? batches.get(String(json.batch_id)) : undefined;
      if (batch) batches.add({ ...batch, ...newRecord(call.ids.next("batch"), call.now()) });
    }),
  },
  {
    id: "batch-made-is-lost",
    rule: "batches.create.readable",
    sentence: "Creating a batch answers with one that there is not.",
    bend: afterwards("v2CreateBatch", (call, { json }) => {
      if (isObject(json)) call.world.batches.remove(String(json.batch_id));
    }),
  },
  {
    id: "batch-archived-loses-notes",
    rule: "batches.archive.keeps-rest",
    sentence: "An archived batch shows no external id and no notes any more.",
    bend: onceDone(ARCHIVING, "batch_id", (done) =>
      batchShows((view, { id }) =>
        done.has(id) ? { ...view, external_batch_id: "", batch_notes: "" } : view,
      ),
    ),
  },
  {
    id: "batch-archived-in-v1-loses-notes",
    rule: "batches.archive.keeps-rest",
    sentence: "A batch that v1 archived shows no notes any more.",
    bend: onceDone(["v1ArchiveBatch"], "batch_id", (done) =>
      batchShows((view, { id }) => (done.has(id) ? { ...view, batch_notes: "" } : view)),
    ),
  },
  {
    id: "batch-archived-loses-shipments",
    rule: "batches.archive.keeps-rest",
    sentence: "A batch that is archived has no shipments any more, though it still counts them.",
    bend: archiving(ARCHIVING, ({ world }, { id }) => {
      for (const shipment of world.shipments.ordered()) if (shipment.batchId === id) shipment.batchId = "";
    }),
  },
  {
    id: "batch-archived-cancels-shipments",
    rule: "batches.archive.keeps-rest",
    sentence: "Archiving a batch cancels its pending shipments.",
    bend: archiving(ARCHIVING, ({ world }, { id }) => {
      for (const shipment of world.shipments.ordered())
        if (shipment.batchId === id && shipment.status === "pending") shipment.status = "cancelled";
    }),
  },
  {
    id: "batch-archived-counts-no-shipments",
    rule: "batches.archive.keeps-rest",
    sentence: "A batch that is archived has no shipments any more, and counts none.",
    bend: archiving(ARCHIVING, ({ world }, batch) => {
      for (const shipment of world.shipments.ordered())
        if (shipment.batchId === batch.id) shipment.batchId = "";
      batch.count = 0;
    }),
  },
  {
    id: "batch-archived-shown-completed",
    rule: "batches.archive.by-id",
    sentence: "An archived batch shows the status completed by id in v1.",
    bend: showing("v1GetBatch", (view) =>
      view.status === "archived" ? { ...view, status: "completed" } : view,
    ),
  },
  {
    id: "batch-archived-in-v1-open-in-v2",
    rule: "batches.archive.by-id",
    sentence: "A batch that was archived in v1 stays open in v2 by id.",
    bend: onceArchived((ids) =>
      showing("v2GetBatch", (view, call) =>
        ids.has(call.param("batch_id")) ? { ...view, status: "open" } : view,
      ),
    ),
  },
  {
    id: "batch-archived-unreadable",
    rule: "batches.archive.readable",
    sentence: "A batch cannot be read once it was archived.",
    bend: onceArchived((ids) => hiding(["v1GetBatch", "v2GetBatch"], (id) => ids.has(id))),
  },
  {
    id: "batch-deleted-in-v2-open-there",
    rule: "batches.archive.delete.v2",
    sentence: "A batch that was archived by DELETE in v2 goes on being open by its id there.",
    bend: onceDone("v2ArchiveBatch", "batch_id", (ids) =>
      showing("v2GetBatch", (json, call) =>
        ids.has(call.param("batch_id")) ? { ...json, status: "open" } : json,
      ),
    ),
  },
  {
    id: "batch-v2-delete-removes",
    rule: "batches.archive.readable",
    sentence: "A v2 DELETE of a batch removes it in place of archiving it.",
    bend: archiving("v2ArchiveBatch", ({ world }, { id }) => {
      world.batches.remove(id);
    }),
  },
  {
    id: "batch-v2-put-removes",
    rule: "batches.archive.readable",
    sentence: "A v2 PUT of a batch removes it in place of archiving it.",
    bend: archiving("v2UpdateBatch", ({ world }, { id }) => {
      world.batches.remove(id);
    }),
  },
  {
    id: "batch-archived-twice-is-open",
    rule: "batches.archive.by-id",
    sentence: "Archiving an archived batch by DELETE in v1 opens it again.",
    bend: onceMoreOpens("v1ArchiveBatch"),
  },
  {
    id: "batch-archived-again-by-put-is-open",
    rule: "batches.archive.leaves-open-listing",
    sentence: "Archiving an archived batch by PUT in v2 opens it again.",
    bend: onceMoreOpens("v2UpdateBatch"),
  },
  {
    id: "batch-archived-stays-in-open-list",
    rule: "batches.archive.leaves-open-listing",
    sentence: "A batch that was archived in v1 stays in the list of open ones.",
    bend: onceArchived((ids) =>
      open((usually, batch) => usually || (batch !== undefined && ids.has(batch.id))),
    ),
  },
  {
    id: "batch-archive-reopens-another",
    rule: "batches.archive.leaves-open-listing",
    sentence: "Archiving a batch opens another one that was archived.",
    bend: archiving(ARCHIVING, ({ world }, batch) => {
      const other = world.batches.ordered().find((each) => each !== batch && each.status === "archived");
      if (other) other.status = "open";
    }),
  },
  {
    id: "batch-v2-delete-takes-next",
    rule: "batches.archive.only-that-one",
    sentence: "A v2 DELETE of an open batch archives another open one too.",
    bend: taking("v2ArchiveBatch", ([next]) => [next]),
  },
  {
    id: "batch-v2-put-takes-next",
    rule: "batches.archive.only-that-one",
    sentence: "A v2 PUT of an open batch archives another open one too.",
    bend: taking("v2UpdateBatch", ([next]) => [next]),
  },
  {
    id: "batch-v2-put-takes-oldest",
    rule: "batches.archive.only-that-one",
    sentence: "A v2 PUT of an open batch archives the one that has been open longest, too.",
    bend: taking("v2UpdateBatch", (all) => [all.toSorted((one, other) => one.seq - other.seq)[0]]),
  },
  {
    id: "batch-archive-takes-all",
    rule: "batches.archive.only-that-one",
    sentence: "Archiving a batch in v1 archives all open ones.",
    bend: taking("v1ArchiveBatch", (all) => all),
  },
  {
    id: "batch-archive-takes-next",
    rule: "batches.archive.only-that-one",
    sentence: "Archiving a batch in v1 archives the next open one too.",
    bend: taking("v1ArchiveBatch", (all, { seq }) => [all.find((each) => each.seq > seq) ?? all[0]]),
  },
  {
    id: "batch-archive-takes-notes",
    rule: "batches.archive.only-that-one",
    sentence: "Archiving a batch that has notes archives the open ones with the same notes too.",
    bend: taking(ARCHIVING, (all, { notes }) => all.filter((other) => notes !== "" && other.notes === notes)),
  },
  {
    id: "batch-archive-unknown-takes-oldest",
    rule: "batches.archive.only-that-one",
    sentence:
      "Archiving an unknown batch in v1 is answered with 404, and archives the one that is open longest.",
    bend: unknownTakesOldest("v1ArchiveBatch"),
  },
  {
    id: "batch-v2-put-unknown-takes-oldest",
    rule: "batches.archive.only-that-one",
    sentence: "A v2 PUT of an unknown batch is answered with 404, and archives the one that is open longest.",
    bend: unknownTakesOldest("v2UpdateBatch"),
  },
  {
    id: "batch-archive-takes-external-id",
    rule: "batches.archive.only-that-one",
    sentence: "Archiving a batch in v1 archives the open ones with the same external id too.",
    bend: taking("v1ArchiveBatch", (all, { externalId }) =>
      all.filter((other) => other.externalId === externalId),
    ),
  },
  {
    id: "batch-v2-delete-takes-external-id",
    rule: "batches.archive.only-that-one",
    sentence: "A v2 DELETE of an open batch archives the open ones with the same external id too.",
    bend: taking("v2ArchiveBatch", (all, { externalId }) =>
      all.filter((other) => other.externalId === externalId),
    ),
  },
  {
    id: "batch-archive-takes-completed",
    rule: "batches.archive.only-that-one",
    sentence: "Archiving a batch archives a completed one too.",
    bend: archiving(ARCHIVING, ({ world }, batch) => {
      const other = world.batches.ordered().find((each) => each !== batch && each.status === "completed");
      if (other) other.status = "archived";
    }),
  },
  {
    id: "batch-archive-unknown-answers-204",
    rule: "batches.archive.unknown-id",
    sentence: "Archiving an unknown batch in v1 answers 204.",
    bend: onRefusal("v1ArchiveBatch", 404, noContent),
  },
  {
    id: "batch-v2-archive-unknown-answers-204",
    rule: "batches.archive.unknown-id.v2",
    sentence: "Archiving an unknown batch in v2 answers 204.",
    bend: onRefusal(["v2UpdateBatch", "v2ArchiveBatch"], 404, noContent),
  },
  {
    id: "unknown-id-answers-400-v1ArchiveBatch",
    rule: "batches.archive.unknown-id.status",
    sentence: "Archiving an unknown batch in v1 answers 400.",
    bend: onRefusal("v1ArchiveBatch", 404, (call) => {
      throw invalidValue("batch_id", call.param("batch_id"), "No such id.");
    }),
  },
  {
    id: "batch-v2-archive-unknown-answers-409",
    rule: "batches.archive.unknown-id.status",
    sentence: "Archiving an unknown batch in v2 answers 409.",
    bend: onRefusal(["v2UpdateBatch", "v2ArchiveBatch"], 404, () => {
      throw conflict("Such a batch cannot be archived.");
    }),
  },
  {
    id: "batch-v2-delete-refused",
    rule: "batches.archive.delete.v2",
    sentence: "A v2 DELETE of an open batch is refused.",
    bend: refused("v2ArchiveBatch"),
  },
  {
    id: "batch-v2-delete-done-answers-409",
    rule: "batches.archive.delete.v2",
    sentence: "A v2 DELETE of an open batch is answered with 409, and done.",
    bend: refusedAndDone("v2ArchiveBatch"),
  },
  {
    id: "batch-v2-delete-without-effect",
    rule: "batches.archive.delete.v2",
    sentence: "A v2 DELETE of an open batch succeeds and leaves it open.",
    bend: stillOpen("v2ArchiveBatch"),
  },
  {
    id: "batch-v2-put-refused",
    rule: "batches.archive.put.v2",
    sentence: "A v2 PUT of an open batch is refused.",
    bend: refused("v2UpdateBatch"),
  },
  {
    id: "batch-v2-put-done-answers-409",
    rule: "batches.archive.put.v2",
    sentence: "A v2 PUT of an open batch is answered with 409, and done.",
    bend: refusedAndDone("v2UpdateBatch"),
  },
  {
    id: "batch-v2-put-without-effect",
    rule: "batches.archive.put.v2",
    sentence: "A v2 PUT of an open batch succeeds and leaves it open.",
    bend: stillOpen("v2UpdateBatch"),
  },
];
