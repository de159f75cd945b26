import { READABLE } from "../../contract/conduct.js";
import type { Operation } from "../../contract/model.js";
import { judgeWrongKey } from "../../oracles/answers/auth.js";
import { NOT_DONE } from "../../oracles/answers/existence.js";
import { alike } from "../../oracles/answers/likeness.js";
import { madeUpPath } from "../../target/messages/made-up.js";
import type { WrongKey } from "../../target/messages/wrong-key.js";
import type { Answered, Findings } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "./calls-so-far.js";
import { harmlessCall, repeatedCall } from "./key-calls.js";
import { askOnce } from "./probe.js";
import { unknownPathAsk } from "./unknown-paths.js";
import { unknownReadOf } from "./wrong-key-reads.js";

/** What one call with a wrong key showed. */
interface WrongKeyTold {
  readonly findings: Findings;
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

/** Sends a made-up key to an operation and says what that showed. */
export type TellWrongKey = (t: Check, operation: Operation) => Promise<WrongKeyTold>;

/** For a target from which 401 is due whatever ids and body are. */
export const tellKeyFirst: TellWrongKey = async (t, operation) => {
  const told: WrongKeyTold[] = [];
  for (const right of await rightCalls(t, operation)) {
    const one = await tellOneFirst(t, operation, wrongCall(operation, right));
    if (one.findings.length > 0) return one;
    told.push(one);
  }
  return told.find((one) => one.told) ?? NOTHING_TOLD;
};

async function tellOneFirst(t: Check, operation: Operation, wrong: Ask): Promise<WrongKeyTold> {
  const first = await askOnce(t, wrong);
  // v1 leaves open whether the key or the body is looked at first: a body that can be read shows whether the key is.
  const mayBeAboutBody =
    operation.generation === "v1" && wrong.raw !== undefined && first?.answer.status === 400;
  const exchange = mayBeAboutBody ? await askOnce(t, { ...wrong, raw: READABLE }) : first;
  return plainlyTold(t, operation, wrong, exchange);
}

/**
 * For a target that may look at ids or body before the key: a finding counts only if the answer was a success or a 403,
 * or if the same call succeeds with the right key.
 */
export const tellKeyInAnyOrder: TellWrongKey = async (t, operation) => {
  const right = await repeatedCall(t, operation);
  const wrong = wrongCall(operation, right);
  const exchange = await askOnce(t, wrong);
  const told = await plainlyTold(t, operation, wrong, exchange);
  if (told.findings.length === 0 || told.succeeded || exchange?.answer.status === 403) return told;
  const counter = operation.method === "GET" ? await askOnce(t, right) : null;
  return counter !== null && succeeded(counter) ? told : NOTHING_TOLD;
};

/** The calls of an operation that are sent with a wrong key: in v2 also for unknown ids, or only for them. */
async function rightCalls(t: Check, operation: Operation): Promise<readonly Ask[]> {
  if (operation.generation === "v1") return [await repeatedCall(t, operation)];
  const unknown = operation.method === "GET" ? unknownReadOf(operation, t.settings.seed) : "instead";
  return [
    ...(unknown === "instead" ? [] : [await repeatedCall(t, operation)]),
    ...(unknown === "never" ? [] : [await harmlessCall(t, operation, madeUpPath(operation))]),
  ];
}

/** The call with a made-up key, short or long to some operations. */
export function wrongCall({ method }: Operation, right: Ask): Ask {
  const wrongKey = KEY_LENGTHS[method];
  return { ...right, key: "wrong", ...(wrongKey && { wrongKey }) };
}

/** What the answer to a wrong key shows by itself. */
async function plainlyTold(
  t: Check,
  operation: Operation,
  wrong: Ask,
  exchange: Answered | null,
): Promise<WrongKeyTold> {
  if (exchange === null) return NOTHING_TOLD;
  const findings = judgeWrongKey({ rule: t.rule, exchange });
  if (findings.length > 0 && (await isNotThere(t, operation, wrong, exchange))) return NOTHING_TOLD;
  return { findings, told: true, succeeded: succeeded(exchange) };
}

/** Whether the answer only says that the operation does not exist, which its own rule judges. */
export async function isNotThere(
  t: Check,
  operation: Operation,
  call: Ask,
  exchange: Answered,
): Promise<boolean> {
  const { status } = exchange.answer;
  if (NOT_DONE.has(status)) return true;
  if (status !== 404 || workingExchange(t, operation) !== null) return false;
  const { key = "wrong", wrongKey, raw } = call;
  const rest = { key, ...(wrongKey && { wrongKey }), ...(raw && { raw }) };
  const blank = await askOnce(t, unknownPathAsk(operation, rest));
  return blank === null || alike(exchange, blank);
}
