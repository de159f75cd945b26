import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isObject } from "../wire/raw.js";
import { UsageError } from "./errors.js";

/** Name, below the folder of a run, of the file that says who is at work there. */
export const LOCK_FILE = "plimsoll.lock";

/** Somebody else is at work in the folder: nothing may be written there. */
export class FolderInUse extends UsageError {}

/** Who holds a folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** What it does: "run", "cleanup". */
  readonly command: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/**
 * Takes a folder for one command alone: two that write one journal and one ledger would break both, and remove each
 * other's things. What a dead process of this machine holds is taken over.
 *
 * @returns gives the folder back
 * @throws FolderInUse that names who holds it
 */
export function lockFolder(folder: string, command: string): () => void {
  const file = join(folder, LOCK_FILE);
  const own: Holder = { pid: process.pid, host: hostname(), command, since: new Date().toISOString() };
  if (!taken(file, own)) {
    const holder = holderIn(file);
    if (holder !== null && isAtWork(holder)) throw inUse(folder, file, holder);
    rmSync(file, { force: true });
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
    if (isObject(error) && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Null where the file is gone, or was cut while it was written. */
function holderIn(file: string): Holder | null {
  try {
    const holder: Holder = JSON.parse(readFileSync(file, "utf8"));
    return Number.isInteger(holder.pid) && typeof holder.host === "string" ? holder : null;
  } catch {
    return null;
  }
}

/** Of another machine nobody here knows. */
function isAtWork({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one all the same.
    return isObject(error) && error.code === "EPERM";
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
