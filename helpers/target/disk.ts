/** Codes of the file system for: nothing more can be written. */
const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Writes to the disk; false where it is full. @throws any other error */
export function wroteUnlessFull(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (isFullDisk(error)) return false;
    throw error;
  }
}

/** Whether an error says that the disk is full, or that the account may not fill it further. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && FULL.has(error.code);
}
