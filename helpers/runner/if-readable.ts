import { Inconclusive } from "../contract/outcome.js";

/** What a reading gives, or null where it could not be made: for checks that can do without it. */
export function ifReadable<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof Inconclusive) return null;
    throw error;
  });
}
