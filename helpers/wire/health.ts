import { isObject } from "../contract/json.js";
import type { Answer } from "./exchange.js";
import { objectOf, type Raw } from "./raw.js";
import { is4xx } from "./status.js";

const RATE_LIMITED = "rate_limit_exceeded";

/** Whether an answer refuses a request for the rate: by 429, or by the error code for that. */
export function isRateLimited(answer: Answer): boolean {
  if (answer.status === 429) return true;
  const errors = is4xx(answer.status) ? objectOf(answer)?.errors : null;
  return Array.isArray(errors) && errors.some((error) => isObject(error) && isAboutTheRate(error));
}

/** A value that is above another limit may get the same code; such an error names the field, or is one of validation. */
function isAboutTheRate({ error_code, error_type, field_name }: Raw): boolean {
  return error_code === RATE_LIMITED && error_type !== "validation" && typeof field_name !== "string";
}

/** Whether an answer says that nobody is there to answer: 502, 503 or 504. */
export function isOutOfOrder(answer: Answer | null): boolean {
  return answer !== null && answer.status >= 502 && answer.status <= 504;
}

/** Whether an answer shows the target's health or its limits, and says nothing about the contract. */
export function isUnwell(answer: Answer): boolean {
  return isOutOfOrder(answer) || isRateLimited(answer);
}
