import { READABLE } from "../../contract/conduct.js";
import type { Operation } from "../../contract/model.js";
import { judgeWrongKey } from "../../oracles/answers/auth.js";
import { NOT_DONE } from "../../oracles/answers/existence.js";
import { alike } from "../../oracles/answers/likeness.js";
import { madeUpPath } from "../../target/messages/made-up.js";
import type { WrongKey } from "../../target/messages/wrong-key.js";
import type { Answered, Finding } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "./calls-so-far.js";
import { harmlessCall } from "./key-calls.js";
import { askOnce } from "./probe.js";
import { unknownPathAsk } from "./unknown-paths.js";

/** What one call with a wrong key showed. */
interface WrongKeyTold {
  readonly findings: readonly Finding[];
  /** True if the call succeeded, so the target may not check keys. */
  readonly succeeded: boolean;
  /** False if the answer says nothing about the key: the operation is missing, or the target is not stable. */
  readonly told: boolean;
}

const NOTHING_TOLD: WrongKeyTold = { findings: [], told: false, succeeded: false };

/** A made-up key, of another length where that hides nothing: reads show most with one of a usual length. */
const KEY_LENGTHS: Readonly<Partial<Record<Operation["method"], WrongKey>>> = {
  DELETE: "short",
  PUT: "long",
};

/**
 * Sends a made-up key to an operation, short or long to some. In v2, ids are made up, so that a lookup before the
 * key check shows.
 * @param strict true if 401 is due whatever ids and body are; otherwise a finding counts only if the same call succeeds
 * with the right key, or if the answer was a success or a 403
 */
export async function tellWrongKey(t: Check, operation: Operation, strict: boolean): Promise<WrongKeyTold> {
  const ids = operation.generation === "v2" ? madeUpPath(operation) : undefined;
  const call = await harmlessCall(t, operation, ids);
  const wrongKey = KEY_LENGTHS[operation.method];
  const key: Pick<Ask, "key" | "wrongKey"> = { key: "wrong", ...(wrongKey && { wrongKey }) };
  const first = await askOnce(t, { ...call, ...key });
  // v1 leaves open whether the key or the body is looked at first: a body that can be read shows whether the key is.
  const mayBeAboutBody =
    strict && operation.generation === "v1" && call.raw !== undefined && first?.answer.status === 400;
  const exchange = mayBeAboutBody ? await askOnce(t, { ...call, ...key, raw: READABLE }) : first;
  if (exchange === null) return NOTHING_TOLD;
  const findings = judgeWrongKey({ rule: t.rule, exchange });
  if (findings.length === 0) return { findings, told: true, succeeded: succeeded(exchange) };
  if (await isNotThere(t, operation, { ...call, ...key }, exchange)) return NOTHING_TOLD;
  if (strict || succeeded(exchange) || exchange.answer.status === 403)
    return { findings, told: true, succeeded: succeeded(exchange) };
  const right = operation.method === "GET" ? await askOnce(t, call) : null;
  return right !== null && succeeded(right) ? { findings, told: true, succeeded: false } : NOTHING_TOLD;
}

/** Whether the answer only says that the operation does not exist, which its own rule judges. */
async function isNotThere(t: Check, operation: Operation, call: Ask, exchange: Answered): Promise<boolean> {
  const { status } = exchange.answer;
  if (NOT_DONE.has(status)) return true;
  if (status !== 404 || workingExchange(t, operation) !== null) return false;
  const { key = "wrong", wrongKey, raw } = call;
  const rest = { key, ...(wrongKey && { wrongKey }), ...(raw && { raw }) };
  const blank = await askOnce(t, unknownPathAsk(operation, rest));
  return blank === null || alike(exchange, blank);
}
