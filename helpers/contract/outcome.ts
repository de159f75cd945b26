/**
 * How a check leaves early. These are not breaches: a breach is a `Finding`, a value that is never thrown.
 */

/** The check could not be made; the message says why and what would settle it. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
}

/** The rule does not speak about this target; the message says why. */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}

/** Makes a vitest test red; carries text for people only, reports read the check's record. */
export class RuleBroken extends Error {
  override readonly name = "RuleBroken";
}
