import type { Exchange, Finding } from "../../wire/exchange.js";
import { isSuccess, isUnwell } from "../../wire/status.js";
import { finding } from "../finding.js";

/** A call with an invalid key is answered with 401, nothing else. */
export function judgeWrongKey({ rule, exchange }: { rule: string; exchange: Exchange }): Finding[] {
  const { answer } = exchange;
  if (answer === null || answer.status === 401 || isUnwell(answer.status)) return [];
  return [
    finding(
      { rule, exchanges: [exchange] },
      { documented: "status 401 to an invalid key", received: `status ${answer.status}` },
    ),
  ];
}

/**
 * A call without a usable key does not succeed. That its status is 401 is a weaker statement with a rule of its own.
 * @param rule blamed for a success
 * @param statusRule blamed for a refusal with another status; null to leave it out
 */
export function judgeMissingKey(claim: {
  rule: string;
  statusRule: string | null;
  exchange: Exchange;
}): Finding[] {
  const { rule, statusRule, exchange } = claim;
  const { answer } = exchange;
  if (answer === null || answer.status === 401 || isUnwell(answer.status)) return [];
  const received = `status ${answer.status}`;
  if (isSuccess(answer.status)) {
    return [finding({ rule, exchanges: [exchange] }, { documented: "no success without a key", received })];
  }
  if (statusRule === null) return [];
  const documented = "status 401 without a key";
  return [finding({ rule: statusRule, exchanges: [exchange] }, { documented, received })];
}
