import type { RuleId } from "../../contract/generated/types.js";
import { ruleById } from "../../contract/rules.js";
import type { Answer, Exchange } from "../../wire/exchange.js";
import type { Raw } from "../../wire/raw.js";
import { is4xx, isBesideTheQuestion, isSuccess } from "../../wire/status.js";
import { errorsIn, isAboutTheCaller } from "../answers/refusal.js";
import { broken, type Judgement, kept, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

export const UNKNOWN_ID_RULES = [
  "error.404.v2.delete",
  "error.404.v2.change",
] as const satisfies readonly RuleId[];

/** The weaker rules beside them, for operations whose refusal has nothing but the id, or the account, to be about. */
const STATUS_RULES = {
  "error.404.v2.delete": "error.404.v2.delete.status",
  "error.404.v2.change": "error.404.v2.change.status",
} as const satisfies Record<(typeof UNKNOWN_ID_RULES)[number], RuleId>;

export const UNKNOWN_ID_STATUS_RULES = Object.values(STATUS_RULES);

/** What is documented of a change of an unknown record. */
export const NO_SUCH_RECORD = "status 404 to an id that does not exist";

/** Whether a change of an unknown record was carried out. A 207 may report the unknown id in one of its parts. */
export function isCarriedOut({ status }: Answer): boolean {
  return isSuccess(status) && status !== 207;
}

/**
 * A change or deletion of a made-up id, whichever check sent it, does not succeed. That it is refused with 404 is a
 * weaker statement with rules of its own.
 */
export function judgeUnknownId({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { intent, request } = exchange;
  if (operation === null || intent !== "id" || request.key !== "right") return NOTHING;
  const rule = UNKNOWN_ID_RULES.find((each) => ruleById(each).operations.includes(operation.id));
  if (rule === undefined) return NOTHING;
  if (isCarriedOut(answer)) return broken(rule, exchange, NO_SUCH_RECORD, `status ${answer.status}`);
  const statusRule = STATUS_RULES[rule];
  return ruleById(statusRule).operations.includes(operation.id)
    ? judgeRefusal(statusRule, exchange, answer)
    : NOTHING;
}

function judgeRefusal(rule: RuleId, exchange: Exchange, answer: Answer): Judgement {
  const { status } = answer;
  if (!is4xx(status) || isBesideTheQuestion(status) || isAboutTheCaller(answer)) return NOTHING;
  // Without the error body there may be no such operation.
  if (status === 404) return errorsIn(answer).length > 0 ? kept(rule) : NOTHING;
  if (errorsIn(answer).some(isAboutAnother)) return NOTHING;
  return broken(rule, exchange, NO_SUCH_RECORD, `status ${status}`);
}

/** Whether an error is about something else than an id: a tag, a body or what it lacks. */
function isAboutAnother({ error_code: code, field_name: field }: Raw): boolean {
  return code === "request_body_required" || (typeof field === "string" && !/id$/i.test(field));
}
