import { isPlainlyValid } from "../answers/plainly-valid.js";
import { finding } from "../finding.js";
import { type Judgement, kept, looked, NOTHING } from "../judgement.js";
import type { Context, JudgedExchange } from "./context.js";

export const SERVER_ERROR_RULE = "status.server-error";

/** This many failures in a row are not chance: among many requests, one in fifty may fail twice. */
const CERTAIN = 3;

/**
 * A plainly valid read that is answered with a 5xx each time breaks the contract; a single 500 is a documented status.
 * 501 means a missing operation, which is the operation's own rule.
 */
export function judgeServerError(
  { exchange, answer, operation }: JudgedExchange,
  { memory }: Context,
): Judgement {
  const { url, key } = exchange.request;
  if (operation === null || exchange.intent === "nowhere") return NOTHING;
  if (key !== "right" || answer.status === 501) return NOTHING;
  if (!isPlainlyValid(operation, url)) return NOTHING;
  const before = memory.serverErrors.get(url);
  if (answer.status < 500) {
    memory.serverErrors.set(url, null);
    return kept(SERVER_ERROR_RULE);
  }
  if (before === null) return NOTHING;
  const all = [...(before ?? []), exchange];
  memory.serverErrors.set(url, all);
  // Report it once.
  if (all.length !== CERTAIN) return NOTHING;
  return looked(SERVER_ERROR_RULE, [
    finding(
      { rule: SERVER_ERROR_RULE, exchanges: all },
      "a valid request is not answered with a 5xx each time",
      `status ${all.map((each) => each.answer?.status).join(", then ")}`,
    ),
  ]);
}
