import { isObject } from "../../contract/json.js";
import { operations } from "../../contract/operations.js";
import type { Answer, Exchange, Finding } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import { renderIds } from "../../wire/message.js";
import { sentIn } from "../../wire/raw.js";
import { deepIncludesId, findIds } from "../../wire/search.js";
import { isSuccess } from "../../wire/status.js";
import { finding } from "../finding.js";

/** The members that hold the ids of records. */
const ID_MEMBERS = [...new Set(operations.flatMap(({ pathParams }) => pathParams))].filter((name) =>
  name.endsWith("_id"),
);

/** A call with an invalid key is answered with 401, nothing else, and shows nothing of the account. */
export function judgeWrongKey({ rule, exchange }: { rule: string; exchange: Exchange }): Finding[] {
  const { answer } = exchange;
  if (answer === null || isUnwell(answer)) return [];
  if (answer.status === 401) return judgeNothingShown(rule, exchange, answer);
  return [
    finding({ rule, exchanges: [exchange] }, "status 401 to an invalid key", `status ${answer.status}`),
  ];
}

/** What a run sends in place of a key says so. */
const MADE_UP = /made-up/;

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
  const { answer, request } = exchange;
  if (answer === null || isUnwell(answer)) return [];
  if (answer.status === 401) return judgeNothingShown(rule, exchange, answer);
  const received = `status ${answer.status}`;
  if (isSuccess(answer.status)) {
    const token = MADE_UP.test(request.headers.authorization ?? "") ? " (sent with a made-up token)" : "";
    return [finding({ rule, exchanges: [exchange] }, "no success without a key", received + token)];
  }
  if (statusRule === null) return [];
  const documented = "status 401 without a key";
  return [finding({ rule: statusRule, exchanges: [exchange] }, documented, received)];
}

/** A refused call shows no records: a service may set the status and answer all the same. */
function judgeNothingShown(rule: string, exchange: Exchange, { body }: Answer): Finding[] {
  if (body.kind !== "json") return [];
  const rest = besideErrors(body.value);
  const sent = sentIn(exchange);
  // An id that the call itself named may be repeated.
  const isNamed = (id: string) =>
    exchange.request.url.includes(encodeURIComponent(id)) || deepIncludesId(sent, id);
  const shown = ID_MEMBERS.flatMap((member) =>
    findIds(rest, member).filter((id) => mayBeId(member, id)),
  ).filter((id) => !isNamed(id));
  if (shown.length === 0) return [];
  const documented = "a refused call shows nothing of the account";
  return [finding({ rule, exchanges: [exchange] }, documented, `records with ids ${renderIds(shown)}`)];
}

/** A report_id of another shape may name a report of the error. */
function mayBeId(member: string, id: string): boolean {
  return member !== "report_id" || id.startsWith("rpt_");
}

/** A refusal without its errors, which may say whatever explains it. */
function besideErrors(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { errors: _, ...rest } = value;
  return rest;
}
