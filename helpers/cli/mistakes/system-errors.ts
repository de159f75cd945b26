import { codeOf } from "../../contract/code-of.js";
import { isObject } from "../../contract/json.js";
import { isFullDisk } from "../../target/recordings/disk.js";

/** What a file system error means to the person who named the file. */
const OF_FILES: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder, not a file",
  ENOTDIR: "a part of its path is a file, not a folder",
  EEXIST: "a file of that name is in the way",
  EACCES: "this account may not use it",
  EPERM: "this account may not use it",
  EROFS: "it cannot be written to",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EFBIG: "the disk is full",
};

/** What an error of listening means. */
const OF_PORTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process already listens there; take another port, or 0 for a free one.",
  EACCES: "this account may not take that port; take one above 1023, or 0 for a free one.",
  EADDRNOTAVAIL: "that is not an address of this machine; 127.0.0.1 is one, 0.0.0.0 means all.",
  ENOTFOUND: "no such host; 127.0.0.1 is this machine, 0.0.0.0 means all its addresses.",
  EAI_AGAIN: "the host name could not be looked up; 127.0.0.1 is this machine.",
};

/** Why a file could not be read or written, without a full stop; null for any other error. */
export function fileTrouble(error: unknown): string | null {
  const code = codeOf(error) ?? "";
  return OF_FILES[code] ?? (fileOf(error) === null ? null : code);
}

/** The file of a file system error; null for any other error. */
export function fileOf(error: unknown): string | null {
  if (!isObject(error) || codeOf(error) === null) return null;
  return typeof error.syscall === "string" && typeof error.path === "string" ? error.path : null;
}

/** True for an error without a file name, from writing to an open file. */
export function isAboutOpenFile(error: unknown): boolean {
  return isFullDisk(error) && fileOf(error) === null;
}

/** Why a port cannot be used, and what to do; null for any other error. */
export function portTrouble(error: unknown): string | null {
  return OF_PORTS[codeOf(error) ?? ""] ?? null;
}
