import { isObject } from "../../contract/json.js";
import { renderValue } from "../../wire/message.js";
import { objectOf } from "../../wire/raw.js";
import { broken, type Judgement, merge, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";
import { isAboveLimit } from "./offset-limit.js";

export const ERROR_VALUE_RULE = "error.field.field_value";

/**
 * An error about a parameter does not give its value as field_name and its name as field_value. What else it names is
 * open, and the error of the offset limit has rules of its own.
 */
export function judgeErrorFields({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { errors } = (answer.status === 400 ? objectOf(answer) : null) ?? {};
  if (operation === null || !Array.isArray(errors) || isAboveLimit(operation.id, exchange)) return NOTHING;
  const { searchParams } = new URL(exchange.request.url);
  return merge(
    errors.filter(isObject).map(({ field_name: name, field_value: value }, at) => {
      if (typeof name !== "string" || typeof value !== "string" || searchParams.has(name)) return NOTHING;
      if (searchParams.get(value) !== name) return NOTHING;
      const documented = `the value of ${value} that was sent, ${renderValue(name)}`;
      return broken(ERROR_VALUE_RULE, exchange, documented, renderValue(value), `/errors/${at}/field_value`);
    }),
  );
}
