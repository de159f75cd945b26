import { isObject } from "../../contract/json.js";
import { LIST_PARAMETERS } from "../../contract/lists.js";
import { shorten } from "../../contract/text.js";
import type { Answer, Answered } from "../../wire/exchange.js";
import { objectOf, type Raw } from "../../wire/raw.js";
import { is4xx, succeeded } from "../../wire/status.js";

/** Statuses that are not about the request: the key, permissions, an unsupported method. */
const ABOUT_THE_CALLER = new Set([401, 403, 405, 501]);
/** Error types and codes with the same meaning: what the account may do or has subscribed to. */
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
/** Codes for a missing member; if it was sent, they say nothing about its value. */
const MISSED = new Set<unknown>(["field_value_required", "request_body_required"]);
/** Codes for something that a carrier or an account does not offer. */
const NOT_OFFERED = /_not_supported$|^no_rates_returned$/;
/** Words of a message that accept a value in principle, but not now, not here or not again. */
const TAKEN =
  /already|exist|taken|duplicate|conflict|in use|another|limit|too many|once|maximum|subscri|enabled|permi|allowed for|account|plan\b|seller|reach/i;

/** Words of a message about what there is already, or how much there may be. */
const FULL = /already|limit|quota|maximum|at most|too many|exceed|reached/i;

/** Words of a message about the state or the age of a record. */
const STATE =
  /stat(?:e|us)\b|cancel|label|ship(?:ped|ping)|longer|purchas|process|pending|expir|\bold\b|\bage\b|\b(?:days|hours)\b|period|window|late\b|within|scan|transit|deliver|manifest/i;

/** 4xx statuses about the key, the path or the rate rather than about what was sent. */
const NOT_ABOUT_WHAT_WAS_SENT = new Set([401, 404, 405, 429]);

/** Whether a 4xx refuses what was sent. */
export function isRefusal({ status }: Answer): boolean {
  return is4xx(status) && !NOT_ABOUT_WHAT_WAS_SENT.has(status);
}

/** Whether one of several requests alone was accepted, and all that followed it were refused. */
export function isOnlyOneAccepted(made: readonly Answered[]): boolean {
  const first = made.findIndex(succeeded);
  const later = first < 0 ? [] : made.slice(first + 1);
  return later.length > 0 && later.every(({ answer }) => isRefusal(answer));
}

/** Words of a message that put something off. */
const LATER = /moment|recent|\bwait|later|minutes?\b|seconds\b|hours?\b|today/i;

/** Whether a refusal puts off what was asked for: a target may limit how often a record is changed. */
export function asksToWait(answer: Answer): boolean {
  return (
    answer.headers["retry-after"] !== undefined ||
    errorsIn(answer).some(({ message }) => LATER.test(`${message}`))
  );
}

/**
 * Whether a refusal is about the key, the seller, the account, permissions or an unsupported method rather than about
 * the request.
 */
export function isAboutTheCaller(answer: Answer): boolean {
  return ABOUT_THE_CALLER.has(answer.status) || speaksOfTheCaller(answer);
}

/** Whether a 4xx refuses what was sent, and not the caller. */
export function refusesContent(answer: Answer): boolean {
  return isRefusal(answer) && !isAboutTheCaller(answer);
}

/** Whether errors are about the key, the seller, the account or permissions, whatever the status. */
export function speaksOfTheCaller(answer: Answer): boolean {
  return (
    namesSeller(answer) ||
    errorsIn(answer).some(
      ({ error_type: type, error_code: code }) =>
        TYPES_ABOUT_THE_CALLER.has(type) || CODES_ABOUT_THE_CALLER.has(code),
    )
  );
}

/** Whether a refusal comes from a carrier or a store behind the service, or from the connection to it. */
export function isFromElsewhere(answer: Answer): boolean {
  return errorsIn(answer).some(
    ({ error_source: source, error_type: type, error_code: code }) =>
      source === "carrier" ||
      source === "order_source" ||
      type === "integrations" ||
      (typeof code === "string" && /^(carrier|order_source)_/.test(code)),
  );
}

/**
 * Whether the refusal of a list that was asked for without parameters says that one is missing: which a list of v2
 * needs besides those of its pages is not documented.
 * @param inPath the parameter of its path, if it has one
 */
export function asksForParameter(answer: Answer, inPath = ""): boolean {
  const known = [...LIST_PARAMETERS, inPath];
  return errorsIn(answer).some(
    ({ error_code: code, field_name: field }) =>
      MISSED.has(code) || (typeof field === "string" && field !== "" && !known.includes(field)),
  );
}

/**
 * Whether the refusal of a read may be due to something that the contract leaves to the target: the account, a business
 * rule, a carrier, or that what was asked for is not offered.
 */
export function isLeftToTarget(exchange: { readonly answer: Answer }): boolean {
  return mayBeDueTo(exchange, []) || isNotOffered(exchange.answer);
}

/** Whether a refusal comes from a carrier or another service, or says that what was asked for is not offered. */
export function isNotOffered(answer: Answer): boolean {
  return (
    isFromElsewhere(answer) ||
    errorsIn(answer).some(({ error_code: code }) => typeof code === "string" && NOT_OFFERED.test(code))
  );
}

/** Whether an answer is a refusal that is about the SELLER-ID header. */
export function namesSeller(answer: Answer): boolean {
  if (answer.status < 400) return false;
  return errorsIn(answer).some(
    ({ field_name: field, message }) =>
      /seller/i.test(`${field}`) || /\bseller[-_ ]?id\b/i.test(`${message}`),
  );
}

/** The error objects of a refusal; none if the body is not the documented one. */
export function errorsIn(answer: Answer | null): readonly Raw[] {
  const errors = objectOf(answer)?.errors;
  return Array.isArray(errors) ? errors.filter(isObject) : [];
}

/** Whether an error of a refusal is about something: it stands in the name of its field, or in its message. */
export function errorsName(answer: Answer, what: RegExp): boolean {
  return errorsIn(answer).some(({ field_name: field, message }) => what.test(`${field} ${message}`));
}

/**
 * Whether an error that denies what was sent is about something: one that misses a member although it was sent denies
 * nothing.
 */
export function deniesAny(answer: Answer, what: RegExp): boolean {
  return errorsIn(answer).some(
    ({ error_code: code, field_name: field, message }) =>
      !MISSED.has(code) && what.test(`${field} ${message}`),
  );
}

/** A refusal in words: its status, and what the target says; also of a success that was not approved. */
export function toldBy(answer: Answer): string {
  const [first] = errorsIn(answer);
  const { approved, message } = objectOf(answer) ?? {};
  const words =
    first === undefined
      ? [approved === false && "approved: false", message]
      : [first.field_name, first.message];
  const said = words.filter(isText).join(first === undefined ? "; " : ": ");
  return said === "" ? `status ${answer.status}` : `status ${answer.status} (${shorten(said)})`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Whether a refusal is about what the target already holds: a 409, or an error code for a conflict. */
export function isConflict(answer: Answer): boolean {
  return answer.status === CONFLICT || namesConflict(answer);
}

/** Whether a refusal says that there is a webhook for the event already. */
export function isEventTaken(answer: Answer): boolean {
  return errorsIn(answer).some(({ error_code: code }) => code === "webhook_event_type_conflict");
}

/** Whether an error code of a refusal says that it is a conflict with another record. */
export function namesConflict(answer: Answer): boolean {
  return errorsIn(answer).some(
    ({ error_code: code }) => typeof code === "string" && code.endsWith("conflict"),
  );
}

/** Whether a refusal is about what there is already, or how much there may be. */
export function isAboutHoldings(answer: Answer): boolean {
  if (isConflict(answer)) return true;
  return errorsIn(answer).some(
    ({ field_name: field, message }) => typeof field !== "string" && FULL.test(`${message}`),
  );
}

/**
 * Whether a refusal may be due to values that the contract leaves to the target (a store, an event already in use, an
 * unreachable address), to the account or to the key, so that it proves nothing.
 * @param values names, in lower case, of the members whose values the target may not accept
 */
export function mayBeDueTo({ answer }: { readonly answer: Answer }, values: readonly string[]): boolean {
  if (isAboutTheCaller(answer) || isConflict(answer)) return true;
  return errorsIn(answer).some(({ error_type: type, error_code: code, field_name: field }) => {
    if (MISSED.has(code)) return false;
    // A business rule that names no member: nobody outside knows it.
    if (type === "business_rules" && typeof field !== "string") return true;
    return typeof field === "string" && values.some((value) => field.toLowerCase().includes(value));
  });
}

/**
 * Whether an action that sends no values is refused as invalid, without a ground in the state or age of its record, in
 * what is there already, in the account, or in a carrier or store behind the service.
 */
export function isGroundless({ answer }: { readonly answer: Answer }): boolean {
  const errors = errorsIn(answer);
  if (errors.length === 0 || !isRefusal(answer)) return false;
  if (isLeftToTarget({ answer })) return false;
  return errors.every(
    ({ error_type: type, error_code: code, message }) =>
      type === "validation" &&
      code === "invalid_field_value" &&
      !STATE.test(`${message}`) &&
      !TAKEN.test(`${message}`),
  );
}

/**
 * Whether a refusal says that a value is invalid, and not that it is in use, too many or out of reach.
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
