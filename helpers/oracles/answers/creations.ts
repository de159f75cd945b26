import { undoingOf } from "../../contract/conduct.js";
import { isObject } from "../../contract/json.js";
import type { Operation } from "../../contract/model.js";
import { matchOperation } from "../../contract/operations.js";
import type { Answer } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { is4xx } from "../../wire/status.js";
import { isAboutTheCaller } from "./refusal.js";

/** What an answer says that a creation has made, in words; null if it does not say so. */
export function whatIsMade(operation: Operation, answer: Answer): string | null {
  const { status } = answer;
  const name = idNameOf(operation);
  const body = jsonOf(answer);
  const [id] = name === null ? [] : findIds(body, name);
  const isMade =
    (status === 201 && !isOfNone(body)) || ((status === 200 || status === 207) && id !== undefined);
  return isMade ? `status ${status}${id === undefined ? "" : `, and ${name} ${id} is shown`}` : null;
}

/** Whether a body lists what was made, and lists nothing. */
function isOfNone(body: unknown): boolean {
  const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
  const values = isObject(body) ? Object.values(body) : [body];
  return values.length > 0 && values.every(isEmptyList);
}

/** The member that holds the id of what a creation makes, by the operation that deletes or reads it; null for none. */
function idNameOf({ method, path, effect }: Operation): string | null {
  if (effect !== "create") return null;
  const deleted = undoingOf(method, path)?.missing ?? null;
  return deleted ?? matchOperation("GET", `${path}/plimsoll`)?.operation.pathParams.at(-1) ?? null;
}

/** Whether an answer shows that the body was looked at: no refusal about the caller or the path is about that. */
export function isBodyRefused(answer: Answer): boolean {
  return is4xx(answer.status) && answer.status !== 404 && !isAboutTheCaller(answer);
}
