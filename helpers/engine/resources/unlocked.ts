import type { OperationId } from "../../contract/generated/types.js";
import { isAboutTheCaller, mayBeDueTo } from "../../oracles/answers/refusal.js";
import type { Answered } from "../../wire/exchange.js";
import { isFailure } from "../../wire/status.js";
import type { Check } from "../check/check.js";

/** Milliseconds for which a service may lock what was changed. */
const LOCKED = 3_000;

/** Whether a refusal may be due to the state of what would be changed, as nobody outside knows it. */
function mayBeLocked(exchange: Answered): boolean {
  return mayBeDueTo(exchange, []) && !isAboutTheCaller(exchange.answer);
}

/** What came of a change: its exchange, or more beside it. */
type Made = Answered | { readonly exchange: Answered };

/**
 * Asks for a change that is due. Where it is refused for a conflict or a rule of the business, asks once more, some time
 * after the run's last change by these operations: a service may lock what it is still working on.
 * @param made what came of it, if it was asked for already
 */
export async function onceUnlocked<T extends Made>(
  t: Check,
  writes: readonly OperationId[],
  ask: () => Promise<T>,
  made: T | null = null,
): Promise<T> {
  const first = made ?? (await ask());
  const exchange: Answered = "exchange" in first ? first.exchange : first;
  const since = t.session.sinceDone(writes);
  if (!mayBeLocked(exchange) || since === Number.POSITIVE_INFINITY) return first;
  if (since < LOCKED) await t.session.pause(LOCKED - since);
  return ask();
}

/** Asks as `onceUnlocked` does, and once more where that fails: a single failure may be an accident. */
export async function onceWorking(
  t: Check,
  writes: readonly OperationId[],
  ask: () => Promise<Answered>,
): Promise<Answered> {
  const answer = await onceUnlocked(t, writes, ask);
  return isFailure(answer.answer.status) ? onceUnlocked(t, writes, ask) : answer;
}
