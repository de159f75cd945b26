import { session } from "../check/session.js";

/** Milliseconds between readings, four seconds in all, for targets with replica lag. */
const PATIENCE = [100, 300, 600, 1000, 2000] as const;

/**
 * Reads until the effect of a write has arrived, or for about four seconds, and returns the last reading.
 * @param pause how the run waits
 */
export async function awaitEffect<T>(
  read: () => Promise<T>,
  arrived: (reading: T) => boolean,
  pause: (ms: number) => Promise<void> = (ms) => session().pause(ms),
): Promise<T> {
  let reading = await read();
  for (const ms of PATIENCE) {
    if (arrived(reading)) break;
    await pause(ms);
    reading = await read();
  }
  return reading;
}
