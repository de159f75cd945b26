import { randomUUID } from "node:crypto";
import type { Operation } from "../contract/operations.js";
import type { Answer } from "./answer.js";
import type { Shared } from "./call.js";
import { dress } from "./lavish.js";
import { Problem, type ProblemDetail } from "./problem.js";
import type { JsonObject } from "./records.js";
import { type Damage, damageFor } from "./schema-faults.js";

/** Turns a thrown error into an answer. Anything but a Problem is a defect of this service: 500. */
export function problemAnswer({ faults, variant }: Shared, error: unknown): Answer {
  const problem = error instanceof Problem ? error : defect();
  const { detail } = problem;
  const status = problem.status === 409 && variant.lavish ? 400 : problem.status;
  if (status === 404 && faults.has("error-body-missing-on-404")) return { status };
  if (
    status === 404 &&
    detail.field?.name === "report_id" &&
    faults.has("error-body-missing-on-404-report")
  ) {
    return { status };
  }
  if (status === 400 && faults.has("error-body-missing-on-400")) return { status };
  if (status === 400 && faults.has("error-body-text-on-400")) {
    return { status, file: { type: "text/plain", content: detail.message } };
  }
  if (status === 409 && faults.has("conflict-answers-423")) return { status: 423, json: { errors: [] } };
  // The shape of a 401 is not promised: a lavish service has its gateway answer.
  if (status === 401 && variant.lavish) return { status, json: { message: detail.message } };
  return { status, json: { errors: [errorView(status, detail, variant.lavish, faults)] } };
}

function errorView(
  status: number,
  { type, code, message, field }: ProblemDetail,
  lavish: boolean,
  faults: Shared["faults"],
): JsonObject {
  const numeric = faults.has("error-field-value-number") && field?.name === "page";
  const stray = type !== "validation";
  return {
    error_source: errorSource(status, field?.name, lavish, faults),
    error_type: type,
    error_code: status === 404 && faults.has("error-code-not-found") ? "not_found" : code,
    message,
    ...(stray && faults.has("error-field-name-on-conflict") && { field_name: "status" }),
    ...(stray && faults.has("error-field-value-on-conflict") && { field_value: "late" }),
    ...(field && { field_name: field.name }),
    ...(field?.value !== undefined && { field_value: numeric ? Number(field.value) : field.value }),
  };
}

function errorSource(
  status: number,
  field: string | undefined,
  lavish: boolean,
  faults: Shared["faults"],
): string {
  if (status === 404 && faults.has("error-source-by-status")) return "router";
  if (field === "carrier_id" && faults.has("error-source-other-for-carriers")) return "shipping-carriers";
  return lavish ? "shipping-service" : "shipping";
}

function defect(): Problem {
  return new Problem(500, { type: "system", code: "unspecified", message: "The service failed." });
}

/** What is known of a call beside its answer. */
interface Circumstances {
  /** Left out for a path or method outside of the contract. */
  readonly operation?: Operation;
  /** More headers. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Turns answers into responses, each with a request id of its own. */
export class Responder {
  readonly #shared: Shared;
  readonly #first = randomUUID();
  readonly #damage: Damage;
  #last = "";

  constructor(shared: Shared) {
    this.#shared = shared;
    this.#damage = damageFor(shared.faults.schemaIds);
  }

  respond(answer: Answer, { operation, extra }: Circumstances = {}): Response {
    const { faults, variant } = this.#shared;
    const { status } = answer;
    const headers: Record<string, string> = { ...extra };
    const id = this.#requestId(status);
    if (!this.#isIdLost(status)) headers["X-Service-RequestID"] = id;
    if (variant.lavish) headers["X-Served-By"] = "lavish";
    if (answer.location !== undefined) headers.location = answer.location;
    if (answer.file) {
      headers["content-type"] = answer.file.type;
      return new Response(answer.file.content, { status, headers });
    }
    if (answer.json === undefined || (status === 207 && faults.has("multi-status-empty"))) {
      if (status === 204 && faults.has("no-content-announces-body")) headers["content-length"] = "17";
      return new Response(null, { status, headers });
    }
    headers["content-type"] = this.#jsonType();
    const json = this.#withRequestId(answer, id);
    const said = variant.lavish ? dress(json) : json;
    const text = JSON.stringify(operation ? this.#damage(operation, status, said) : said);
    return new Response(this.#garbled(text, operation, status), { status, headers });
  }

  #requestId(status: number): string {
    const { faults } = this.#shared;
    if (faults.has("request-id-repeats")) return this.#first;
    if (status >= 400 && faults.has("request-id-shared-by-errors")) return this.#first;
    if (faults.has("request-id-seventh-repeats-previous") && faults.seventh()) return this.#last;
    this.#last = randomUUID();
    return this.#last;
  }

  #isIdLost(status: number): boolean {
    const { faults } = this.#shared;
    if (faults.has("request-id-missing")) return true;
    if (faults.has(`request-id-missing-on-${status}`)) return true;
    return faults.has("request-id-missing-every-seventh") && faults.seventh();
  }

  #jsonType(): string {
    const { faults, variant } = this.#shared;
    if (faults.has("json-typed-as-text")) return "text/plain";
    return variant.lavish ? "application/json;charset=UTF-8" : "application/json";
  }

  #garbled(text: string, operation: Operation | undefined, status: number): string {
    const { faults } = this.#shared;
    if (status === 207 && faults.has("multi-status-text")) return "partly done";
    if (status >= 400) return text;
    if (operation?.id === "v1ListCarrierOptions" && faults.has("json-cut-off-on-options")) {
      return text.slice(0, -1);
    }
    if (operation?.id === "v2ListBatches" && faults.has("json-trailing-comma-on-v2-batches")) {
      return `${text.slice(0, -1)},}`;
    }
    return text;
  }

  /** The error body names the request; no other body does. */
  #withRequestId({ status, json }: Answer, id: string): unknown {
    const { faults } = this.#shared;
    if (status < 400 || typeof json !== "object") return json;
    if (status === 404 && faults.has("error-request-id-missing-on-404")) return json;
    if (faults.has("error-request-id-nil")) {
      return { request_id: "00000000-0000-0000-0000-000000000000", ...json };
    }
    if (faults.has("error-request-id-constant")) return { request_id: this.#first, ...json };
    // A fault of the header must not be one of the body too.
    return { request_id: id === this.#first ? randomUUID() : id, ...json };
  }
}
