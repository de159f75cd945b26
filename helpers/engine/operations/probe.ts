import type { Intent } from "../../contract/conduct.js";
import { memo } from "../../contract/memo.js";
import type { Generation, Operation } from "../../contract/model.js";
import { operationsIn } from "../../contract/scope.js";
import { madeUpPath } from "../../target/messages/made-up.js";
import { intentOf, refusalOf } from "../../target/messages/request.js";
import type { Answered } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import { requestLine } from "../../wire/message.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { Unsent } from "../check/conduct.js";
import { given } from "../check/given.js";

/** The answers so far, by request. */
const asked = given(async () => new Map<string, Promise<Answered | null>>());

/**
 * The answer to a request. Null if the target was not stable enough to answer, or if the request might do harm and was
 * not sent. A probe is sent only if the target refuses a read for the same reason.
 */
export async function tryAsk(t: Check, ask: Ask): Promise<Answered | null> {
  await readFirst(t, ask);
  const exchange = await t.send(ask).catch(unlessUnsent);
  const answer = exchange?.answer ?? null;
  return exchange === null || answer === null || isUnwell(answer) ? null : { ...exchange, answer };
}

/** Like `tryAsk`, but each different request is sent once a run, whichever check asks first. */
export async function askOnce(t: Check, ask: Ask): Promise<Answered | null> {
  const known = await t.given(asked);
  const name = JSON.stringify(Object.entries(ask).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return memo(known, name, () => tryAsk(t, ask));
}

/** Like `askOnce`. @throws Inconclusive if the target was not stable enough to answer */
export async function answeredOnce(t: Check, ask: Ask): Promise<Answered> {
  const exchange = await askOnce(t, ask);
  if (exchange !== null) return exchange;
  // A target may lock out only clients that try many keys.
  return t.inconclusive(
    intentOf(ask) === "key"
      ? "wrong keys were answered with 429 or not at all; allow this client about 200 wrong keys"
      : "the target was not stable; run again when it is",
  );
}

/** The answer to a path that certainly does not exist. */
export function askUnknownPath(
  t: Check,
  generation: Generation,
  rest: Pick<Ask, "raw" | "key" | "method">,
  word = "one",
): Promise<Answered | null> {
  return askOnce(t, { ...rest, pathname: `/${generation}/plimsoll-nothing/${word}` });
}

function unlessUnsent(error: unknown): null {
  if (error instanceof Unsent) return null;
  throw error;
}

/** Stops probes of a kind if the target does not even refuse a read for the same reason. */
async function readFirst(t: Check, ask: Ask): Promise<void> {
  const refusal = refusalOf(ask);
  if (refusal === null || t.session.conduct.whyNot(ask) !== null) return;
  const read = await refusedRead(
    t,
    refusal,
    /^\/?v1/.test(ask.operation ?? ask.pathname ?? "") ? "v1" : "v2",
  );
  if (read === null || !succeeded(read)) return;
  t.session.conduct.stop(
    ask,
    `${requestLine(read)} is answered with ${read.answer.status}, so it might carry out other requests that must be refused for the same reason; fix that first`,
  );
}

/** The answer to a read that must be refused for the same reason as a probe; null if there is none. */
export async function refusedRead(
  t: Check,
  refusal: Intent,
  generation: Generation,
): Promise<Answered | null> {
  if (refusal === "key") return null;
  const record = refusal === "id" ? recordRead(t, generation) : null;
  return record === null
    ? askUnknownPath(t, generation, { method: "GET" })
    : askOnce(t, { operation: record.id, path: madeUpPath(record), intent: refusal });
}

/** The read of a shipment, which is asked for an unknown id anyway. */
function recordRead(t: Check, generation: Generation): Operation | null {
  const path = `/${generation}/shipments/{shipment_id}`;
  return operationsIn(t.settings).find((each) => each.method === "GET" && each.path === path) ?? null;
}
