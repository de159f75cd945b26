import type { Answer, Answered, Exchange } from "../../wire/exchange.js";
import { jsonOf, type Raw } from "../../wire/raw.js";
import { objectsIn } from "../../wire/search.js";
import { isSuccess } from "../../wire/status.js";
import { hasFailedPart } from "../answers/acceptance.js";
import { isAboutTheCaller, isRefusal } from "../answers/refusal.js";
import { STATUS_MEMBERS } from "./orders.js";

/** Words of a message about the state of an order, once those about other states are left out. */
const ABOUT_STATE = /\bstatus\b|\bstate of\b|\border\b.*\bstate\b|\bstate\b.*\border\b|\b(a|in|the) draft\b/i;
const OTHER_STATES = /\b(payment|invoice|tracking|delivery|carrier|shipping)[\s_-]*(status|state)\b/gi;

/** The outcome of a request that would change something. */
export type Outcome = "accepted" | "refused" | "unclear";

/**
 * A 2xx is an acceptance; a 4xx is a refusal unless it is about the key, the path or the rate; a 207 counts by its
 * parts.
 */
export function outcomeOf(answer: Answer): Outcome {
  if (answer.status === 207) return hasFailedPart(answer) ? "refused" : "accepted";
  if (isSuccess(answer.status)) return "accepted";
  return isRefusal(answer) ? "refused" : "unclear";
}

/**
 * Whether a refusal is about the state of the order rather than about the guessed body: a 409, or an error that is
 * not a validation error or that names the status.
 */
export function isAboutState(answer: Answer): boolean {
  if (answer.status === 409) return true;
  if (isAboutTheCaller(answer)) return false;
  const errors = errorsAnywhere(answer);
  const namesStatus = errors.some(
    ({ error_code: code, field_name: name }) =>
      code === "invalid_status" || STATUS_MEMBERS.some((member) => member === name),
  );
  return namesStatus || (errors.length > 0 && errors.every(({ error_type: type }) => type !== "validation"));
}

/**
 * A refusal of a draft's update for the state of the draft. A body that leaves members out, or that the service does not
 * read, may be refused in the same words: for a version that the draft shows. So it counts only if no update that sends
 * the order back was refused for anything else.
 * @param isWhole whether an update sent the order back as a reading showed it, apart from what it changed
 */
export function refusedForState<R extends { readonly exchange: Answered }>(
  updates: readonly R[],
  isWhole: (update: R) => boolean,
): R | undefined {
  const whole = updates.filter(isWhole);
  const telling = whole.length > 0 ? whole : updates;
  return telling.every(({ exchange }) => deniesState(exchange.answer)) ? telling[0] : undefined;
}

/**
 * Whether a refusal is only about the state of the order: neither about a value nor about another order, and not by a
 * rule of the business that nobody outside knows.
 */
export function deniesState(answer: Answer): boolean {
  return namesState(answer) || (answer.status === 409 && !isAboutElse(answer));
}

/**
 * Whether a refusal itself says that it is only about the state of the order. An order that takes other changes in the
 * same state may refuse one for its value, by a 409 too.
 */
export function namesState(answer: Answer): boolean {
  if (isAboutElse(answer)) return false;
  return errorsAnywhere(answer).some(
    ({ error_type: type, error_code: code, message }) =>
      code === "invalid_status" ||
      ((answer.status === 409 || type === "business_rules") &&
        ABOUT_STATE.test(String(message).replace(OTHER_STATES, ""))),
  );
}

/** Whether a refusal is about the caller, about a conflict with another record, or names other fields than the status. */
function isAboutElse(answer: Answer): boolean {
  const errors = errorsAnywhere(answer);
  const isField = (name: unknown) =>
    typeof name === "string" && !STATUS_MEMBERS.some((member) => member === name);
  return (
    isAboutTheCaller(answer) ||
    errors.some(({ error_code: code }) => String(code).endsWith("conflict")) ||
    (errors.length > 0 && errors.every(({ field_name: name }) => isField(name)))
  );
}

/** Whether a refusal names exactly this field. */
export function deniesField(answer: Answer, field: string): boolean {
  const errors = errorsAnywhere(answer);
  return errors.length > 0 && errors.every(({ field_name: name }) => name === field);
}

/** The errors of an answer, anywhere in its body. */
function errorsAnywhere(answer: Answer): readonly Raw[] {
  return objectsIn(jsonOf(answer)).filter((value) => "error_code" in value || "error_type" in value);
}

/** Whether the refusal of a word shows that the service read it: it mentions the word or its member. */
export function speaksOf(exchange: Exchange, word: string, member: string): boolean {
  const body = exchange.answer?.body;
  if (body?.kind !== "json") return false;
  if (body.text.includes(word)) return true;
  return objectsIn(body.value).some(({ field_name: name }) => name === member);
}
