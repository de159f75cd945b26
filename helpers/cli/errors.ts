import { oneLine, wrap } from "../../reports/text.js";

/**
 * The run could not be made for a reason that the user can mend: bad usage, bad configuration, a target that
 * does not answer. The message is one line that says how to mend it; the exit code is 2.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Characters of a message; what it quotes may be long. */
const MESSAGE = 500;

/** Tells the user something on standard error: one line, which on a terminal breaks between words. */
export function tellUser(message: string): void {
  const { isTTY, columns } = process.stderr;
  const line = oneLine(`plimsoll: ${message}`, MESSAGE);
  process.stderr.write(`${isTTY ? wrap(line, columns).join("\n") : line}\n`);
}
