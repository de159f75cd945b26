/** How a check ends early. These are not breaches: a breach is a `Finding`, a value that is never thrown. */

/** The check could not be completed; the message says why and what would settle it. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
}

/** The rule does not apply to this target; the message says why. */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}

/** Makes a vitest test fail. Its text is for people only; reports read the check's record. */
export class RuleBroken extends Error {
  override readonly name = "RuleBroken";
}

/** The result of a reading, or null if it was inconclusive; for checks that can do without it. */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | null> {
  const read = await orWhyNot(reading);
  return read instanceof Inconclusive ? null : read;
}

/** The result of a reading, or why it was inconclusive. */
export function orWhyNot<T>(reading: Promise<T>): Promise<T | Inconclusive> {
  return reading.catch((error: unknown) => {
    if (error instanceof Inconclusive) return error;
    throw error;
  });
}
