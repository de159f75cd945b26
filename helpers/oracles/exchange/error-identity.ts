import { isObject } from "../../contract/json.js";
import { renderValue } from "../../wire/message.js";
import { objectOf, type Raw } from "../../wire/raw.js";
import { finding } from "../finding.js";
import { type Judgement, kept, looked, merge, NOTHING } from "../judgement.js";
import { type Context, type JudgedExchange, mayBeNoPath } from "./context.js";

export const ERROR_SOURCE_RULE = "error.source.constant";
export const ERROR_ID_RULE = "error.request-id.distinct";

/** Sources with fixed names; any other is the service's own. */
const FIXED_SOURCES = ["carrier", "order_source"];

/**
 * The service names one source in its own errors throughout a run, and no two of them share a request id. With other
 * statuses than 400 and 404, or at a path that the contract does not have, a gateway in front of the service may answer.
 */
export function judgeErrorIdentity(judged: JudgedExchange, context: Context): Judgement {
  const { answer } = judged;
  const isDocumented = answer.status === 400 || answer.status === 404;
  const isOfService = isDocumented && !mayBeNoPath(judged);
  const { errors, request_id: id } = (isOfService ? objectOf(answer) : null) ?? {};
  if (!Array.isArray(errors)) return NOTHING;
  return merge([
    ...errors.filter(isObject).map((error, at) => judgeSource(error, at, judged, context)),
    typeof id === "string" && id !== "" ? judgeId(id, judged, context) : NOTHING,
  ]);
}

function judgeSource(
  error: Raw,
  at: number,
  { exchange }: JudgedExchange,
  { options, memory }: Context,
): Judgement {
  const source = error.error_source;
  if (typeof source !== "string" || source === "" || FIXED_SOURCES.includes(source)) return NOTHING;
  const known = memory.service;
  if (options.serviceName === null && known === null)
    memory.service = { name: source, index: exchange.index };
  const due = options.serviceName ?? known?.name ?? source;
  if (source === due) return kept(ERROR_SOURCE_RULE);
  const earlier = known === null || options.serviceName !== null ? [] : [known.index];
  return looked(ERROR_SOURCE_RULE, [
    finding(
      { rule: ERROR_SOURCE_RULE, exchanges: [exchange], earlier },
      `carrier, order_source or the service's one name, ${renderValue(due)}`,
      renderValue(source),
      `/errors/${at}/error_source`,
    ),
  ]);
}

function judgeId(id: string, { exchange }: JudgedExchange, { memory }: Context): Judgement {
  const before = memory.errorIds.get(id);
  if (before === undefined) {
    memory.errorIds.set(id, exchange.index);
    return kept(ERROR_ID_RULE);
  }
  return looked(ERROR_ID_RULE, [
    finding(
      { rule: ERROR_ID_RULE, exchanges: [exchange], earlier: [before] },
      "each error answer has a request_id of its own",
      `${id} again`,
      "/request_id",
    ),
  ]);
}
