import { randomUUID } from "node:crypto";
import type { Answer } from "./answer.js";
import type { Shared } from "./call.js";
import { dress } from "./lavish.js";
import { Problem, type ProblemDetail } from "./problem.js";
import type { JsonObject } from "./records.js";

/** Turns a thrown error into an answer. Anything but a Problem is a defect of this service: 500. */
export function problemAnswer({ faults, variant }: Shared, error: unknown): Answer {
  const problem = error instanceof Problem ? error : defect();
  const status = problem.status === 409 && variant.lavish ? 400 : problem.status;
  if (status === 404 && faults.has("error-body-missing-on-404")) return { status };
  // The shape of a 401 is not promised: a lavish service has its gateway answer.
  if (status === 401 && variant.lavish) return { status, json: { message: problem.message } };
  return { status, json: { errors: [errorView(problem.detail, variant.lavish, faults)] } };
}

function errorView(detail: ProblemDetail, lavish: boolean, faults: Shared["faults"]): JsonObject {
  const { type, code, message, field } = detail;
  const numeric = faults.has("error-field-value-number") && field?.name === "page";
  return {
    error_source: lavish ? "shipping-service" : "shipping",
    error_type: type,
    error_code: code,
    message,
    ...(field && { field_name: field.name }),
    ...(field?.value !== undefined && { field_value: numeric ? Number(field.value) : field.value }),
  };
}

function defect(): Problem {
  return new Problem(500, { type: "system", code: "unspecified", message: "The service failed." });
}

/** Turns answers into responses, each with a request id of its own. */
export class Responder {
  readonly #shared: Shared;
  readonly #first = randomUUID();

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  respond(answer: Answer, extra: Readonly<Record<string, string>> = {}): Response {
    const { faults, variant } = this.#shared;
    const id = faults.has("request-id-repeats") ? this.#first : randomUUID();
    const headers: Record<string, string> = { ...extra, "X-Service-RequestID": id };
    if (variant.lavish) headers["X-Served-By"] = "lavish";
    if (answer.file) {
      headers["content-type"] = answer.file.type;
      return new Response(answer.file.content, { status: answer.status, headers });
    }
    if (answer.json === undefined) return new Response(null, { status: answer.status, headers });
    headers["content-type"] = variant.lavish ? "application/json;charset=UTF-8" : "application/json";
    const json = withRequestId(answer, id);
    const text = JSON.stringify(variant.lavish ? dress(json) : json);
    return new Response(text, { status: answer.status, headers });
  }
}

/** The error body names the request; no other body does. */
function withRequestId({ status, json }: Answer, id: string): unknown {
  return status >= 400 && typeof json === "object" ? { request_id: id, ...json } : json;
}
