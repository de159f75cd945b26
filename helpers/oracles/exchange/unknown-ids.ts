import type { RuleId } from "../../contract/generated/types.js";
import { ruleById } from "../../contract/rules.js";
import type { Answer } from "../../wire/exchange.js";
import { is4xx, isBesideTheQuestion, isSuccess } from "../../wire/status.js";
import { errorsIn, isAboutTheCaller } from "../answers/refusal.js";
import { broken, type Judgement, kept, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

export const UNKNOWN_ID_RULES = [
  "error.404.v2.delete",
  "error.404.v2.change",
] as const satisfies readonly RuleId[];

/** A refusal of a deletion has nothing but the id, or the account, to be about. */
export const UNKNOWN_ID_STATUS_RULE = "error.404.v2.delete.status" satisfies RuleId;

/** What is documented of a change of an unknown record. */
export const NO_SUCH_RECORD = "status 404 to an id that does not exist";

/** Whether a change of an unknown record was carried out. A 207 may report the unknown id in one of its parts. */
export function isCarriedOut({ status }: Answer): boolean {
  return isSuccess(status) && status !== 207;
}

/**
 * A change or deletion of a made-up id, whichever check sent it, does not succeed. That a deletion is refused with 404 is
 * a weaker statement with a rule of its own.
 */
export function judgeUnknownId({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { intent, request } = exchange;
  if (operation === null || intent !== "id" || request.key !== "right") return NOTHING;
  const rule = UNKNOWN_ID_RULES.find((each) => ruleById(each).operations.includes(operation.id));
  const { status } = answer;
  if (rule === undefined) return NOTHING;
  if (isCarriedOut(answer)) return broken(rule, exchange, NO_SUCH_RECORD, `status ${status}`);
  if (rule !== "error.404.v2.delete" || !is4xx(status) || isBesideTheQuestion(status)) return NOTHING;
  if (isAboutTheCaller(answer)) return NOTHING;
  // Without the error body there may be no such operation.
  if (status === 404) return errorsIn(answer).length > 0 ? kept(UNKNOWN_ID_STATUS_RULE) : NOTHING;
  return broken(UNKNOWN_ID_STATUS_RULE, exchange, NO_SUCH_RECORD, `status ${status}`);
}
