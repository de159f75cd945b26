import type { Answer, Answered } from "../../wire/exchange.js";
import { jsonOf, objectOf } from "../../wire/raw.js";
import { objectsIn } from "../../wire/search.js";
import { isSuccess } from "../../wire/status.js";

/** Whether a change was accepted: a success whose body does not say that it was not approved, or that a part failed. */
export function isAccepted({ answer }: Pick<Answered, "answer">): boolean {
  return isSuccess(answer.status) && objectOf(answer)?.approved !== false && !hasFailedPart(answer);
}

/** Whether a 207 reports that a part of what was asked for failed. The contract does not show its parts. */
export function hasFailedPart(answer: Answer): boolean {
  if (answer.status !== 207) return false;
  return objectsIn(jsonOf(answer)).some(
    (part) => [part.status, part.status_code].some(isError) || "error_code" in part,
  );
}

function isError(status: unknown): boolean {
  return Number(status) >= 400 && Number(status) < 600;
}
