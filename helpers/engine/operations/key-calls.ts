import { isSafe, leastHarmFirst, UNREADABLE, WRONG_TYPE } from "../../contract/conduct.js";
import { type Generation, type Operation, operations } from "../../contract/operations.js";
import { operationInScope } from "../../contract/scope.js";
import { judgeWrongKey } from "../../oracles/auth.js";
import { alike } from "../../oracles/likeness.js";
import { madeUpPath } from "../../target/made-up.js";
import type { Finding } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { succeeded } from "../../wire/status.js";
import type { Answered, Ask, Check } from "../check/check.js";
import { seedFor } from "../check/seed.js";
import { pathFor, unknownPathAsk, workingExchange } from "./existence.js";
import { workingRead } from "./plain-reads.js";
import { askOnce } from "./probe.js";

/** Files may be handed out by signed links, so that the key is not asked for. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(["v1DownloadFile", "v2DownloadFile", "v2DownloadDocument"]);
const NOT_DONE: ReadonlySet<number> = new Set([405, 501]);

/** The operations of a generation that need a key, in an order drawn from the run's seed. */
export function keyedOperations(t: Check, generation: Generation): readonly Operation[] {
  const rank = ({ id }: Operation): number => seedFor(t.settings.seed, id);
  return operations
    .filter((each) => each.generation === generation && operationInScope(each.id, t.settings))
    .filter(({ id }) => !OPEN_TO_ALL.has(id))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** The operations in scope that give files, for which a key may not be needed. */
export function openOperations(t: Check): readonly Operation[] {
  return operations.filter(({ id }) => OPEN_TO_ALL.has(id) && operationInScope(id, t.settings));
}

/**
 * The operations of which the keys may be tried: the reads, and the others where the run may write and no read
 * succeeded, since a target that does not look at keys may carry them out.
 */
export async function byHarm<T>(
  t: Check,
  chosen: readonly Operation[],
  tell: (operation: Operation) => Promise<T>,
  succeeds: (told: T) => boolean,
): Promise<readonly T[]> {
  const [reads, others] = [true, false].map((is) => chosen.filter(({ method }) => isSafe(method) === is));
  const told = await Promise.all((reads ?? []).map(tell));
  if (t.settings.writes === "none" || told.some(succeeds)) return told;
  return [...told, ...(await Promise.all(leastHarmFirst(others ?? []).map(tell)))];
}

/**
 * A call of the operation that does little harm even where the key is not checked: known ids to read, unless others are
 * given, made-up ones to change, and a body that nothing is made of.
 */
export async function harmlessCall(
  t: Check,
  operation: Operation,
  ids?: Record<string, string>,
): Promise<Ask & { operation: Operation["id"] }> {
  const path = ids ?? (await pathFor(t, operation));
  const working = await ifReadable(workingRead(t, operation.generation));
  const query = {
    ...(operation.id === "v1ListBatches" && { status: "open" }),
    // The read by which keys are tried first is of the first page.
    ...(operation.paged && working?.ask.operation !== operation.id && { page: 2 }),
  };
  const call = {
    operation: operation.id,
    ...(operation.pathParams.length > 0 && { path }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  if (operation.method === "GET" || !operation.takesBody) return call;
  // Bodies may be parsed, or their type looked at, before the key is: half of the operations show the one, half the other.
  return { ...call, raw: seedFor(t.settings.seed, operation.id) % 2 === 0 ? UNREADABLE : WRONG_TYPE };
}

/** What one call with a wrong key told. */
export interface WrongKeyTold {
  readonly findings: readonly Finding[];
  /** True where the call succeeded, so that keys may not be looked at. */
  readonly succeeded: boolean;
  /** False when the answer says nothing about the key: the operation is not there, or the target is unwell. */
  readonly told: boolean;
}

const NOTHING_TOLD: WrongKeyTold = { findings: [], told: false, succeeded: false };

/**
 * Sends a made-up key to an operation, a short one to deletions; in v2 for ids of nothing, where a lookup before the key
 * is looked at shows.
 *
 * @param strict true where 401 is due whatever ids and body; otherwise only where the same call succeeds with
 *   the right key, or where it is a success or a 403 that came
 */
export async function tellWrongKey(t: Check, operation: Operation, strict: boolean): Promise<WrongKeyTold> {
  const ids = operation.generation === "v2" ? madeUpPath(operation) : undefined;
  const call = await harmlessCall(t, operation, ids);
  const key: Pick<Ask, "key" | "wrongKey"> =
    operation.method === "DELETE" ? { key: "wrong", wrongKey: "short" } : { key: "wrong" };
  const exchange = await askOnce(t, { ...call, ...key });
  if (exchange === null) return NOTHING_TOLD;
  const findings = judgeWrongKey({ rule: t.rule, exchange });
  if (findings.length === 0) return { findings, told: true, succeeded: succeeded(exchange) };
  if (await isNotThere(t, operation, { ...call, ...key }, exchange)) return NOTHING_TOLD;
  if (strict || succeeded(exchange) || exchange.answer.status === 403)
    return { findings, told: true, succeeded: succeeded(exchange) };
  const right = operation.method === "GET" ? await askOnce(t, call) : null;
  return right !== null && succeeded(right) ? { findings, told: true, succeeded: false } : NOTHING_TOLD;
}

/** Whether the answer only says that there is no such operation, which is the operation's own rule. */
async function isNotThere(t: Check, operation: Operation, call: Ask, exchange: Answered): Promise<boolean> {
  const { status } = exchange.answer;
  if (NOT_DONE.has(status)) return true;
  if (status !== 404 || workingExchange(t, operation) !== null) return false;
  const { key = "wrong", wrongKey, raw } = call;
  const rest = { key, ...(wrongKey && { wrongKey }), ...(raw && { raw }) };
  const blank = await askOnce(t, unknownPathAsk(operation, rest));
  return blank === null || alike(exchange, blank);
}
