import type { Answer, Exchange } from "../wire/exchange.js";
import { shorten } from "../wire/message.js";
import { isObject, objectOf, type Raw } from "../wire/raw.js";

/** Statuses that are not about what was sent: the key, the right to do it, a method that is not there. */
const ABOUT_THE_CALLER = new Set([401, 403, 405, 501]);
/** The same told by the type or the code of an error, whichever goes with which: what the account may do, or has subscribed to. */
const TYPES_ABOUT_THE_CALLER = new Set<unknown>(["account_status", "security"]);
const CODES_ABOUT_THE_CALLER = new Set<unknown>([
  "forbidden",
  "invalid_billing_plan",
  "subscription_inactive",
  "terms_not_accepted",
  "trial_expired",
  "unauthorized",
]);
const CONFLICT = 409;
/** What a target says of a member that it did not get; where it was sent, that is no matter of its value. */
const MISSED = new Set<unknown>(["field_value_required", "request_body_required"]);
/** Words of a message by which a value may be sent, but not now, not here or not again. */
const TAKEN =
  /already|exist|taken|duplicate|conflict|in use|another|limit|too many|once|maximum|subscri|enabled|permi|allowed for|account|plan\b|seller|reach/i;

/** Whether a refusal speaks of the key, the account, the right to do it or a missing method, and not of what was sent. */
export function isAboutTheCaller(answer: Answer): boolean {
  return (
    ABOUT_THE_CALLER.has(answer.status) ||
    errorsIn(answer).some(
      ({ error_type: type, error_code: code }) =>
        TYPES_ABOUT_THE_CALLER.has(type) || CODES_ABOUT_THE_CALLER.has(code),
    )
  );
}

/** The error objects of a refusal; none where the body is not the documented one. */
export function errorsIn(answer: Answer): readonly Raw[] {
  const errors = objectOf(answer)?.errors;
  return Array.isArray(errors) ? errors.filter(isObject) : [];
}

/** How a refusal is told: its status, and what the target says of it. */
export function toldBy(answer: Answer): string {
  const [first] = errorsIn(answer);
  const said = first === undefined ? "" : [first.field_name, first.message].filter(isText).join(": ");
  return said === "" ? `status ${answer.status}` : `status ${answer.status} (${shorten(said)})`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Whether a refusal is about what the target holds already: 409, or a code that names a conflict. */
export function isConflict(answer: Answer): boolean {
  return (
    answer.status === CONFLICT ||
    errorsIn(answer).some(({ error_code: code }) => typeof code === "string" && code.endsWith("conflict"))
  );
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
  if (isAboutTheCaller(answer) || isConflict(answer)) return true;
  return errorsIn(answer).some(({ error_type: type, error_code: code, field_name: field }) => {
    if (MISSED.has(code)) return false;
    // A rule of the business that is about no member: nobody outside knows it.
    if (type === "business_rules" && typeof field !== "string") return true;
    return typeof field === "string" && values.some((value) => field.toLowerCase().includes(value));
  });
}

/**
 * Whether a refusal says that a value is none that could be sent, and not that it is taken, too many or out of reach.
 * @param member name of the member, in lower case
 */
export function deniesValue(answer: Answer, member: string): boolean {
  const errors = errorsIn(answer);
  return (
    errors.length > 0 &&
    !isConflict(answer) &&
    errors.every(
      ({ error_type: type, error_code: code, field_name: field, message }) =>
        type === "validation" &&
        (code === "invalid_field_value" || code === "field_value_required") &&
        typeof field === "string" &&
        field.toLowerCase().includes(member) &&
        !(typeof message === "string" && TAKEN.test(message)),
    )
  );
}
