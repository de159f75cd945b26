import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIGNALS } from "./interruption.js";

/** The variables that name the folder of temporary files. */
const VARIABLES = process.platform === "win32" ? ["TEMP", "TMP"] : ["TMPDIR"];

/** Does work in a folder of its own, which is removed at the end. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Does work whose temporary files, those of its processes and libraries too, go into one folder, which is removed at
 * the end and if a signal ends this process.
 */
export async function withOwnTemporary<T>(work: () => Promise<T>): Promise<T> {
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
  // The work's processes may still write into it.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const end = (signal: NodeJS.Signals) => {
    remove();
    for (const name of SIGNALS) process.off(name, end);
    process.kill(process.pid, signal);
  };
  for (const name of SIGNALS) process.on(name, end);
  for (const name of VARIABLES) process.env[name] = folder;
  try {
    return await work();
  } finally {
    for (const name of SIGNALS) process.off(name, end);
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    remove();
  }
}
