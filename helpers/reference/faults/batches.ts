import { isObject } from "../../contract/json.js";
import {
  ARCHIVING,
  after,
  afterwards,
  all,
  before,
  on,
  onceDone,
  onRefusal,
  remembering,
  showing,
} from "../bends.js";
import { namedBatch } from "../named-records.js";
import { noContent, ok } from "../service/answer.js";
import type { Bend, Call } from "../service/behaviours.js";
import { newRecord } from "../service/collection.js";
import { conflict, invalidValue, unknownId } from "../service/problem.js";
import type { Batch } from "../service/records.js";
import { timestamp } from "../service/views/time.js";
import { batchShows } from "../view-bends.js";
import type { Fault } from "./fault.js";
import * as filters from "./list-bends/filters.js";
import * as requests from "./list-bends/requests.js";

/** Makes a link of some batches point to another path. */
const leading = (
  member: "batch_shipments_url" | "batch_labels_url" | "batch_errors_url",
  path: (batch: Batch) => string | undefined,
): Bend =>
  batchShows((view, batch, call) => {
    const other = path(batch);
    return other === undefined ? view : { ...view, [member]: { href: call.href(other) } };
  });

const emptyAtFirst = (member: "label_download" | "form_download"): Bend =>
  batchShows((view, { completed }) => (completed === 0 ? { ...view, [member]: {} } : view));

/** Returns other batches in the v1 list of open ones. */
const open = (change: (usually: boolean, batch: Batch | undefined, call: Call) => boolean): Bend =>
  filters.finds("batches", "status", (usually, id, value, call) =>
    value === "open" ? change(usually, call.world.batches.get(id), call) : usually,
  );

type Archiving = (typeof ARCHIVING)[number];

/** Changes batches after one was archived. */
const archiving = (ids: Archiving | readonly Archiving[], act: (call: Call, archived: Batch) => void): Bend =>
  afterwards(ids, (call) => {
    const batch = namedBatch(call);
    if (batch) act(call, batch);
  });

const stillOpen = (id: Archiving): Bend =>
  archiving(id, (_, batch) => {
    batch.status = "open";
  });

const openOnes = ({ world }: Call): readonly Batch[] =>
  world.batches.ordered().filter(({ status }) => status === "open");

/** Archives other batches too. */
const taking = (
  id: Archiving,
  others: (open: readonly Batch[], batch: Batch) => readonly (Batch | undefined)[],
): Bend =>
  archiving(id, (call, batch) => {
    for (const other of others(openOnes(call), batch)) if (other) other.status = "archived";
  });

const refused = (id: Archiving): Bend =>
  before(id, (call) => {
    call.optional();
    if (namedBatch(call)?.status === "open") throw conflict("Batches are never archived.");
  });

/** Remembers the batches that were archived through v1. */
const onceArchived = (bend: (ids: ReadonlySet<string>) => Bend): Bend =>
  onceDone("v1ArchiveBatch", "batch_id", bend);

const byExternalId = (choose: (all: readonly Batch[], wanted: string) => Batch | undefined): Bend =>
  on("v2GetBatchByExternalId", (call, next) => {
    const batch = choose(call.world.batches.ordered(), call.param("external_batch_id"));
    return batch ? ok(call.does.batchView(call, batch)) : next(call);
  });

const someWrong = ({ id }: Batch): boolean => id.endsWith("8");

export const faults: readonly Fault[] = [
  {
    id: "batch-shipments-url-unfiltered",
    rule: "batch.href.shipments",
    sentence: "The shipments link of a batch leads to all shipments.",
    bend: leading("batch_shipments_url", () => "/v1/shipments"),
  },
  {
    id: "batch-shipments-url-of-archived-wrong",
    rule: "batch.href.shipments",
    sentence: "The shipments link of an archived batch names another batch.",
    bend: leading("batch_shipments_url", ({ id, status }) =>
      status === "archived" ? `/v1/shipments?batch_id=${id}0` : undefined,
    ),
  },
  {
    id: "batch-labels-url-unfiltered",
    rule: "batch.href.labels",
    sentence: "The labels link of a batch leads to all labels.",
    bend: leading("batch_labels_url", () => "/v1/labels"),
  },
  {
    id: "batch-labels-url-completed-only",
    rule: "batch.href.labels",
    sentence: "The labels link of a batch leads to its completed labels alone.",
    bend: leading("batch_labels_url", ({ id }) => `/v1/labels?batch_id=${id}&label_status=completed`),
  },
  {
    id: "batch-labels-url-of-archived-wrong",
    rule: "batch.href.labels",
    sentence: "The labels link of an archived batch names another batch.",
    bend: leading("batch_labels_url", ({ id, status }) =>
      status === "archived" ? `/v1/labels?batch_id=${id}0` : undefined,
    ),
  },
  {
    id: "batch-labels-url-of-archived-unfiltered",
    rule: "batch.href.labels",
    sentence: "The labels link of an archived batch leads to all labels.",
    bend: leading("batch_labels_url", ({ status }) => (status === "archived" ? "/v1/labels" : undefined)),
  },
  {
    id: "batch-labels-url-of-some-wrong",
    rule: "batch.href.labels",
    sentence: "The labels link of every tenth batch names another batch.",
    bend: leading("batch_labels_url", (batch) =>
      someWrong(batch) ? `/v1/labels?batch_id=${batch.id}0` : undefined,
    ),
  },
  {
    id: "batch-shipments-url-of-some-wrong",
    rule: "batch.href.shipments",
    sentence: "The shipments link of every tenth batch names another batch.",
    bend: leading("batch_shipments_url", (batch) =>
      someWrong(batch) ? `/v1/shipments?batch_id=${batch.id}0` : undefined,
    ),
  },
  {
    id: "batch-errors-url-without-id",
    rule: "batch.href.errors",
    sentence: "The errors link of a batch lacks the id.",
    bend: leading("batch_errors_url", () => "/v1/batches/errors"),
  },
  {
    id: "batch-errors-url-wrong-without-errors",
    rule: "batch.href.errors",
    sentence: "The errors link of a batch without errors has another path.",
    bend: leading("batch_errors_url", ({ id, failures }) =>
      failures.length === 0 ? `/v1/batches/${id}/failures` : undefined,
    ),
  },
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
    bend: open((usually, batch) => usually || batch?.status === "completed"),
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
    id: "batch-archived-still-open",
    rule: "batches.archive.by-id",
    sentence: "Archiving a batch in v1 succeeds and leaves it open.",
    bend: stillOpen("v1ArchiveBatch"),
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
    bend: onceArchived((ids) =>
      before(["v1GetBatch", "v2GetBatch"], (call) => {
        const id = call.param("batch_id");
        if (ids.has(id)) throw unknownId("batch_id", id);
      }),
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
    id: "batch-v2-put-without-effect",
    rule: "batches.archive.put.v2",
    sentence: "A v2 PUT of an open batch succeeds and leaves it open.",
    bend: stillOpen("v2UpdateBatch"),
  },
  {
    id: "batch-open-odd-unknown-by-id",
    rule: "v1.records.by-id",
    sentence: "Open batches with an odd number are listed in v1, but unknown by their ids.",
    bend: before("v1GetBatch", (call) => {
      const id = call.param("batch_id");
      if (/[13579]$/.test(id) && call.world.batches.get(id)?.status === "open")
        throw unknownId("batch_id", id);
    }),
  },
  {
    id: "batch-made-unknown-by-id",
    rule: "v1.records.by-id",
    sentence: "A batch that was made in v2 is listed in v1, but unknown by its id.",
    bend: remembering((ids) =>
      all(
        afterwards("v2CreateBatch", (_, { json }) => {
          if (isObject(json) && typeof json.batch_id === "string") ids.add(json.batch_id);
        }),
        before("v1GetBatch", (call) => {
          const id = call.param("batch_id");
          if (ids.has(id)) throw unknownId("batch_id", id);
        }),
      ),
    ),
  },
  {
    id: "batch-by-external-id-answers-first",
    rule: "batches.by-external-id.v2",
    sentence: "Any external id leads to the first batch.",
    bend: byExternalId(([first]) => first),
  },
  {
    id: "batch-by-external-id-answers-newest",
    rule: "batches.by-external-id.v2",
    sentence: "A batch asked for by its external id is the newest one.",
    bend: byExternalId((all) => all.at(-1)),
  },
  {
    id: "batch-by-external-id-by-prefix",
    rule: "batches.by-external-id.v2",
    sentence: "A batch asked for by its external id is the newest one whose external id begins with it.",
    bend: byExternalId((all, wanted) => all.findLast(({ externalId }) => externalId.startsWith(wanted))),
  },
  {
    id: "batch-by-external-id-not-once-archived",
    rule: "batches.by-external-id.v2",
    sentence: "A batch is not found by its external id once it was archived.",
    bend: after("v2GetBatchByExternalId", (call, { json }) => {
      if (isObject(json) && json.status !== "archived") return undefined;
      throw unknownId("external_batch_id", call.param("external_batch_id"));
    }),
  },
  {
    id: "batch-label-download-empty-at-first",
    rule: "batch.field.label_download.present",
    sentence: "The label_download of a batch without labels is empty.",
    bend: emptyAtFirst("label_download"),
  },
  {
    id: "batch-form-download-empty-at-first",
    rule: "batch.field.form_download.present",
    sentence: "The form_download of a batch without labels is empty.",
    bend: emptyAtFirst("form_download"),
  },
  {
    id: "batch-completed-by-id-is-another",
    rule: "batch.list-by-id.identity",
    sentence: "A completed batch that is read by its id in v1 is the one before it.",
    bend: on("v1GetBatch", (call, next) => {
      const batch = namedBatch(call);
      const other = call.world.batches.ordered().findLast(({ seq }) => seq < (batch?.seq ?? 0));
      return next(
        batch?.status === "completed" && other ? call.with({ params: { batch_id: other.id } }) : call,
      );
    }),
  },
  {
    id: "batch-completed-by-id-shows-open",
    rule: "batch.list-by-id.rest",
    sentence: "A completed batch shows by id in v1 that it is open.",
    bend: showing("v1GetBatch", (view) => (view.status === "completed" ? { ...view, status: "open" } : view)),
  },
];
