import { isTimestamp } from "../../contract/formats.js";
import type { RuleId } from "../../contract/generated/types.js";
import { renderValue } from "../../wire/message.js";
import { jsonOf } from "../../wire/raw.js";
import { walk } from "../../wire/search.js";
import { isSuccess } from "../../wire/status.js";
import { broken, type Judgement, kept, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

/** The rule for times in v2, whose records the contract does not show. */
export const TIME_RULE: RuleId = "content.timestamp.form.v2";

/** The members that the contract types as timestamps. */
const TIMES: ReadonlySet<string> = new Set(["created_at", "modified_at", "ship_date", "voided_at"]);

/** A time of any record of v2, where it is shown, is a timestamp: neither a number nor any other text. */
export function judgeTimes({ exchange, answer, operation }: JudgedExchange): Judgement {
  if (operation?.generation !== "v2" || !isSuccess(answer.status)) return NOTHING;
  let seen = false;
  for (const { value, name } of walk(jsonOf(answer))) {
    if (!TIMES.has(name)) continue;
    if (typeof value !== "number" && (typeof value !== "string" || value === "")) continue;
    if (typeof value === "number" || !isTimestamp(value))
      return broken(TIME_RULE, exchange, `${name} as an ISO 8601 timestamp`, renderValue(value));
    seen = true;
  }
  return seen ? kept(TIME_RULE) : NOTHING;
}
