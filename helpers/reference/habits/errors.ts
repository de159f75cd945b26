import { isObject } from "../../contract/json.js";
import { operations } from "../../contract/operations.js";
import { before, refusing } from "../bends.js";
import type { AuthAttempt, Bend } from "../service/behaviours.js";
import { malformed } from "../service/body.js";
import { invalidValue, isNoRoute, Problem } from "../service/problem.js";
import type { Habit } from "./habit.js";

/** Leaves request_id out of the error bodies of one status. */
const withoutRequestId =
  (status: number): Bend =>
  (does) => ({
    requestIds: (answered) => ({ ...does.requestIds(answered), ...(answered === status && { body: null }) }),
  });

const CHECKOUT_RATES = operations
  .filter(({ path }) => path.startsWith("/v2/checkout_rates"))
  .map(({ id }) => id);

export const habits: readonly Habit[] = [
  {
    id: "unknown-paths-in-another-form",
    section: "Errors",
    sentence: "Paths outside the contract are answered with 404 and errors in the form of JSON:API.",
    bend: refusing(404, (answer, problem) =>
      isNoRoute(problem)
        ? { status: 404, json: { errors: [{ status: "404", title: problem.message }] } }
        : answer,
    ),
  },
  {
    id: "escapes-in-paths-refused-by-gateway",
    section: "Errors",
    sentence: "A gateway answers paths with percent escapes with 400 and errors in the form of JSON:API.",
    bend: (does) => ({
      handle: (call) =>
        call.incoming.path.includes("%")
          ? { status: 400, json: { errors: [{ status: "400", title: "Bad path" }] } }
          : does.handle(call),
    }),
  },
  {
    id: "unknown-paths-by-gateway",
    section: "Errors",
    sentence: "Paths outside the contract are answered by a gateway, which names itself as the source.",
    bend: (does) => ({
      errorView: (problem) => ({
        ...does.errorView(problem),
        ...(isNoRoute(problem) && { error_source: "gateway" }),
      }),
    }),
  },
  {
    id: "malformed-ids-by-router",
    section: "Errors",
    sentence: "An id without a digit is answered with 404 by a router, in a form of its own.",
    bend: (does) => ({
      handle: (call) => {
        const ids = call.operation.pathParams.filter(
          (name) => name.endsWith("_id") && !/external/.test(name),
        );
        if (ids.every((name) => /\d/.test(call.param(name)))) return does.handle(call);
        return { status: 404, json: { error: "Not Found" } };
      },
    }),
  },
  {
    id: "checkout-rates-not-subscribed",
    section: "Errors",
    sentence: "An account that has not subscribed to checkout rates is told so with 404.",
    bend: before(CHECKOUT_RATES, () => {
      const message = "The account has no subscription for checkout rates.";
      throw new Problem(404, { type: "account_status", code: "subscription_inactive", message });
    }),
  },
  {
    id: "unknown-ids-forbidden",
    section: "Errors",
    sentence:
      "What does not exist is answered with 404 and an error of the type security and the code forbidden.",
    bend: (does) => ({
      errorView: (problem) => {
        const { message } = problem.detail;
        const detail = { type: "security", code: "forbidden", message } as const;
        return does.errorView(problem.status === 404 ? new Problem(404, detail) : problem);
      },
    }),
  },
  {
    id: "reports-not-permitted",
    section: "Errors",
    sentence: "The key may not read adjustment reports: they are refused with 403.",
    bend: before(["v1ListAdjustmentReports", "v1GetAdjustmentReport"], () => {
      throw new Problem(403, { type: "security", code: "forbidden", message: "Reports are not permitted." });
    }),
  },
  {
    id: "conflict-400",
    section: "Errors",
    sentence: "A conflict with the state of a resource is answered with 400 in place of 409.",
    bend: refusing(409, (answer) => ({ ...answer, status: 400 })),
  },
  {
    id: "body-before-key-v1",
    section: "Authentication",
    sentence: "In v1 a body that is not a JSON object is refused before the key is looked at.",
    bend: (does) => ({
      refuseKey: (attempt) =>
        attempt.path.startsWith("/v1") && !/^(\{.*\})?$/s.test(attempt.body.text)
          ? malformed("The body is refused.")
          : does.refuseKey(attempt),
    }),
  },
  {
    id: "filters-before-key-v1",
    section: "Authentication",
    sentence: "In v1 a batch that does not exist is refused before the key is looked at.",
    bend: (does) => ({
      refuseKey: (attempt) => {
        const { batch_id } = attempt.query;
        const isKnown = batch_id === undefined || attempt.shared.world.batches.get(batch_id) !== undefined;
        return isKnown || !attempt.path.startsWith("/v1")
          ? does.refuseKey(attempt)
          : invalidValue("batch_id", batch_id, "There is no such batch.");
      },
    }),
  },
  {
    id: "gateway-401",
    section: "Errors",
    sentence: "A wrong key is answered by a gateway with a body of its own.",
    bend: refusing(401, (_, { detail: { message } }) => ({ status: 401, json: { message } })),
  },
  {
    id: "ids-repeated-in-401",
    section: "Errors",
    sentence: "A 401 repeats the ids of the request beside its errors.",
    bend: (does) => {
      let refused: AuthAttempt | null = null;
      return {
        refuseKey: (attempt) => {
          refused = attempt;
          return does.refuseKey(attempt);
        },
        refusal: (problem, usual) => {
          const answer = does.refusal(problem, usual);
          if (problem.status !== 401 || refused === null || !isObject(answer.json)) return answer;
          return { ...answer, json: { ...answer.json, ...refused.params } };
        },
      };
    },
  },
  {
    id: "error-source-named",
    section: "Errors",
    sentence: "The service gives its name with a hyphen as the source of errors.",
    bend: (does) => ({
      errorView: (problem) => ({ ...does.errorView(problem), error_source: "shipping-service" }),
    }),
  },
  {
    id: "request-id-missing-in-401",
    section: "Errors",
    sentence: "The error body of a 401 has no request_id.",
    bend: withoutRequestId(401),
  },
  {
    id: "request-id-missing-in-405",
    section: "Errors",
    sentence: "The error body of a 405 has no request_id.",
    bend: withoutRequestId(405),
  },
  {
    id: "request-id-missing-in-409",
    section: "Errors",
    sentence: "The error body of a 409 has no request_id.",
    bend: withoutRequestId(409),
  },
  {
    id: "request-id-in-body-other",
    section: "Errors",
    sentence: "The request_id of an error body is not that of the header.",
    bend: (does) => ({
      requestIds: (status) => ({ ...does.requestIds(status), body: does.requestIds(status).body }),
    }),
  },
  {
    id: "errors-come-in-pairs",
    section: "Errors",
    sentence: "Every refusal that names a field explains itself by a second error.",
    bend: (does) => ({
      refusal: (problem, usual) => {
        const answer = does.refusal(problem, usual);
        const { errors } = Object(answer.json);
        if (!Array.isArray(errors) || problem.detail.field === undefined) return answer;
        const { field: _, ...detail } = problem.detail;
        const second = does.errorView(
          new Problem(problem.status, { ...detail, type: "business_rules", code: "unspecified" }),
        );
        const { error_source } = Object(errors[0]);
        return { ...answer, json: { errors: [...errors, { ...second, error_source }] } };
      },
    }),
  },
  {
    id: "errors-without-values",
    section: "Errors",
    sentence: "Errors give no field_value, apart from the one of the offset limit.",
    bend: (does) => ({
      errorView: (problem) => {
        const { field_value: value, ...view } = does.errorView(problem);
        const isOffset = problem.detail.field?.name === "page" && value !== undefined;
        return isOffset ? { ...view, field_value: value } : view;
      },
    }),
  },
];
