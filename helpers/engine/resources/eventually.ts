import { session } from "../check/session.js";

/** Milliseconds between readings, four seconds in all, for targets with replica lag. */
export const PATIENCE: readonly number[] = [100, 300, 600, 1000, 2000];
/** The same where an earlier wait for such an effect was in vain. */
export const BRIEF: readonly number[] = [100, 300, 600];

/**
 * Reads until the effect of a write has arrived or patience ends, and returns the last reading.
 * @param patience milliseconds between readings
 * @param pause how the run waits
 */
export async function awaitEffect<T>(
  read: () => Promise<T>,
  arrived: (reading: T) => boolean,
  patience = PATIENCE,
  pause: (ms: number) => Promise<void> = (ms) => session().pause(ms),
): Promise<T> {
  let reading = await read();
  for (const ms of patience) {
    if (arrived(reading)) break;
    await pause(ms);
    reading = await read();
  }
  return reading;
}
