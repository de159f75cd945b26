import type { OperationId } from "../../contract/generated/types.js";
import { ORDER_STATUSES } from "../../contract/purchase-orders.js";
import { after, afterwards, before, hiding, on, refusing } from "../bends.js";
import { namedBatch, namedLabel, namedOrder, namedShipment } from "../named-records.js";
import { file, noContent } from "../service/answer.js";
import type { Bend, Call, Written } from "../service/behaviours.js";
import { Problem } from "../service/problem.js";
import type { Fault } from "./fault.js";

/** Fails on matching calls. */
const failing = (id: OperationId, fits: (call: Call) => boolean, why: string): Bend =>
  before(id, (call) => {
    if (fits(call)) throw new Error(why);
  });

const failingOnBadJson = (id: OperationId): Bend =>
  before(id, ({ incoming }) => {
    JSON.parse(incoming.body.text || "{}");
  });

/** Changes what successes of an operation, or answers with a status, look like on the wire. */
const garbling =
  (what: OperationId | number, change: (written: Written, text: string) => Written): Bend =>
  (does) => ({
    write: (usual, about) => {
      const written = does.write(usual, about);
      const { status, operation } = about;
      const fits = typeof what === "number" ? status === what : operation?.id === what && status < 400;
      return fits && typeof written.body === "string" ? change(written, written.body) : written;
    },
  });

/** Announces a body with 204s. @param id of one operation alone */
const announcing =
  (id?: OperationId): Bend =>
  (does) => ({
    write: (usual, about) => {
      const written = does.write(usual, about);
      const fits = about.status === 204 && (id === undefined || about.operation?.id === id);
      return fits ? { ...written, headers: { ...written.headers, "content-length": "17" } } : written;
    },
  });

/** Answers PATCH with another status. */
const patchAnswers =
  (status: number, prefix: string): Bend =>
  (does) => ({
    wrongMethod: (method, path) => {
      const refused = does.wrongMethod(method, path);
      const fits = refused instanceof Problem && method === "PATCH" && path.startsWith(prefix);
      return fits ? new Problem(status, refused.detail) : refused;
    },
  });

/** Gives the successes of an operation another status. */
const succeedingWith = (id: OperationId, status: number): Bend =>
  after(id, (_, answer) => ({ ...answer, status }));

/** Refuses the matching calls of some operations for nothing. */
const refusingFor = (ids: readonly OperationId[], fits: (call: Call) => boolean, message: string): Bend =>
  before(ids, (call) => {
    if (fits(call)) throw new Problem(400, { type: "validation", code: "invalid_field_value", message });
  });

/** Lists without any item. */
const empty =
  (...ids: readonly OperationId[]): Bend =>
  (does) => ({
    combine: (asked, conditions) =>
      ids.includes(asked.call.operation.id) ? () => false : does.combine(asked, conditions),
  });

/** Refuses deletions that carry no JSON, as all do. */
const deletionsWantJson =
  (status: number): Bend =>
  (does) => ({
    handle: (call) => {
      const { operation, incoming } = call;
      if (operation.method === "DELETE" && incoming.body.text === "")
        throw new Problem(status, { type: "validation", code: "invalid_object", message: "JSON is wanted." });
      return does.handle(call);
    },
  });

export const faults: readonly Fault[] = [
  {
    id: "label-list-answers-201",
    rule: "status.success.stated",
    sentence: "The v1 label list is answered with 201.",
    bend: succeedingWith("v1ListLabels", 201),
  },
  {
    id: "webhook-answers-207",
    rule: "status.success.stated",
    sentence: "A v2 webhook is read with status 207.",
    bend: succeedingWith("v2GetWebhook", 207),
  },
  {
    id: "tag-list-answers-201",
    rule: "status.success.stated",
    sentence: "The v2 tags, whose form is open, are answered with 201: a read that creates nothing.",
    bend: succeedingWith("v2ListTags", 201),
  },
  {
    id: "tag-list-answers-207",
    rule: "status.success.open-read",
    sentence: "The v2 tags, whose form is open, are answered with 207.",
    bend: succeedingWith("v2ListTags", 207),
  },
  {
    id: "carrier-options-answer-203",
    rule: "status.success.listed",
    sentence: "The v1 carrier options are answered with 203.",
    bend: succeedingWith("v1ListCarrierOptions", 203),
  },
  {
    id: "batch-creation-answers-202",
    rule: "status.success.listed",
    sentence: "The creation of a v2 batch is answered with 202.",
    bend: succeedingWith("v2CreateBatch", 202),
  },
  ...(
    [
      ["v1CreateWebhook", 202],
      ["v2CreateWebhook", 206],
      ["v2AddShipmentTag", 202],
      ["v2UpdatePurchaseOrderStatus", 202],
      ["v2VoidLabel", 206],
    ] as const
  ).map(
    ([id, status]): Fault => ({
      id: `answers-${status}-${id}`,
      rule: "status.success.listed",
      sentence: `Successes of ${id} are answered with ${status}.`,
      bend: succeedingWith(id, status),
    }),
  ),
  ...(
    [
      ["v1GetShipment", 201],
      ["v1GetBatch", 201],
      ["v1GetAdjustmentReport", 201],
      ["v2GetPurchaseOrder", 201],
      ["v2ListShipments", 201],
    ] as const
  ).map(
    ([id, status]): Fault => ({
      id: `answers-${status}-${id}`,
      rule: "status.success.stated",
      sentence: `The read ${id} is answered with ${status}.`,
      bend: succeedingWith(id, status),
    }),
  ),
  {
    id: "carrier-services-answer-204",
    rule: "status.success.stated",
    sentence: "The v1 services of a carrier are answered with 204.",
    bend: after("v1ListCarrierServices", noContent),
  },
  {
    id: "unpaged-lists-refused-in-v2",
    rule: "status.lists-accepted.v2",
    sentence: "The v2 lists of tags, totes and account settings are refused with 400.",
    bend: refusingFor(
      ["v2ListTags", "v2ListTotes", "v2ListToteQuantities", "v2ListAccountSettings"],
      () => true,
      "No such list.",
    ),
  },
  {
    id: "label-list-refused-without-size-in-v2",
    rule: "status.lists-accepted.v2",
    sentence: "The v2 label list is refused where no page_size is given.",
    bend: refusingFor(["v2ListLabels"], ({ query }) => query.page_size === undefined, "A size is missing."),
  },
  {
    id: "lists-are-empty-in-v2",
    rule: "v2.records.listed",
    sentence: "The v2 lists of warehouses and carriers are empty.",
    bend: empty("v2ListWarehouses", "v2ListCarriers"),
  },
  {
    id: "label-list-is-empty-in-v2",
    rule: "v2.records.listed",
    sentence: "The v2 list of labels is empty and counts none.",
    bend: empty("v2ListLabels"),
  },
  {
    id: "carriers-have-nothing-below-in-v2",
    rule: "v2.records.below",
    sentence: "Options, package types and services of every carrier are answered with 404 in v2.",
    bend: hiding(["v2ListCarrierOptions", "v2ListCarrierPackages", "v2ListCarrierServices"], () => true),
  },
  {
    id: "reads-below-records-refused-in-v2",
    rule: "v2.records.below",
    sentence:
      "Errors of batches, labels of shipments, and documents and tracks of labels are refused with 400 in v2.",
    bend: refusingFor(
      ["v2ListBatchErrors", "v2ListShipmentLabels", "v2ListLabelDocuments", "v2TrackLabel"],
      (call) => (namedBatch(call) ?? namedShipment(call) ?? namedLabel(call)) !== undefined,
      "Nothing can be listed.",
    ),
  },
  {
    id: "conflict-answers-423",
    rule: "status.documented",
    sentence: "A conflict with the current state is answered with 423.",
    bend: refusing(409, (answer) => ({ ...answer, status: 423 })),
  },
  {
    id: "tag-list-redirects",
    rule: "status.redirect",
    sentence: "The v2 tags are somewhere else: 302.",
    bend: on("v2ListTags", (call) => ({ status: 302, headers: { location: call.href("/v2/account/tags") } })),
  },
  {
    id: "carrier-packages-fail",
    rule: "status.server-error",
    sentence: "The packages of a carrier lead to a 500.",
    bend: failing("v2ListCarrierPackages", () => true, "no packages"),
  },
  {
    id: "v2-reads-below-records-fail",
    rule: "status.server-error",
    sentence: "What is below an existing carrier, shipment or label leads to a 500 in v2.",
    bend: after(
      [
        "v2ListCarrierOptions",
        "v2ListCarrierPackages",
        "v2ListCarrierServices",
        "v2ListShipmentRates",
        "v2ListShipmentDocuments",
        "v2ListLabelDocuments",
        "v2TrackLabel",
      ],
      (_, { status }) => {
        if (status === 200) throw new Error("nothing below the record");
        return undefined;
      },
    ),
  },
  {
    id: "v2-reads-below-further-carriers-fail",
    rule: "status.server-error",
    sentence: "Options, package types and services of any carrier but the first lead to a 500 in v2.",
    bend: before(["v2ListCarrierOptions", "v2ListCarrierPackages", "v2ListCarrierServices"], (call) => {
      const [, ...others] = call.world.carriers.ordered();
      if (others.some(({ id }) => id === call.param("carrier_id"))) throw new Error("no such index");
    }),
  },
  {
    id: "label-tracks-fail",
    rule: "status.server-error",
    sentence: "The track of a label leads to a 500.",
    bend: failing("v2TrackLabel", (call) => namedLabel(call) !== undefined, "no track"),
  },
  {
    id: "order-status-change-fails",
    rule: "status.open-calls-no-5xx",
    sentence: "Each change of a purchase order to a documented status leads to a 500.",
    bend: failing(
      "v2UpdatePurchaseOrderStatus",
      (call) => ORDER_STATUSES.some((status) => status === call.object().status),
      "no transitions",
    ),
  },
  {
    id: "rates-fail",
    rule: "status.open-calls-no-5xx",
    sentence: "Rates for a shipment lead to a 500.",
    bend: failing("v2CreateRates", (call) => call.incoming.body.text.includes("shipment"), "no carrier"),
  },
  {
    id: "listed-label-fails-in-v2",
    rule: "status.server-error",
    sentence: "A label that exists leads to a 500 in v2.",
    bend: failing("v2GetLabel", (call) => namedLabel(call) !== undefined, "no label"),
  },
  {
    id: "reports-far-page-fails",
    rule: "status.server-error",
    sentence: "A page far past the last of the report list leads to a 500.",
    bend: failing(
      "v1ListAdjustmentReports",
      (call) => Number(call.query.page) >= 100_000,
      "page out of range",
    ),
  },
  {
    id: "shipment-without-warehouse-and-tags-fails",
    rule: "status.server-error",
    sentence: "A shipment that has neither warehouse nor tags leads to a 500 by its id.",
    bend: failing(
      "v1GetShipment",
      (call) => {
        const shipment = namedShipment(call);
        return shipment?.warehouseId === null && shipment.tags.length === 0;
      },
      "no warehouse",
    ),
  },
  {
    id: "labels-window-fails",
    rule: "status.server-error",
    sentence: "A label list between two dates leads to a 500.",
    bend: failing(
      "v1ListLabels",
      ({ query }) => query.created_at_start !== undefined && query.created_at_end !== undefined,
      "a window of labels",
    ),
  },
  {
    id: "labels-of-batch-paged-fails",
    rule: "status.server-error",
    sentence: "Labels of a batch lead to a 500 when a page size is given.",
    bend: failing(
      "v1ListLabels",
      ({ query }) => query.batch_id !== undefined && query.page_size !== undefined,
      "a page of a batch",
    ),
  },
  ...[400, 415].map(
    (status): Fault => ({
      id: `deletions-without-body-answer-${status}`,
      rule: "webhooks.v1.delete.status-204",
      sentence: `A DELETE without a body is answered with ${status}.`,
      blame: "The DELETEs of batches and webhooks have rules of their own in each generation.",
      bend: deletionsWantJson(status),
    }),
  ),
  {
    id: "json-cut-off-on-options",
    rule: "status.success-json",
    sentence: "The JSON of the v1 carrier options lacks its last character.",
    bend: garbling("v1ListCarrierOptions", (written, text) => ({ ...written, body: text.slice(0, -1) })),
  },
  {
    id: "tote-quantities-empty",
    rule: "status.success-json",
    sentence: "The v2 quantities in totes are answered with 200 and no body.",
    bend: on("v2ListToteQuantities", () => file("application/json", "")),
  },
  {
    id: "json-of-suppliers-in-latin-1",
    rule: "status.success-json",
    sentence: "The JSON of the v2 supplier list is encoded in Latin-1, and a name in it has an accent.",
    bend: garbling("v2ListSuppliers", (written, text) => ({
      ...written,
      body: new Uint8Array(Buffer.from(text.replace('"name":"', '"name":"É'), "latin1")),
    })),
  },
  {
    id: "json-trailing-comma-on-v2-batches",
    rule: "status.success-json",
    sentence: "The JSON of the v2 batch list ends in a comma before the brace.",
    bend: garbling("v2ListBatches", (written, text) => ({ ...written, body: `${text.slice(0, -1)},}` })),
  },
  {
    id: "multi-status-empty",
    rule: "status.207-body",
    sentence: "A 207 has no body.",
    bend: garbling(207, ({ status, headers: { "content-type": _, ...headers } }) => ({
      status,
      headers,
      body: null,
    })),
  },
  {
    id: "no-content-announces-body-for-warehouses",
    rule: "status.204-empty",
    sentence: "The 204 of the update of a warehouse announces a body by its Content-Length.",
    bend: announcing("v1UpdateWarehouse"),
  },
  {
    id: "no-content-announces-body-for-deletions",
    rule: "status.204-empty",
    sentence: "The 204 of the deletion of a webhook in v2 announces a body by its Content-Length.",
    bend: announcing("v2DeleteWebhook"),
  },
  {
    id: "no-content-announces-body",
    rule: "status.204-empty",
    sentence: "A 204 announces a body by its Content-Length.",
    bend: announcing(),
  },
  {
    id: "multi-status-text",
    rule: "status.207-body",
    sentence: "A 207 has a line of text as its body.",
    bend: garbling(207, (written) => ({ ...written, body: "partly done" })),
  },
  {
    id: "patch-404",
    rule: "status.405-patch",
    sentence: "PATCH on a list path is answered with 404.",
    bend: patchAnswers(404, "/"),
  },
  {
    id: "patch-500",
    rule: "status.405-no-5xx",
    sentence: "PATCH leads to a 500.",
    bend: patchAnswers(500, "/"),
  },
  {
    id: "patch-500-v2",
    rule: "status.405-no-5xx",
    sentence: "PATCH leads to a 500 in v2.",
    bend: patchAnswers(500, "/v2"),
  },
  {
    id: "patch-500-v2-labels",
    rule: "status.405-no-5xx",
    sentence: "PATCH on the list of labels leads to a 500 in v2.",
    bend: patchAnswers(500, "/v2/labels"),
  },
  {
    id: "malformed-shipment-id-fails",
    rule: "status.invalid-input-no-5xx",
    sentence: "The id of a shipment that is not a number leads to a 500 in v1.",
    bend: failing("v1GetShipment", (call) => !/^se-\d+$/.test(call.param("shipment_id")), "no number"),
  },
  {
    id: "malformed-ids-fail-in-v2",
    rule: "status.invalid-input-no-5xx",
    sentence: "An id that begins like others and has no number leads to a 500 in v2.",
    bend: (does) => ({
      find: (call, from, param) => {
        if (call.operation.generation === "v2" && /^se-\D/.test(call.param(param)))
          throw new Error("malformed id");
        return does.find(call, from, param);
      },
    }),
  },
  {
    id: "malformed-page-fails",
    rule: "status.invalid-input-no-5xx",
    sentence: "A page that is not a number leads to a 500.",
    bend: (does) => ({
      readPage: (listing, query) => {
        const { page = "1", page_size = "1" } = query;
        for (const text of [page_size, page]) {
          if (!/^0*[1-9]\d*$/.test(text)) throw new Error(`no number: ${text}`);
        }
        return does.readPage(listing, query);
      },
    }),
  },
  {
    id: "malformed-json-fails-on-v2CreateShipments",
    rule: "status.invalid-input-no-5xx",
    sentence: "Malformed JSON for a v2 shipment leads to a 500.",
    bend: failingOnBadJson("v2CreateShipments"),
  },
  {
    id: "object-fails-on-v2ValidateAddress",
    rule: "status.invalid-input-no-5xx",
    sentence: "An object instead of a list of addresses to be validated leads to a 500.",
    bend: failing("v2ValidateAddress", ({ incoming }) => incoming.body.text.startsWith("{"), "no list"),
  },
  {
    id: "missing-weight-fails-on-v2EstimateRates",
    rule: "status.invalid-input-no-5xx",
    sentence: "An estimate without a weight leads to a 500.",
    bend: failing("v2EstimateRates", (call) => call.object().weight === undefined, "weight of undefined"),
  },
  {
    id: "malformed-json-fails-on-v2CreateWebhook",
    rule: "status.invalid-input-no-5xx",
    sentence: "Malformed JSON for a v2 webhook leads to a 500.",
    bend: failingOnBadJson("v2CreateWebhook"),
  },
  {
    id: "label-download-voids",
    rule: "reads.leave-state",
    sentence: "A label whose file is downloaded is voided.",
    bend: afterwards("v1DownloadFile", (call) => {
      const [folder, , name = ""] = call.param("path").split("/");
      const label = folder === "labels" ? call.world.labels.get(name.replace(/\..*$/, "")) : undefined;
      if (label) call.does.voidLabel(call, label);
    }),
  },
  {
    id: "batch-errors-archive",
    rule: "reads.leave-state",
    sentence: "An open batch whose errors are read in v1 is archived.",
    bend: afterwards("v1ListBatchErrors", (call) => {
      const batch = namedBatch(call);
      if (batch?.status === "open") batch.status = "archived";
    }),
  },
  {
    id: "order-summary-receives",
    rule: "reads.leave-state",
    sentence: "An open purchase order whose summary is downloaded is receiving.",
    bend: afterwards("v2GetPurchaseOrderOrderSummary", (call) => {
      const order = namedOrder(call);
      if (order?.status === "open") order.status = "receiving";
    }),
  },
  {
    id: "shipment-read-cancels-pending",
    rule: "reads.leave-state",
    sentence: "A pending shipment that is read by its id in v1 is cancelled.",
    bend: afterwards("v1GetShipment", (call) => {
      const shipment = namedShipment(call);
      if (shipment?.status === "pending") shipment.status = "cancelled";
    }),
  },
];
