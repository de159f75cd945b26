import type { OperationId, RuleId } from "../../contract/generated/types.js";
import type { Operation } from "../../contract/model.js";
import { SUCCESS_STATUSES } from "../../contract/statuses.js";
import { isSuccess } from "../../wire/status.js";
import { broken, type Judgement, kept, merge, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

export const SUCCESS_RULES = {
  listed: "status.success.listed",
  stated: "status.success.stated",
  openRead: "status.success.open-read",
} as const;

/** The rules of the operations that succeed with 204; their checks also judge that there is a success. */
export const NO_CONTENT_RULES: Readonly<Partial<Record<OperationId, RuleId>>> = {
  v1ArchiveBatch: "batches.archive.status-204",
  v1DeleteWebhook: "webhooks.v1.delete.status-204",
  v1UpdateWarehouse: "warehouses.update.status-204",
};

/**
 * A success has a status of the table and, where the contract states one, that status. Blames one rule for a status.
 */
export function judgeSuccessStatus({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { status } = answer;
  if (operation === null || operation.assumed || !isSuccess(status)) return NOTHING;
  const judge = (rule: RuleId, statuses: readonly number[]): Judgement => {
    if (statuses.includes(status)) return kept(rule);
    const documented = `a success with status ${statuses.join(" or ")}`;
    return broken(rule, exchange, documented, `status ${status}`);
  };
  const listed = judge(SUCCESS_RULES.listed, SUCCESS_STATUSES);
  return listed.findings.length > 0
    ? listed
    : merge([listed, judgeStated(operation, exchange, status, judge)]);
}

function judgeStated(
  { id, method, statedStatuses }: Operation,
  { intent }: JudgedExchange["exchange"],
  status: number,
  judge: (rule: RuleId, statuses: readonly number[]) => Judgement,
): Judgement {
  const stated = statedStatuses.map(Number);
  const ownRule = NO_CONTENT_RULES[id];
  // A success that is not due may mean that nothing was done.
  if (ownRule !== undefined) return intent === "body" ? NOTHING : judge(ownRule, stated);
  // For creations the document shows the answer but not the status.
  if (method !== "GET" && status === 207) return NOTHING;
  if (stated.length > 0) return judge(SUCCESS_RULES.stated, stated);
  if (method !== "GET") return NOTHING;
  // What a read shows may be open, but a read creates nothing.
  return judge(status === 201 ? SUCCESS_RULES.stated : SUCCESS_RULES.openRead, [200]);
}
