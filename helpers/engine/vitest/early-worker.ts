import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PoolRunnerInitializer, PoolWorker } from "vitest/node";

const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));

/** Milliseconds for the worker to end by itself before it is killed. */
const GRACE_MS = 500;

/** A worker process that runs already. */
export interface EarlyWorker {
  /** Hands the process to vitest. */
  readonly pool: PoolRunnerInitializer;
  /** Ends it, if it is still running. */
  stop(): Promise<void>;
}

/**
 * Starts a worker and begins to load vitest, side by side and while the target is asked whether it answers: it saves
 * half a second. As a process of its own the worker may die, and the command can still report and remove what the run
 * created.
 * @returns null where the checks are not compiled: vitest starts a worker then
 */
export function startEarly(): EarlyWorker | null {
  if (!existsSync(WORKER)) return null;
  const child = fork(WORKER, {
    // What vitest tells its own workers.
    env: { ...process.env, TEST: "true", VITEST: "true", NODE_ENV: process.env.NODE_ENV ?? "test" },
    serialization: "advanced",
  });
  void import("vitest/node");
  const stop = () => ended(child);
  const name = "early-worker";
  return { pool: { name, createPoolWorker: () => workerOf(name, child, stop) }, stop };
}

function workerOf(name: string, child: ChildProcess, stop: () => Promise<void>): PoolWorker {
  return {
    name,
    on: (event, hear) => child.on(event, hear),
    off: (event, hear) => child.off(event, hear),
    send: (message) => child.send(message),
    deserialize: (data) => data,
    start: async () => {
      if (!isRunning(child))
        throw new Error(`the checks' process ended with ${child.exitCode ?? child.signalCode}`);
    },
    stop,
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const gone = once(child, "exit");
  const killing = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  child.kill();
  await gone;
  clearTimeout(killing);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
