import type { RuleId, SchemaId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import type { Answer, Exchange } from "../../wire/exchange.js";
import { plural, renderValue } from "../../wire/message.js";
import { jsonOf } from "../../wire/raw.js";
import { againstSchema } from "../answers/against-schema.js";
import { broken, type Judgement, kept, looked, merge, NOTHING } from "../judgement.js";
import { OFFSET_RULES } from "../lists/offset.js";
import { type Context, type JudgedExchange, mayBeNoPath } from "./context.js";
import { isAboveLimit, isFarAboveLimit } from "./offset-limit.js";

export const ERROR_BODY_RULES: Readonly<Record<400 | 404, RuleId>> = {
  400: "error.body.on-400",
  404: "error.body.on-404",
};

/** The error form with other statuses, or of a gateway about a path that is not there. */
export const ERROR_ELSEWHERE_RULE = "error.body.elsewhere.form";

/** Rules for members that only validation errors have. */
const VALIDATION_ONLY: ReadonlySet<string> = new Set<RuleId>([
  "error.field.field_name.validation-only",
  "error.field.field_value.validation-only",
]);
const NO_VALIDATION = "null or absent, as in every error that is not of type validation";
const ERROR_FORM: SchemaId = "shared/error";

/**
 * The error form is due on 400 and 404 of the contract's operations, and where the service answers other paths in its
 * own name. Elsewhere it is judged only for a body that claims it by an `errors` member, under a rule of lower level.
 */
export function judgeErrorBody(judged: JudgedExchange, context: Context): Judgement {
  const { exchange, answer, operation } = judged;
  const { status } = answer;
  if (status < 400) return NOTHING;
  const value = jsonOf(answer);
  const claimed = isObject(value) && "errors" in value;
  const members = claimed ? memberJudgement(exchange, operation, value) : NOTHING;
  if (status !== 400 && status !== 404) return claimed ? elsewhere(members) : NOTHING;
  if (mayBeNoPath(judged) && !isOfService(value, context)) return claimed ? elsewhere(members) : NOTHING;
  if (operation === null) return members;
  const rule = ERROR_BODY_RULES[status];
  if (claimed) return merge([kept(rule), members]);
  const documented = `a JSON object with request_id and errors on ${status}`;
  return broken(rule, exchange, documented, shown(answer));
}

/** Whether an error names the service as its source, as errors of the contract's operations did. */
function isOfService(value: unknown, { options, memory }: Context): boolean {
  const name = options.serviceName ?? memory.service?.name;
  const errors = isObject(value) && Array.isArray(value.errors) ? value.errors : [];
  return name !== undefined && errors.some((error) => isObject(error) && error.error_source === name);
}

/** A body as evidence: with its type, where it is no JSON. */
function shown({ body, headers }: Answer): string {
  const type = headers["content-type"] ?? "no content type";
  switch (body.kind) {
    case "json":
      return renderValue(body.value);
    case "empty":
      return "no body";
    case "binary":
      return `${type}: ${plural(body.bytes, "byte")}`;
    default:
      return `${type}: ${renderValue(body.text)}`;
  }
}

/** All that is wrong with the members, as one breach. */
function elsewhere({ findings: [first] }: Judgement): Judgement {
  const findings = first === undefined ? [] : [{ ...first, rule: ERROR_ELSEWHERE_RULE }];
  return looked(ERROR_ELSEWHERE_RULE, findings);
}

/**
 * Judges each member of the error. The error of the offset limit is a validation error that names a field: if its type
 * is wrong, only the type is blamed, not the members that another type may not have.
 */
function memberJudgement(
  exchange: Exchange,
  operation: JudgedExchange["operation"],
  value: unknown,
): Judgement {
  const { findings, evidence } = againstSchema({ exchange, schema: ERROR_FORM, value });
  if (operation !== null && isAboveLimit(operation.id, exchange))
    return { findings: findings.filter(({ rule }) => !VALIDATION_ONLY.has(rule)), evidence };
  const ofType =
    operation !== null && isFarAboveLimit(operation.id, exchange) ? { rule: OFFSET_RULES.type } : {};
  return {
    findings: findings.map((found) =>
      VALIDATION_ONLY.has(found.rule) ? { ...found, documented: NO_VALIDATION, ...ofType } : found,
    ),
    evidence,
  };
}
