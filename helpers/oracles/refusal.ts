import type { Answer, Exchange } from "../contract/exchange.js";
import { isObject, type Raw } from "./raw.js";

/** Statuses that are not about what was sent: the key, the right to do it, a method that is not there. */
const NOT_ABOUT_THE_BODY = new Set([401, 403, 405, 501]);
const CONFLICT = 409;
/** What a target says of a member that it did not get; where it was sent, that is no matter of its value. */
const MISSED = new Set<unknown>(["field_value_required", "request_body_required"]);

/** The error objects of a refusal; none where the body is not the documented one. */
export function errorsIn({ body }: Answer): readonly Raw[] {
  const errors = body.kind === "json" && isObject(body.value) ? body.value.errors : [];
  return Array.isArray(errors) ? errors.filter(isObject) : [];
}

/**
 * Whether a refusal can be put down to values that the contract leaves to the target (a store, an event that is
 * taken, an address that cannot be reached), to the account or to the key, so that it proves nothing.
 *
 * @param values names of the members, in lower case, whose value the target may not like
 */
export function mayBeDueTo(
  { answer }: Exchange & { readonly answer: Answer },
  values: readonly string[],
): boolean {
  if (answer.status === CONFLICT || NOT_ABOUT_THE_BODY.has(answer.status)) return true;
  return errorsIn(answer).some(({ error_code: code, error_type: type, field_name: field }) => {
    if (type === "account_status" || type === "security") return true;
    if (typeof code === "string" && code.endsWith("conflict")) return true;
    if (MISSED.has(code)) return false;
    return typeof field === "string" && values.some((value) => field.toLowerCase().includes(value));
  });
}
