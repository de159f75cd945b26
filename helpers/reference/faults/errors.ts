import { randomUUID } from "node:crypto";
import type { OperationId } from "../../contract/generated/types.js";
import { all, before, onRefusal, refusing } from "../bends.js";
import { namedLabel } from "../named-records.js";
import { noContent, ok } from "../service/answer.js";
import type { Bend } from "../service/behaviours.js";
import { refuseKey } from "../service/key-check.js";
import { invalidValue, type Problem, unknownId, valueRequired } from "../service/problem.js";
import type { JsonObject } from "../service/records.js";
import type { Fault } from "./fault.js";

/** Adds members to matching errors, or changes them. */
const saying =
  (members: (problem: Problem) => JsonObject): Bend =>
  (does) => ({ errorView: (problem) => ({ ...does.errorView(problem), ...members(problem) }) });

const NIL = "00000000-0000-0000-0000-000000000000";

/** Answers an unknown id with 400 instead of 404. */
const unknown400 =
  (id: OperationId): Bend =>
  (does) => ({
    find: (call, from, param) => {
      const wanted = call.param(param);
      const isKnown = call.operation.id !== id || from.get(wanted) !== undefined;
      if (!isKnown) throw invalidValue(param, wanted, "No such id.");
      return does.find(call, from, param);
    },
  });

const unknown401 = (id: OperationId): Bend =>
  onRefusal(id, 404, () => {
    throw refuseKey();
  });

const unknownIsFirst =
  (id: OperationId): Bend =>
  (does) => ({
    find: (call, from, param) => {
      const [first] = from.ordered();
      const isKnown = call.operation.id !== id || from.get(call.param(param)) !== undefined;
      return !isKnown && first ? first : does.find(call, from, param);
    },
  });

/** Finds the first record for each id that is known. */
const knownIsFirst =
  (id: OperationId): Bend =>
  (does) => ({
    find: (call, from, param) => {
      const found = does.find(call, from, param);
      const [first] = from.ordered();
      return call.operation.id === id && first ? first : found;
    },
  });

/** Finds the first record whose id begins with the one asked for. */
const foundByBeginning =
  (id: OperationId): Bend =>
  (does) => ({
    find: (call, from, param) => {
      const wanted = call.param(param);
      const like = from.ordered().find((each) => each.id.startsWith(wanted));
      return call.operation.id === id && like ? like : does.find(call, from, param);
    },
  });

const unknown204 = (id: OperationId): Bend => onRefusal(id, 404, noContent);

/** Reads of v1 by id, the rules of their 404, and what is unknown. */
const V1_READS = [
  ["v1GetShipment", "error.404.shipment", "An unknown shipment"],
  ["v1GetBatch", "error.404.batch", "An unknown batch"],
  ["v1ListBatchErrors", "error.404.batch-errors", "An unknown batch, asked for its errors,"],
  ["v1GetAdjustmentReport", "error.404.report", "An unknown report"],
  ["v1ListCarrierServices", "error.404.carrier-services", "An unknown carrier, asked for its services,"],
  ["v1ListCarrierOptions", "error.404.carrier-options", "An unknown carrier, asked for its options,"],
] as const;

/** Writes of v2, the rules of their 404, and what is unknown. */
const V2_WRITES = [
  ["v2VoidLabel", "error.404.v2.change", "Voiding an unknown label"],
  ["v2CancelShipment", "error.404.v2.change", "Cancelling an unknown shipment"],
  ["v2UpdatePurchaseOrder", "error.404.v2.change", "The update of an unknown purchase order"],
  [
    "v2UpdatePurchaseOrderShippingDetails",
    "error.404.v2.change",
    "A change of the shipping details of an unknown purchase order",
  ],
  [
    "v2UpdatePurchaseOrderStatus",
    "error.404.v2.change",
    "A change of the status of an unknown purchase order",
  ],
  ["v2CreatePurchaseOrderReceipt", "error.404.v2.change", "A receipt of an unknown purchase order"],
  ["v2ProcessBatchLabels", "error.404.v2.change", "The processing of an unknown batch"],
  ["v2UpdatePackage", "error.404.v2.change", "The update of an unknown package"],
  ["v2CreateCheckoutRateQuote", "error.404.v2.change", "A quote for an unknown configuration"],
  ["v2AddShipmentTag", "error.404.v2.change", "A tag for an unknown shipment"],
  ["v2AssignBatchUser", "error.404.v2.change", "The assignment of a user to an unknown batch"],
  ["v2UnassignBatchUser", "error.404.v2.delete", "Unassigning the user of an unknown batch"],
  ["v2DeletePickup", "error.404.v2.delete", "The deletion of an unknown pickup"],
  ["v2DeleteTote", "error.404.v2.delete", "The deletion of an unknown tote"],
] as const;

export const faults: readonly Fault[] = [
  {
    id: "error-body-missing-on-400",
    rule: "error.body.on-400",
    sentence: "A 400 has no body.",
    bend: refusing(400, ({ status }) => ({ status })),
  },
  {
    id: "error-body-text-on-400",
    rule: "error.body.on-400",
    sentence: "A 400 carries plain text.",
    bend: refusing(400, ({ status }, { message }) => ({
      status,
      file: { type: "text/plain", content: message },
    })),
  },
  {
    id: "error-body-form-on-401",
    rule: "error.body.elsewhere.form",
    sentence: "A 401 lists its errors as strings.",
    bend: refusing(401, ({ status }, { detail }) => ({ status, json: { errors: [detail.message] } })),
  },
  {
    id: "error-body-missing-on-404",
    rule: "error.body.on-404",
    sentence: "A 404 has no body.",
    bend: refusing(404, ({ status }) => ({ status })),
  },
  {
    id: "error-body-missing-on-404-report",
    rule: "error.body.on-404",
    sentence: "The 404 of an unknown report has no body.",
    bend: refusing(404, (answer, { detail }) =>
      detail.field?.name === "report_id" ? { status: 404 } : answer,
    ),
  },
  {
    id: "error-request-id-missing-on-404",
    rule: "error.field.request_id",
    sentence: "The error body of a 404 has no request_id.",
    bend: (does) => ({
      requestIds: (status) => ({ ...does.requestIds(status), ...(status === 404 && { body: null }) }),
    }),
  },
  {
    id: "error-code-not-found",
    rule: "error.field.error_code",
    sentence: "A 404 has the code not_found.",
    bend: saying(({ status }) => (status === 404 ? { error_code: "not_found" } : {})),
  },
  {
    id: "error-code-of-missing-members",
    rule: "error.field.error_code",
    sentence: "An estimate needs a weight, and the refusal of one without it has the code missing_parameter.",
    bend: all(
      before("v2EstimateRates", (call) => {
        if (call.object().weight === undefined) throw valueRequired("weight");
      }),
      saying(({ detail: { code } }) =>
        code === "field_value_required" ? { error_code: "missing_parameter" } : {},
      ),
    ),
  },
  {
    id: "error-field-value-number",
    rule: "error.field.field_value",
    sentence: "An error about the page gives field_value as a number.",
    bend: saying(({ detail: { field } }) =>
      field?.name === "page" && field.value !== undefined ? { field_value: Number(field.value) } : {},
    ),
  },
  {
    id: "error-field-name-on-conflict",
    rule: "error.field.field_name.validation-only",
    sentence: "Errors of other types than validation name a field too.",
    bend: saying(({ detail: { type, field } }) =>
      type === "validation" ? {} : { field_name: field?.name ?? "status" },
    ),
  },
  {
    id: "error-field-value-on-conflict",
    rule: "error.field.field_value.validation-only",
    sentence: "Errors of other types than validation give a field value too.",
    bend: saying(({ detail: { type, field } }) =>
      type === "validation" ? {} : { field_value: field?.value ?? "late" },
    ),
  },
  {
    id: "error-request-id-nil",
    rule: "error.field.request_id.not-nil",
    sentence: "The request_id of an error body is all zeros.",
    bend: (does) => ({ requestIds: (status) => ({ ...does.requestIds(status), body: NIL }) }),
  },
  {
    id: "error-source-by-status",
    rule: "error.source.constant",
    sentence: "Errors of a 404 name another source than those of a 400.",
    bend: saying(({ status }) => (status === 404 ? { error_source: "router" } : {})),
  },
  {
    id: "error-source-other-for-carriers",
    rule: "error.source.constant",
    sentence: "Errors about a carrier_id name another source than the rest.",
    bend: saying(({ detail: { field } }) =>
      field?.name === "carrier_id" ? { error_source: "shipping-carriers" } : {},
    ),
  },
  {
    id: "error-request-id-constant",
    rule: "error.request-id.distinct",
    sentence: "All error bodies carry the same request_id.",
    bend: (does) => {
      const body = randomUUID();
      return { requestIds: (status) => ({ ...does.requestIds(status), body }) };
    },
  },
  ...V1_READS.flatMap(([id, rule, what]): readonly Fault[] => [
    {
      id: `unknown-id-answers-400-${id}`,
      rule,
      sentence: `${what} is answered with 400.`,
      bend: unknown400(id),
    },
    {
      id: `unknown-id-answers-first-${id}`,
      rule,
      sentence: `${what} is answered as if it were the first one.`,
      bend: unknownIsFirst(id),
    },
  ]),
  {
    id: "unknown-id-cut-finds-shipment",
    rule: "error.404.shipment",
    sentence: "The beginning of an id finds a shipment.",
    bend: foundByBeginning("v1GetShipment"),
  },
  {
    id: "unknown-id-cut-finds-batch",
    rule: "error.404.batch",
    sentence: "The beginning of an id finds a batch.",
    bend: foundByBeginning("v1GetBatch"),
  },
  {
    id: "unknown-id-answers-401-v2GetShipment",
    rule: "error.404.v2",
    sentence: "An unknown shipment is answered with 401 in v2.",
    bend: unknown401("v2GetShipment"),
  },
  {
    id: "listed-supplier-answers-404-v2GetSupplier",
    rule: "v2.records.by-id",
    sentence: "No supplier is found by its id in v2.",
    bend: before("v2GetSupplier", (call) => {
      throw unknownId("supplier_id", call.param("supplier_id"));
    }),
  },
  {
    id: "listed-carrier-answers-first-v2GetCarrier",
    rule: "v2.records.by-id.own",
    sentence: "Each carrier that is read by its id in v2 is the first one.",
    bend: knownIsFirst("v2GetCarrier"),
  },
  {
    id: "listed-tote-answers-first-v2GetTote",
    rule: "v2.records.by-id.own",
    sentence: "Each tote that is read by its id in v2 is the first one.",
    bend: knownIsFirst("v2GetTote"),
  },
  {
    id: "unknown-id-answers-400-v2GetLabel",
    rule: "error.404.v2",
    sentence: "An unknown label is answered with 400 in v2.",
    bend: unknown400("v2GetLabel"),
  },
  {
    id: "unknown-id-answers-first-v2GetManifest",
    rule: "error.404.v2",
    sentence: "An unknown manifest is answered as if it were the first one.",
    bend: unknownIsFirst("v2GetManifest"),
  },
  {
    id: "unknown-id-answers-first-v2ListShipmentLabels",
    rule: "error.404.v2",
    sentence: "The labels of an unknown shipment are those of the first one.",
    bend: unknownIsFirst("v2ListShipmentLabels"),
  },
  {
    id: "unknown-id-answers-first-v2GetSupplier",
    rule: "error.404.v2",
    sentence: "An unknown supplier is answered as if it were the first one.",
    bend: unknownIsFirst("v2GetSupplier"),
  },
  {
    id: "unknown-id-answers-first-v2TrackLabel",
    rule: "error.404.v2",
    sentence: "The tracking of an unknown label is that of the first one.",
    bend: unknownIsFirst("v2TrackLabel"),
  },
  {
    id: "batch-by-external-id-unknown-answers-empty",
    rule: "error.404.v2.external-id",
    sentence: "An unknown external id of a batch is answered with 200 and an empty object.",
    bend: onRefusal("v2GetBatchByExternalId", 404, () => ok({})),
  },
  {
    id: "unknown-external-id-answers-400",
    rule: "error.404.v2.external-id",
    sentence: "An unknown external id of a batch is answered with 400.",
    bend: onRefusal("v2GetBatchByExternalId", 404, (call) => {
      throw invalidValue("external_batch_id", call.param("external_batch_id"), "No such id.");
    }),
  },
  ...V2_WRITES.map(
    ([id, rule, what]): Fault => ({
      id: `unknown-id-answers-204-${id}`,
      rule,
      sentence: `${what} is answered with 204.`,
      bend: unknown204(id),
    }),
  ),
  {
    id: "warehouse-unknown-answers-204",
    rule: "error.404.warehouse",
    sentence: "The update of an unknown warehouse is answered with 204.",
    bend: unknown204("v1UpdateWarehouse"),
  },
  {
    id: "webhook-v2-update-unknown-204",
    rule: "error.404.v2.change",
    sentence: "The update of an unknown webhook is answered with 204.",
    bend: unknown204("v2UpdateWebhook"),
  },
  {
    id: "unknown-tote-is-created",
    rule: "error.404.v2.change",
    sentence: "The update of an unknown tote creates it.",
    bend: onRefusal("v2UpdateTote", 404, (call) => {
      const [tote] = call.world.plain.totes.ordered();
      const id = call.param("tote_id");
      if (tote) call.world.plain.totes.add({ ...tote, id });
      return ok({ tote_id: id });
    }),
  },
  {
    id: "unknown-file-answers-empty",
    rule: "error.404.v2",
    sentence: "A download that does not exist is answered with 200 and an empty file.",
    bend: onRefusal("v2DownloadFile", 404, () => ({
      status: 200,
      file: { type: "application/pdf", content: "" },
    })),
  },
  {
    id: "unknown-document-of-a-label-answers-204",
    rule: "error.404.v2.delete",
    sentence: "The deletion of an unknown document of a known label is answered with 204.",
    bend: onRefusal("v2DeleteLabelDocument", 404, (call, problem) => {
      if (namedLabel(call) === undefined) throw problem;
      return noContent();
    }),
  },
  {
    id: "unknown-option-of-a-configuration-answers-200",
    rule: "error.404.v2",
    sentence: "An unknown option of a known configuration is answered with 200 and its id.",
    bend: onRefusal("v2GetCheckoutRateOption", 404, (call, problem) => {
      if (call.world.plain.checkoutRates.get(call.param("config_id")) === undefined) throw problem;
      return ok({ option_id: call.param("option_id") });
    }),
  },
];
