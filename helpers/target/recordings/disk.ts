import { codeOf } from "../../contract/code-of.js";

/** File system error codes that mean that nothing more can be written. */
const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Writes to disk; false if the disk is full. @throws any other error */
export function wroteUnlessFull(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (isFullDisk(error)) return false;
    throw error;
  }
}

/** Whether an error says that the disk or the quota is full. */
export function isFullDisk(error: unknown): boolean {
  return FULL.has(codeOf(error));
}
