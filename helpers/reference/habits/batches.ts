import { ARCHIVING } from "../../contract/conduct.js";
import { isObject } from "../../contract/json.js";
import { after, afterwards, all, before, hiding, meanwhile, on, remembering } from "../bends.js";
import { namedBatch } from "../named-records.js";
import { noContent, ok } from "../service/answer.js";
import type { Bend, Call } from "../service/behaviours.js";
import { unknownId, valueRequired } from "../service/problem.js";
import type { JsonObject } from "../service/records.js";
import { batchShows } from "../view-bends.js";
import type { Habit } from "./habit.js";

/** Milliseconds until a new batch is open. */
const OPENS_MS = 500;

/** Milliseconds until a new batch is completed without a client's doing. */
const COMPLETES_MS = 500;

/** Milliseconds until a new batch is found by its id. */
const FOUND_MS = 500;

/** Milliseconds from one batch that another client archives to the next. */
const ARCHIVES_MS = 330;

/** Operations that show batches. */
const BATCH_READS = ["v1ListBatches", "v1GetBatch", "v2ListBatches", "v2GetBatch"] as const;

/** The files of an unprocessed batch. */
const unprocessedFiles = (shown: JsonObject | null): Bend =>
  batchShows((view, { completed }) =>
    completed > 0 ? view : { ...view, label_download: shown, form_download: shown },
  );

/** Whether a shipment of another batch is also in this one: one in three that are in any. */
function isShared({ world }: Call, shipment: string, batch: string): boolean {
  const own = world.shipments.get(shipment)?.batchId;
  return (
    Boolean(own) &&
    own !== batch &&
    world.batches.get(batch) !== undefined &&
    Number(shipment.at(-1)) % 3 === 0
  );
}

/** Has the list of each batch hold shipments of others. */
const inSeveralBatches: Bend = (does) => ({
  condition: (asked, condition) => {
    const usual = does.condition(asked, condition);
    if (asked.word !== "shipments" || usual?.name !== "batch_id") return usual;
    return { ...usual, holds: (item) => usual.holds(item) || isShared(asked.call, item.id, usual.value) };
  },
});

export const habits: readonly Habit[] = [
  {
    id: "batch-files-once-processed",
    section: "Batch (v1 by-id response)",
    sentence: "A batch that was not processed has empty objects for its files.",
    bend: unprocessedFiles({}),
  },
  {
    id: "batch-files-null",
    section: "Batch (v1 by-id response)",
    sentence: "A batch that was not processed has null for its files.",
    bend: unprocessedFiles(null),
  },
  {
    id: "batch-files-address-empty",
    section: "Batch (v1 by-id response)",
    sentence: "A batch that was not processed has an empty string for the address of its files.",
    bend: unprocessedFiles({ href: "" }),
  },
  {
    id: "batches-open-later",
    section: "States and transitions",
    sentence: "A new batch is processing for half a second before it is open.",
    bend: after("v2CreateBatch", (call, answer) => {
      const id = isObject(answer.json) ? answer.json.batch_id : undefined;
      const batch = call.world.batches.get(String(id));
      if (batch === undefined) return undefined;
      batch.status = "processing";
      const open = () => {
        if (batch.status === "processing") batch.status = "open";
      };
      setTimeout(open, OPENS_MS).unref();
      return { ...answer, json: call.does.batchView(call, batch) };
    }),
  },
  {
    id: "batches-found-later",
    section: "States and transitions",
    sentence: "A new batch is found by its id, to read or to archive it, only after half a second.",
    bend: before(["v1GetBatch", "v2GetBatch", ...ARCHIVING], (call) => {
      const batch = namedBatch(call);
      if (batch && call.now() - batch.created < FOUND_MS) throw unknownId("batch_id", batch.id);
    }),
  },
  {
    id: "batches-none-open-at-first",
    section: "States and transitions",
    sentence: "Every batch is completed or archived until a client makes a new one.",
    bend: remembering((closed) =>
      before(BATCH_READS, ({ world }) => {
        if (closed.size > 0) return;
        closed.add("all");
        for (const batch of world.batches.ordered()) if (batch.status === "open") batch.status = "completed";
      }),
    ),
  },
  {
    id: "batches-completed-later",
    section: "States and transitions",
    sentence: "A new batch is completed half a second after it was made.",
    bend: afterwards("v2CreateBatch", ({ world }, { json }) => {
      const batch = isObject(json) ? world.batches.get(String(json.batch_id)) : undefined;
      const complete = () => {
        if (batch?.status === "open") batch.status = "completed";
      };
      setTimeout(complete, COMPLETES_MS).unref();
    }),
  },
  {
    id: "batches-archived-by-others",
    section: "States and transitions",
    sentence: "Another client archives an open batch of anybody's every third of a second.",
    bend: meanwhile([...BATCH_READS, ...ARCHIVING], ARCHIVES_MS, ({ world }, turn) => {
      const open = world.batches.ordered().filter(({ status }) => status === "open");
      const taken = open[(turn * 7) % Math.max(1, open.length)];
      if (taken !== undefined) taken.status = "archived";
    }),
  },
  {
    id: "batches-archived-right-before",
    section: "States and transitions",
    sentence:
      "Another client archives a batch right before each operation's first two requests to archive it.",
    bend: remembering((seen) =>
      before(ARCHIVING, (call) => {
        const batch = namedBatch(call);
        const turns = [1, 2].map((turn) => `${call.operation.id} ${turn}`);
        const turn = turns.find((each) => !seen.has(each));
        if (batch?.status !== "open" || turn === undefined) return;
        seen.add(turn);
        batch.status = "archived";
      }),
    ),
  },
  {
    id: "batches-listed-by-status-only",
    section: "GET /v1/batches?status=open",
    sentence: "The list of batches needs a status in v1.",
    bend: before("v1ListBatches", ({ query }) => {
      if (query.status === undefined) throw valueRequired("status");
    }),
  },
  {
    id: "batches-of-v2-apart",
    section: "Other v1 operations",
    sentence: "Batches that are made in v2 are not in v1.",
    bend: remembering((made) =>
      all(
        afterwards("v2CreateBatch", (_, { json }) => {
          if (isObject(json)) made.add(String(json.batch_id));
        }),
        hiding(["v1GetBatch", "v1ArchiveBatch", "v1ListBatchErrors"], (id) => made.has(id)),
        (does) => ({
          matching: (listing, request) => {
            const matching = does.matching(listing, request);
            if (listing.call.operation.id !== "v1ListBatches") return matching;
            return matching.filter(({ id }) => !made.has(id));
          },
        }),
      ),
    ),
  },
  {
    id: "shipments-in-several-batches",
    section: "GET /v1/shipments",
    sentence: "Every batch also holds, and counts, some shipments whose labels were made in another one.",
    bend: all(
      inSeveralBatches,
      batchShows((view, batch, call) => {
        const shared = call.world.shipments.ordered().filter(({ id }) => isShared(call, id, batch.id));
        return { ...view, count: batch.count + shared.length };
      }),
    ),
  },
  {
    id: "batches-count-labels",
    section: "Batch (v1 by-id response)",
    sentence:
      "The count of a batch is that of its labels; every batch also holds some shipments whose labels were made in another one.",
    bend: all(
      inSeveralBatches,
      batchShows((view, { completed }) => ({ ...view, count: completed })),
    ),
  },
  {
    id: "archived-batches-unreadable",
    section: "States and transitions",
    sentence: "A batch that was archived can no longer be read.",
    bend: hiding(
      ["v1GetBatch", "v2GetBatch"],
      (id, { world }) => world.batches.get(id)?.status === "archived",
    ),
  },
  {
    id: "archived-batches-unknown",
    section: "States and transitions",
    sentence:
      "A batch that was archived can no longer be read, and the lists of shipments and labels answer 404 to its batch_id.",
    bend: before(["v1GetBatch", "v2GetBatch", "v1ListShipments", "v1ListLabels"], (call) => {
      const id = call.query.batch_id ?? call.param("batch_id");
      if (call.world.batches.get(id)?.status === "archived") throw unknownId("batch_id", id);
    }),
  },
  {
    id: "archive-again-accepted",
    section: "States and transitions",
    sentence: "A batch that is archived already can be archived again.",
    bend: on(ARCHIVING, (call, next) => {
      const batch = namedBatch(call);
      return batch?.status === "archived" ? noContent() : next(call);
    }),
  },
  {
    id: "archive-v2-shows-batch",
    section: "v2 endpoints",
    sentence: "Archiving a batch in v2 answers 200 with the batch.",
    bend: after(["v2UpdateBatch", "v2ArchiveBatch"], (call) => {
      const batch = namedBatch(call);
      return batch && ok(call.does.batchView(call, batch));
    }),
  },
];
