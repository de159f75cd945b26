import type { Answered } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";

/** Milliseconds between readings, seven seconds in all, for targets with replica lag. */
export const PATIENCE: readonly number[] = [100, 300, 600, 1000, 2000, 3000];
/** The same where an earlier wait for such an effect brought nothing. */
export const BRIEF: readonly number[] = [100, 300, 600];

/** What a wait needs of a check. */
interface Pauses {
  readonly session: Pick<Check["session"], "pause">;
}

/**
 * Reads until the effect of a write has arrived or patience ends, and returns the last reading.
 * @param t the check that waits
 * @param patience milliseconds between readings
 */
export async function awaitEffect<T>(
  t: Pauses,
  read: () => Promise<T>,
  arrived: (reading: T) => boolean,
  patience = PATIENCE,
): Promise<T> {
  let reading = await read();
  for (const ms of patience) {
    if (arrived(reading)) break;
    await t.session.pause(ms);
    reading = await read();
  }
  return reading;
}

/** Asks until the answer is no 404 or patience ends: a replica may not know yet what another one has just shown. */
export function onceKnown(
  t: Pauses,
  ask: () => Promise<Answered>,
  patience?: readonly number[],
): Promise<Answered> {
  return awaitEffect(t, ask, ({ answer }) => answer.status !== 404, patience);
}
