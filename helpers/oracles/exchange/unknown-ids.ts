import type { RuleId } from "../../contract/generated/types.js";
import { ruleById } from "../../contract/rules.js";
import type { Answer } from "../../wire/exchange.js";
import { isSuccess } from "../../wire/status.js";
import { broken, type Judgement, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

export const UNKNOWN_ID_RULES = [
  "error.404.v2.delete",
  "error.404.v2.change",
] as const satisfies readonly RuleId[];

/** What is documented of a change of an unknown record. */
export const NO_SUCH_RECORD = "status 404 to an id that does not exist";

/** Whether a change of an unknown record was carried out. A 207 may report the unknown id in one of its parts. */
export function isCarriedOut({ status }: Answer): boolean {
  return isSuccess(status) && status !== 207;
}

/** A change or deletion of a made-up id, whichever check sent it, does not succeed. */
export function judgeUnknownId({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { intent, request } = exchange;
  if (operation === null || intent !== "id" || request.key !== "right") return NOTHING;
  const rule = UNKNOWN_ID_RULES.find((each) => ruleById(each).operations.includes(operation.id));
  if (rule === undefined || !isCarriedOut(answer)) return NOTHING;
  return broken(rule, exchange, NO_SUCH_RECORD, `status ${answer.status}`);
}
