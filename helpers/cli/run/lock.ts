import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { codeOf } from "../../contract/code-of.js";
import { isObject } from "../../contract/json.js";
import { UsageError } from "../mistakes/errors.js";

/** Name of the file in a run's folder that says which process uses the folder. */
export const LOCK_FILE = "plimsoll.lock";

/** Another process uses the folder: nothing may be written there. */
export class FolderInUse extends UsageError {}

/** The process that holds a folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Its command: "run", "cleanup". */
  readonly command: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/**
 * Locks a folder for one command: two that write the same journal and ledger would damage both and remove each other's
 * resources. Takes over the lock of a dead process of this machine.
 * @returns releases the folder
 * @throws FolderInUse that names the holder
 */
export function lockFolder(folder: string, command: string): () => void {
  const file = join(folder, LOCK_FILE);
  const own: Holder = { pid: process.pid, host: hostname(), command, since: new Date().toISOString() };
  if (!taken(file, own)) {
    const holder = holderIn(file);
    if (holder !== null && isAtWork(holder)) throw inUse(folder, file, holder);
    removeStale(file);
    if (!taken(file, own)) throw inUse(folder, file, holderIn(file));
  }
  return () => rmSync(file, { force: true });
}

/** Writes the lock unless there is one. */
function taken(file: string, own: Holder): boolean {
  try {
    writeFileSync(file, `${JSON.stringify(own)}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Another command may do the same at this moment and be at work already: what is moved away is looked at again. */
function removeStale(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const moved = holderIn(aside);
  if (moved !== null && isAtWork(moved)) renameSync(aside, file);
  else rmSync(aside, { force: true });
}

/** Null if the file is gone, or incomplete. */
function holderIn(file: string): Holder | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isHolder(holder) ? holder : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  return isObject(value) && Number.isInteger(value.pid) && typeof value.host === "string";
}

/** Whether a process of another machine is alive is unknown here. */
function isAtWork({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  // This process locks a folder once: a container that was started again may have the same number.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process counts too.
    return codeOf(error) === "EPERM";
  }
}

function inUse(folder: string, file: string, holder: Holder | null): FolderInUse {
  const who =
    holder === null
      ? "another plimsoll"
      : `plimsoll ${holder.command}, process ${holder.pid} on ${holder.host} since ${holder.since},`;
  return new FolderInUse(
    `--out ${folder}: ${who} is at work there; name another folder, or delete ${file} if that is not so.`,
  );
}
