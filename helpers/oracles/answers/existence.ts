import type { Operation } from "../../contract/model.js";
import type { Answered, Finding } from "../../wire/exchange.js";
import { isMissing } from "../../wire/status.js";
import { finding } from "../finding.js";
import { hasErrorBody } from "./likeness.js";
import { isAboutTheCaller } from "./refusal.js";

/** Statuses by which a service says that it does not support this at all. */
export const NOT_DONE: ReadonlySet<number> = new Set([405, 501]);

/**
 * What one answer says about whether its operation exists: `alike` if an unknown path gets the same answer, `mute` if
 * the answer is about something else (the key, the target's health).
 */
type Sign = "there" | "missing" | "alike" | "mute";

/**
 * Reads one answer of an operation.
 * @param likeUnknown whether a path that certainly does not exist gets the same answer
 */
export function readSign(operation: Operation, exchange: Answered, likeUnknown: boolean): Sign {
  const { answer } = exchange;
  const { status } = answer;
  if (NOT_DONE.has(status)) return "missing";
  if (status === 401 || status >= 500 || status === 429) return "mute";
  // Without an id in the path, a 404 can only be about the path, unless it may be about an id that the body lacks, says
  // that the account does not have this part of the service, or says in the form of an error that there is nothing.
  const isPlainRead = operation.method === "GET" && !hasErrorBody(exchange);
  const isWithoutId = operation.pathParams.length === 0 && !isAboutTheCaller(answer);
  if (isMissing(status) && isWithoutId) {
    if (isPlainRead || likeUnknown) return "missing";
    if (operation.method === "GET") return "mute";
  }
  return likeUnknown ? "alike" : "there";
}

/** What an undocumented method (PATCH) showed about the operation's path: 405 if the path exists. */
export type PathSign = "there" | "missing" | "mute";

/** Further facts about an answer that is like that of an unknown path. */
export interface Circumstances {
  /** The answer that is like that of an unknown path. */
  readonly answer: Answered;
  readonly path: PathSign;
  /** True if the ids in the path are those of existing resources. */
  readonly knownIds: boolean;
  /** True if an unknown id on an existing path gets another answer than an unknown path. */
  readonly idsToldFromPaths: boolean;
  /** True if a read of the same path gets another answer than an unknown path. */
  readonly readToldFromPaths: boolean;
}

/**
 * Whether an operation whose answer is like that of an unknown path is missing. One sign is never enough: it takes a
 * 404 that resources do not get, or a method probe that agrees.
 */
export function weigh(known: Circumstances): "there" | "missing" | "unclear" {
  if (!isMissing(known.answer.answer.status)) return "unclear";
  if (known.knownIds && known.idsToldFromPaths) return "missing";
  if (known.path === "there") return known.readToldFromPaths ? "unclear" : "there";
  if (known.path === "missing") return "missing";
  return known.idsToldFromPaths && !hasErrorBody(known.answer) ? "missing" : "unclear";
}

/** The breach of a missing operation. */
export function missingOperation(
  rule: string,
  operation: Operation,
  exchanges: readonly Answered[],
): Finding {
  const [shown] = exchanges;
  const status = shown?.answer.status;
  const said = NOT_DONE.has(status ?? 0)
    ? "the method is not supported"
    : "as for a path that does not exist";
  return finding(
    { rule, exchanges },
    named(operation),
    `${redirection(operation, shown)}status ${status}: ${said}`,
  );
}

/** What the contract says of an operation, and how far it names the path. */
function named({ method, path, assumed }: Operation): string {
  const line = `${method} ${path}`;
  return assumed
    ? `an operation that the contract names without its whole path; ${line} follows from its neighbours`
    : `${line} is an operation of the contract`;
}

/** "a redirect to /v2/account/tags, then " where a read was answered elsewhere. */
function redirection({ id, method }: Operation, shown: Answered | undefined): string {
  const isElsewhere = shown?.operation !== id && shown?.request.method === method;
  return isElsewhere ? `a redirect to ${new URL(shown.request.url).pathname}, then ` : "";
}
