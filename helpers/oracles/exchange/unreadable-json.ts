import { UNREADABLE } from "../../contract/conduct.js";
import { isBodyRefused, whatIsMade } from "../answers/creations.js";
import { broken, type Judgement, kept, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

export const UNREADABLE_RULE = "content.unreadable-json";

/**
 * A truncated body has no effect. Judged only for the body that the checks send: other recordings may have truncated
 * bodies after the fact.
 */
export function judgeUnreadableJson({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { body, key } = exchange.request;
  if (operation === null || body !== UNREADABLE.text || key !== "right") return NOTHING;
  const made = whatIsMade(operation, answer);
  if (made === null) return isBodyRefused(answer) ? kept(UNREADABLE_RULE) : NOTHING;
  return broken(UNREADABLE_RULE, exchange, "nothing comes of a body that is not JSON", made);
}
