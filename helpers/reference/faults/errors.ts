import { randomUUID } from "node:crypto";
import { all, before, on, onRefusal, refusing } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import { isNoRoute, type Problem, valueRequired } from "../service/problem.js";
import type { JsonObject } from "../service/records.js";
import type { Fault } from "./fault.js";

/** Adds members to matching errors, or changes them. */
const saying =
  (members: (problem: Problem) => JsonObject): Bend =>
  (does) => ({ errorView: (problem) => ({ ...does.errorView(problem), ...members(problem) }) });

const NIL = "00000000-0000-0000-0000-000000000000";

/** The bodies of errors. */
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
    id: "error-body-text-for-a-list",
    rule: "error.body.on-400",
    sentence: "A list instead of a v2 webhook is refused with plain text.",
    bend: on("v2CreateWebhook", (call, next) =>
      call.incoming.body.text.startsWith("[")
        ? { status: 400, file: { type: "text/plain", content: "no object" } }
        : next(call),
    ),
  },
  {
    id: "error-body-text-for-unreadable-json-in-v1",
    rule: "error.body.on-400",
    sentence: "JSON that cannot be read is refused with plain text in v1.",
    bend: onRefusal("v1CreateWebhook", 400, (_, problem) => {
      if (problem.detail.code !== "invalid_object") throw problem;
      return { status: 400, file: { type: "text/plain", content: "Unexpected token" } };
    }),
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
    id: "error-body-missing-on-404-of-deletions",
    rule: "error.body.on-404",
    sentence: "Deletions of unknown totes and packages answer 404 without a body, as unknown paths do.",
    bend: all(
      onRefusal(["v2DeleteTote", "v2DeletePackage"], 404, () => ({ status: 404 })),
      refusing(404, (answer, problem) => (isNoRoute(problem) ? { status: 404 } : answer)),
    ),
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
    id: "error-field-name-and-value-swapped",
    rule: "error.field.field_value",
    sentence:
      "An error about another parameter than the page shows its value as field_name and its name as field_value.",
    bend: saying(({ detail: { field } }) =>
      field?.value === undefined || field.name === "page"
        ? {}
        : { field_name: field.value, field_value: field.name },
    ),
  },
  {
    id: "error-field-value-withheld",
    rule: "error.field.field_value",
    sentence: "An error about another parameter than the page gives (omitted) as its value.",
    bend: saying(({ detail: { field } }) =>
      field?.value === undefined || field.name === "page" ? {} : { field_value: "(omitted)" },
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
];
