import type { Generation, Operation } from "../../contract/model.js";
import { operationsIn } from "../../contract/scope.js";
import { isPlainlyValid } from "../../oracles/answers/plainly-valid.js";
import type { Answered, Exchange, KeyUse } from "../../wire/exchange.js";
import { is4xx, succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";

/** An exchange of the run in which the operation succeeded, or null. A long body of it is only in the journal. */
export function workingExchange(t: Check, { id }: Operation): Answered | null {
  return exchangeOf(t, id, (exchange) => succeeded(exchange));
}

/**
 * An exchange of the run in which a read did not find an id of the usual form, or null. A malformed request does not
 * count: it may have been refused before the operation was looked up.
 */
export function unfoundExchange(t: Check, operation: Operation): Answered | null {
  return exchangeOf(
    t,
    operation.id,
    ({ answer, request, intent }) =>
      answer?.status === 404 && intent !== "nowhere" && isPlainlyValid(operation, request.url),
  );
}

/**
 * The first exchange of the run, answered and with this use of a key, that satisfies `fits`, or null.
 * @param fits gets an outline, in which long bodies are cut
 */
export function exchangeOf(
  t: Check,
  id: string,
  fits: (exchange: Exchange) => boolean,
  key: KeyUse = "right",
): Answered | null {
  for (const exchange of t.session.journal.outlinesOf(id)) {
    if (exchange.request.key !== key) continue;
    const { answer } = exchange;
    if (answer === null || !fits(exchange)) continue;
    const whole = t.session.journal.load(exchange.index);
    return { ...whole, answer: whole.answer ?? answer };
  }
  return null;
}

/** The first refusal of a call by one of these operations that might have succeeded; null if one did succeed. */
export function refusalOfAll(t: Check, operations: readonly string[]): Answered | null {
  const made = operations
    .flatMap((id) => t.session.journal.outlinesOf(id))
    .filter(({ request, intent }) => request.key === "right" && intent === undefined);
  const [first] = made;
  if (first === undefined || made.some(succeeded)) return null;
  const { answer, ...rest } = t.session.journal.load(first.index);
  return answer === null || !is4xx(answer.status) ? null : { ...rest, answer };
}

/** The reads of a generation that have succeeded in this run and need no id. */
export function readsWithoutId(t: Check, generation: Generation): readonly Operation[] {
  return readsThatWorked(t, generation).filter(({ pathParams }) => pathParams.length === 0);
}

/** A read of a record by its id that has succeeded in this run, or null. */
export function recordOf(t: Check, generation: Generation): Operation | null {
  return readsThatWorked(t, generation).find(({ path }) => path.endsWith("_id}")) ?? null;
}

function readsThatWorked(t: Check, generation: Generation): readonly Operation[] {
  return operationsIn(t.settings).filter(
    (each) => each.method === "GET" && each.generation === generation && workingExchange(t, each) !== null,
  );
}
