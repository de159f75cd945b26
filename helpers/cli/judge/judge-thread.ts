import { parentPort, workerData } from "node:worker_threads";
import { UsageError } from "../mistakes/errors.js";
import { judgeHere, type Told, type Work } from "./judge.js";

// The thread in which `judge.ts` has a long recording judged.

const { file, options }: Work = workerData;

/** The outcome. A UsageError loses its class on the way to another thread. */
async function told(): Promise<Told> {
  try {
    return { compliance: await judgeHere(file, options) };
  } catch (error) {
    if (error instanceof UsageError) return { mistake: error.message };
    throw error;
  }
}

parentPort?.postMessage(await told());
