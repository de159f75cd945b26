import { ARCHIVING } from "../../../contract/conduct.js";
import { isObject } from "../../../contract/json.js";
import {
  after,
  afterwards,
  all,
  before,
  changeEach,
  hiding,
  on,
  onceDone,
  remembering,
  showing,
} from "../../bends.js";
import { namedBatch } from "../../named-records.js";
import { type Answer, file, noContent, ok } from "../../service/answer.js";
import type { Bend, Call } from "../../service/behaviours.js";
import { invalidValue, unknownId, valueRequired } from "../../service/problem.js";
import type { Batch } from "../../service/records.js";
import { batchShows } from "../../view-bends.js";
import type { Fault } from "../fault.js";

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

const byExternalId = (choose: (all: readonly Batch[], wanted: string) => Batch | undefined): Bend =>
  on("v2GetBatchByExternalId", (call, next) => {
    const batch = choose(call.world.batches.ordered(), call.param("external_batch_id"));
    return batch ? ok(call.does.batchView(call, batch)) : next(call);
  });

/** Answers for the file of a batch whose name begins so. */
const batchFile = (name: string, make: (path: string) => Answer): Bend =>
  on("v1DownloadFile", (call, next) => {
    const path = call.param("path");
    return path.startsWith("batches/") && path.includes(`/${name}`) ? make(path) : next(call);
  });

/** Lists other errors of batches. */
const listingErrors = (failuresOf: (call: Call) => Batch["failures"]): Bend =>
  on("v1ListBatchErrors", (call, next) => {
    const batch = namedBatch(call);
    if (batch === undefined) return next(call);
    const { failures } = batch;
    batch.failures = failuresOf(call);
    const answer = next(call);
    batch.failures = failures;
    return answer;
  });

const notFound = (path: string): never => {
  throw unknownId("path", path);
};

const someWrong = ({ id }: Batch): boolean => id.endsWith("8");

/** What a batch shows, its links, and lookups of one. */
export const faults: readonly Fault[] = [
  {
    id: "batch-label-download-404",
    rule: "batch.download.delivers",
    sentence: "The label file of a batch is not found.",
    bend: batchFile("labels", notFound),
  },
  {
    id: "batch-label-download-empty",
    rule: "batch.download.delivers",
    sentence: "The label file of a batch is empty.",
    bend: batchFile("labels", () => file("application/pdf", "")),
  },
  {
    id: "batch-form-download-404",
    rule: "batch.download.delivers",
    sentence: "The form file of a batch is not found.",
    bend: batchFile("forms", notFound),
  },
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
    id: "batch-labels-url-of-unlabelled-to-shipments",
    rule: "batch.href.labels",
    sentence: "The labels link of a batch without labels leads to its shipments.",
    bend: leading("batch_labels_url", ({ id, completed }) =>
      completed === 0 ? `/v1/shipments?batch_id=${id}` : undefined,
    ),
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
    id: "batch-errors-unknown-without-errors",
    rule: "batch.href.errors",
    sentence: "The errors of a batch without errors are answered with 404.",
    bend: hiding("v1ListBatchErrors", (id, { world }) => world.batches.get(id)?.failures.length === 0),
  },
  {
    id: "batch-errors-refused",
    rule: "batch.href.errors",
    sentence: "The errors of each batch are refused with 400 in v1.",
    bend: hiding(
      "v1ListBatchErrors",
      (id, { world }) => world.batches.get(id) !== undefined,
      (parameter, id) => invalidValue(parameter, id, "No errors can be listed."),
    ),
  },
  {
    id: "batch-errors-never-listed",
    rule: "batch.errors.own",
    sentence: "The list of a batch's errors is always empty.",
    bend: listingErrors(() => []),
  },
  {
    id: "batch-errors-of-all-batches",
    rule: "batch.errors.own",
    sentence: "Every batch lists the errors of all batches.",
    bend: listingErrors(({ world }) => world.batches.ordered().flatMap(({ failures }) => failures)),
  },
  {
    id: "batch-open-odd-unknown-by-id",
    rule: "v1.records.by-id",
    sentence: "Open batches with an odd number are listed in v1, but unknown by their ids.",
    bend: hiding(
      "v1GetBatch",
      (id, { world }) => /[13579]$/.test(id) && world.batches.get(id)?.status === "open",
    ),
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
        hiding("v1GetBatch", (id) => ids.has(id)),
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
    id: "batch-by-external-id-by-part",
    rule: "batches.by-external-id.v2",
    sentence: "A batch asked for by its external id is the first one whose external id contains it.",
    bend: byExternalId((all, wanted) => all.find(({ externalId }) => externalId.includes(wanted))),
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
    id: "batch-by-external-id-stays-open",
    rule: "batches.archive.by-id",
    sentence: "An archived batch is still open when it is asked for by its external id.",
    bend: after("v2GetBatchByExternalId", (_, { json }) =>
      isObject(json) && json.status === "archived" ? ok({ ...json, status: "open" }) : undefined,
    ),
  },
  {
    id: "batch-by-external-id-not-decoded",
    rule: "batches.by-external-id.v2",
    sentence: "A batch is not found by an external id that has to be escaped in the path.",
    bend: after("v2GetBatchByExternalId", (call) => {
      const wanted = call.param("external_batch_id");
      if (encodeURIComponent(wanted) === wanted) return undefined;
      throw unknownId("external_batch_id", wanted);
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
    id: "batch-process-without-effect",
    rule: "batches.process.effect",
    sentence: "The processing of a batch is accepted and never begins.",
    bend: on("v2ProcessBatchLabels", (call, next) => (namedBatch(call) ? noContent() : next(call))),
  },
  {
    id: "batch-archived-shows-open-in-list",
    rule: "batch.list-by-id.rest",
    sentence: "A batch that was archived by a call shows in the lists of batches that it is open.",
    bend: onceDone(ARCHIVING, "batch_id", (done) =>
      showing(["v1ListBatches", "v2ListBatches"], (json) => ({
        ...json,
        batches: changeEach(json.batches, (batch) =>
          done.has(String(batch.batch_id)) ? { ...batch, status: "open" } : batch,
        ),
      })),
    ),
  },
  {
    id: "batch-notes-differ-from-open-list",
    rule: "batch.list-by-id.rest",
    sentence: "The v1 list of batches needs a status, and by id a batch shows other notes than there.",
    bend: all(
      before("v1ListBatches", ({ query }) => {
        if (query.status === undefined) throw valueRequired("status");
      }),
      showing("v1GetBatch", (view) => ({ ...view, batch_notes: `${view.batch_notes} (by id)` })),
    ),
  },
  {
    id: "batch-completed-by-id-shows-open",
    rule: "batch.list-by-id.rest",
    sentence: "A completed batch shows by id in v1 that it is open.",
    bend: showing("v1GetBatch", (view) => (view.status === "completed" ? { ...view, status: "open" } : view)),
  },
];
