/** How a check ends early. These are not breaches: a breach is a `Finding`, a value that is never thrown. */

/** An option of the command line that would settle what a run left open; capitals stand for a value to supply. */
export type Option =
  | "--bodies FILE"
  | "--budget N"
  | "--timeout MS"
  | `--effort ${string}`
  | "--fixture all"
  | `--fixture ${string}=ID`
  | "--receiver URL"
  | "--receiver-port N"
  | "--report-trigger PATH"
  | "--seller-id ID"
  | `--writes ${"own" | "fixtures"}`;

/** The check could not be completed; the message says why and what would settle it. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
  /** What to type, all together, so that the next run settles it; empty if no option helps. */
  readonly options: readonly Option[];

  constructor(reason: string, ...options: readonly Option[]) {
    super(reason);
    this.options = options;
  }
}

/** A try that was due could not be made, because the data moved each time: the rule cannot be said to hold. */
export class Moved extends Inconclusive {}

/** The rule does not apply to this target; the message says why. */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}

/** Makes a vitest test fail. Its text is for people only; reports read the check's record. */
export class RuleBroken extends Error {
  override readonly name = "RuleBroken";
  /** Without a place in the code, which would be the one that throws, whatever is broken. */
  override readonly stack = `${this.name}: ${this.message}`;
}

/** Why none of several things could be judged: each reason once, and the options of all. */
export function noneOf(reasons: readonly Inconclusive[]): Inconclusive {
  const texts = new Set(reasons.map(({ message }) => message));
  const Kind = reasons.some((reason) => reason instanceof Moved) ? Moved : Inconclusive;
  return new Kind([...texts].join("; "), ...reasons.flatMap(({ options }) => options));
}

/** The result of a try; where the data moved each time, that of what is done then. */
export async function ifMoved<T>(trying: Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await trying;
  } catch (error) {
    if (error instanceof Moved) return otherwise();
    throw error;
  }
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
