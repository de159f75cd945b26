#!/usr/bin/env node
import { CommanderError } from "commander";
import { Interrupted, tellUser, UsageError } from "./mistakes/errors.js";
import { EXIT } from "./mistakes/exit-codes.js";
import { fileOf, fileTrouble, isAboutOpenFile } from "./mistakes/system-errors.js";
import { program } from "./program.js";

/** A process that a signal ended has an exit code above this one. */
const FIRST_OF_SIGNALS = 128;

/** One clear line for what the user can fix; a stack only for a defect of ours. */
function explain(error: unknown): number {
  // commander has already printed its line (or the help that was asked for).
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.couldNotRun;
  const file = fileOf(error);
  if (error instanceof UsageError) tellUser(error.message);
  else if (file !== null) tellUser(`${file}: ${fileTrouble(error)}.`);
  else if (isAboutOpenFile(error)) tellUser("the disk is full.");
  else process.stderr.write(`plimsoll: a defect of its own, please report it:\n${stackOf(error)}\n`);
  return error instanceof Interrupted ? error.exitCode : EXIT.couldNotRun;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Whether nobody is left who reads a stream: a program such as head has ended, or the terminal was closed. */
function isUnread({ code }: NodeJS.ErrnoException): boolean {
  return code === "EPIPE" || code === "EIO";
}

// Without a reader, a command still comes to its end: reports are written, and what a run created is removed.
process.stdout.on("error", (error) => {
  if (!isUnread(error)) process.exit(explain(error));
});
// What cannot be told there cannot be told at all.
process.stderr.on("error", () => {});
process.on("uncaughtException", (error) => process.exit(explain(error)));

await program()
  .parseAsync()
  .catch((error: unknown) => {
    process.exitCode = explain(error);
  });

// An interrupted command does not wait for what a target that hangs still owes it.
if (Number(process.exitCode) > FIRST_OF_SIGNALS) process.exit();
