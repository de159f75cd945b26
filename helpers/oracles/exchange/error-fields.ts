import { isObject } from "../../contract/json.js";
import { renderValue } from "../../wire/message.js";
import { objectOf } from "../../wire/raw.js";
import { broken, type Judgement, merge, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";
import { isAboveLimit } from "./offset-limit.js";

export const ERROR_VALUE_RULE = "error.field.field_value";

/** Words come back as they were sent, whatever a service reads from its query; numbers and times may not. */
const WORD = /^[a-z]{4,40}$/i;

/**
 * An error about a parameter gives as field_value what was sent for it. What else it names is open, and the error of
 * the offset limit has rules of its own.
 */
export function judgeErrorFields({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { errors } = (answer.status === 400 ? objectOf(answer) : null) ?? {};
  if (operation === null || !Array.isArray(errors) || isAboveLimit(operation.id, exchange)) return NOTHING;
  const { searchParams } = new URL(exchange.request.url);
  return merge(
    errors.filter(isObject).map(({ field_name: name, field_value: value }, at) => {
      if (typeof name !== "string" || typeof value !== "string") return NOTHING;
      const documented = documentedValue(searchParams, name, value);
      if (documented === null) return NOTHING;
      return broken(ERROR_VALUE_RULE, exchange, documented, renderValue(value), `/errors/${at}/field_value`);
    }),
  );
}

/** The value that is due, in words; null where the one that came may be right. */
function documentedValue(sent: URLSearchParams, name: string, value: string): string | null {
  if (!sent.has(name))
    return sent.get(value) === name ? `the value of ${value} that was sent, ${renderValue(name)}` : null;
  const [word = "", ...others] = sent.getAll(name);
  if (others.length > 0 || !WORD.test(word) || value.trim() === "") return null;
  return value.toLowerCase().includes(word.toLowerCase())
    ? null
    : `the value of ${name} that was sent, ${renderValue(word)}`;
}
