import { ERROR_STATUSES, SUCCESS_STATUSES } from "../../contract/statuses.js";
import { renderValue } from "../../wire/message.js";
import { isSuccess } from "../../wire/status.js";
import { finding } from "../finding.js";
import { type Judgement, looked, merge, NOTHING } from "../judgement.js";
import { isDownload, isRedirect, type JudgedExchange } from "./context.js";

export const STATUS_RULES = {
  documented: "status.documented",
  redirect: "status.redirect",
} as const;

const DOCUMENTED: ReadonlySet<number> = new Set([...SUCCESS_STATUSES, ...ERROR_STATUSES]);

/**
 * The status is one of the table. Other rules judge successes and redirects; a download may redirect. Where an operation
 * is that the contract only names is assumed: its path may be none.
 */
export function judgeStatus({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { status } = answer;
  if (operation === null || operation.assumed || isSuccess(status)) return NOTHING;
  const redirected = isRedirect(status);
  const redirect =
    redirected && !isDownload(operation)
      ? [
          finding(
            { rule: STATUS_RULES.redirect, exchanges: [exchange] },
            "an answer, not a redirect",
            `status ${status} to ${renderValue(answer.headers.location)}`,
          ),
        ]
      : [];
  const strange =
    redirected || DOCUMENTED.has(status)
      ? []
      : [
          finding(
            { rule: STATUS_RULES.documented, exchanges: [exchange] },
            `a status of ${[...DOCUMENTED].join(", ")}`,
            `status ${status}`,
          ),
        ];
  return merge([
    isDownload(operation) ? NOTHING : looked(STATUS_RULES.redirect, redirect),
    redirected ? NOTHING : looked(STATUS_RULES.documented, strange),
  ]);
}
