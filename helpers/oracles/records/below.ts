import type { Operation } from "../../contract/model.js";
import type { Answered, Exchange } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import { is4xx, isMissing } from "../../wire/status.js";
import { asksForParameter, isLeftToTarget } from "../answers/refusal.js";

/** Areas whose records always have what is below them, be it empty; in others a 404 may say that there is nothing. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(["carriers", "batches"]);

/**
 * Whether the read of what is below a record is refused, for a reason that the contract does not leave to the target:
 * such a read has nothing that could be wrong but the id.
 */
export function isRefusedBelow({ area, pathParams }: Operation, exchange: Exchange): exchange is Answered {
  const { answer } = exchange;
  if (answer === null || !is4xx(answer.status) || isUnwell(answer)) return false;
  if (isMissing(answer.status) && !ALWAYS_THERE.has(area)) return false;
  return !isLeftToTarget({ answer }) && !asksForParameter(answer, pathParams[0]);
}
