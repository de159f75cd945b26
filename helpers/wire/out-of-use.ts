import type { Raw } from "./raw.js";

/** Names and values by which records of many services say that they are out of use. */
const OUT_OF_USE = /^(is_)?(deleted|removed|archived|disabled|deactivated|inactive)(_at)?$/i;
const IN_USE = /^(is_)?(active|enabled)$/i;
const STATE = /(^|_)(status|state)$/i;

/** Ways to say no. */
const NO = /^(false|no|n|0|)$/i;

function isNo(value: unknown): boolean {
  return typeof value !== "object" && NO.test(String(value));
}

/** Whether a record shows that it is out of use: by its state, by a yes or no, or by the time of it. */
export function isOutOfUse(raw: Raw): boolean {
  return Object.entries(raw).some(([name, value]) => {
    if (IN_USE.test(name)) return isNo(value);
    if (OUT_OF_USE.test(name)) return value != null && !isNo(value);
    return STATE.test(name) && typeof value === "string" && OUT_OF_USE.test(value);
  });
}
