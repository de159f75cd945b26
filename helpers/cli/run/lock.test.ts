import { existsSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder } from "../testing.js";
import { FolderInUse, LOCK_FILE, lockFolder } from "./lock.js";

/** A folder that a process of this machine holds. */
function heldBy(pid: number): string {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, LOCK_FILE),
    JSON.stringify({ pid, host: hostname(), command: "run", since: "" }),
  );
  return folder;
}

it("takes over the lock of a dead process that had the same number, as in a container that began again", () => {
  const folder = heldBy(process.pid);
  const unlock = lockFolder(folder, "run");
  expect(existsSync(join(folder, LOCK_FILE))).toBe(true);
  unlock();
  expect(existsSync(join(folder, LOCK_FILE))).toBe(false);
});

it("does not take over that of a process at work", () => {
  expect(() => lockFolder(heldBy(process.ppid), "run")).toThrow(FolderInUse);
});
