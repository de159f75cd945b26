import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Recorded } from "../../reports/certificate/statement.js";
import type { Compliance } from "../../reports/results.js";
import { sha256 } from "../contract/digests.js";
import type { Exchange } from "../wire/exchange.js";
import { UsageError } from "./errors.js";
import { ownRecordingIn } from "./judge.js";
import { judgeAgain } from "./judge-again.js";

/** What the recording of a run comes to. */
export interface Judged {
  readonly result: Compliance;
  readonly recorded: Recorded;
}

/**
 * Judges the recording of a run of our own offline and leaves nothing behind.
 * @throws UsageError when it cannot be judged, or is no recording of plimsoll run
 */
export async function judgedRecording(file: string): Promise<Judged> {
  const recording = ownRecordingIn(file);
  if (recording === null) {
    throw new UsageError(`${file} was not recorded by plimsoll run, so it says nothing of a whole contract.`);
  }
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-judged-"));
  try {
    const result = await judgeAgain(resolve(file), recording, folder);
    return {
      result,
      recorded: { file: basename(file), sha256: digestOf(file), observed: observedIn(recording.exchanges) },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** SHA-256 of a file, in hex. */
export function digestOf(file: string): string {
  return sha256(readFileSync(file));
}

/** From the start of the first exchange to the end of the last one. */
function observedIn(exchanges: readonly Exchange[]): Recorded["observed"] {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const { startedAt, ms } of exchanges) {
    const start = Date.parse(startedAt);
    from = Math.min(from, start);
    to = Math.max(to, start + Math.round(ms));
  }
  if (from > to) throw new UsageError("the recording holds no exchange, so there is nothing to certify.");
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
