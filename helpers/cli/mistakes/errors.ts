import { oneLine, wrap } from "../../../reports/text.js";
import { columnsOf } from "./terminal.js";

/**
 * The run could not be made for a reason that the user can fix: wrong usage or configuration, or a target that does not
 * answer. The message is one line that says how to fix it; the exit code is 2.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The user ended a command before it could say anything. */
export class Interrupted extends UsageError {
  /** @param exitCode as of a process that the signal ended */
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/**
 * The first line of an error's message, as a sentence. What a parser puts after it is an excerpt, announced by a colon.
 */
export function firstLineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").replace(/:$/, ".");
}

/** Longest message in characters; what it quotes may be long. */
const MESSAGE = 500;

/** Prints one line on standard error, wrapped between words on a terminal. */
export function tellUser(message: string): void {
  const { stderr } = process;
  const line = oneLine(`plimsoll: ${message}`, MESSAGE);
  stderr.write(`${stderr.isTTY ? wrap(line, columnsOf(stderr)).join("\n") : line}\n`);
}
