/**
 * The run could not be made for a reason that the user can mend: bad usage, bad configuration, a target that
 * does not answer. The message is one line that says how to mend it; the exit code is 2.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
