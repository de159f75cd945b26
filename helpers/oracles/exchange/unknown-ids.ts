import type { RuleId } from "../../contract/generated/types.js";
import { ruleById } from "../../contract/rules.js";
import { isSuccess } from "../../wire/status.js";
import { broken, type Judgement, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

export const UNKNOWN_ID_RULES = [
  "error.404.v2.delete",
  "error.404.v2.change",
] as const satisfies readonly RuleId[];

/** A change or deletion of a made-up id, whichever check sent it, does not succeed. */
export function judgeUnknownId({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { intent, request } = exchange;
  if (operation === null || intent !== "id" || request.key !== "right") return NOTHING;
  const rule = UNKNOWN_ID_RULES.find((each) => ruleById(each).operations.includes(operation.id));
  // A 207 may report the unknown id in one of its parts.
  if (rule === undefined || !isSuccess(answer.status) || answer.status === 207) return NOTHING;
  return broken(rule, exchange, "status 404 to an id that does not exist", `status ${answer.status}`);
}
