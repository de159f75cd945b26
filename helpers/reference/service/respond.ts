import { randomUUID } from "node:crypto";
import type { Answer } from "./answer.js";
import type { About, Behaviours, RequestIds, Written } from "./behaviours.js";
import { Problem } from "./problem.js";
import type { JsonObject } from "./records.js";

/** Turns a thrown error into an answer. Anything but a Problem is a defect of this service: 500. */
export function problemAnswer(does: Behaviours, error: unknown): Answer {
  const problem = error instanceof Problem ? error : defect();
  return does.refusal(problem, { status: problem.status, json: { errors: [does.errorView(problem)] } });
}

function defect(): Problem {
  return new Problem(500, { type: "system", code: "unspecified", message: "The service failed." });
}

export const errorView = ({ detail: { type, code, message, field } }: Problem): JsonObject => ({
  error_source: "shipping",
  error_type: type,
  error_code: code,
  message,
  ...(field && { field_name: field.name }),
  ...(field?.value !== undefined && { field_value: field.value }),
});

/** One fresh id for header and error body. */
export function requestIds(): RequestIds {
  const id = randomUUID();
  return { header: id, body: id };
}

/** Turns an answer into a response, with a request id of its own. */
export function respond(does: Behaviours, answer: Answer, operation: About["operation"] = null): Response {
  const about = { status: answer.status, operation };
  const { status, headers, body } = does.write(plainlyWritten(does, answer, about), about);
  return new Response(body, { status, headers });
}

function plainlyWritten(does: Behaviours, { status, json, file, headers }: Answer, about: About): Written {
  const ids = does.requestIds(status);
  const all = { ...headers, ...(ids.header !== null && { "X-Service-RequestID": ids.header }) };
  if (file) return { status, headers: { ...all, "content-type": file.type }, body: file.content };
  if (json === undefined) return { status, headers: all, body: null };
  const said = does.say(withRequestId(status, json, ids.body), about);
  return { status, headers: { ...all, "content-type": "application/json" }, body: JSON.stringify(said) };
}

/** The error body contains the request id; no other body does. */
function withRequestId(status: number, json: unknown, id: string | null): unknown {
  if (status < 400 || typeof json !== "object" || id === null) return json;
  return { request_id: id, ...json };
}
