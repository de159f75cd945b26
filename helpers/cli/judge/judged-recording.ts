import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Recorded } from "../../../reports/certificate/statement.js";
import { complianceOf } from "../../../reports/compliance.js";
import type { Compliance } from "../../../reports/results.js";
import { oneLine } from "../../../reports/text.js";
import type { Exchange } from "../../wire/exchange.js";
import { type JoinableShard, joinedRun } from "../merge/joined-run.js";
import { UsageError } from "../mistakes/errors.js";
import { shardFileOf } from "../run/shard-file.js";
import { inTemporaryFolder, withOwnTemporary } from "../run/temporary.js";
import { ownRecordingIn } from "./judge.js";
import { judgeAgain, type OwnRecording, type Played, play } from "./judge-again.js";

const CHUNK_BYTES = 1024 * 1024;

/** The outcome of a run's recording. */
export interface Judged {
  readonly result: Compliance;
  readonly recorded: Recorded;
}

/**
 * Judges recordings of one of our runs offline, a single one or those of all its shards; leaves no files behind.
 * @throws UsageError if they cannot be judged, or were not made by plimsoll run
 */
export async function judgedRecordings(files: readonly string[]): Promise<Judged> {
  const recordings = files.map((file) => ({ file: resolve(file), recording: ownRecording(file) }));
  const [only, ...others] = recordings;
  const judged = (folder: string) =>
    only !== undefined && others.length === 0
      ? judgeAgain(only.file, only.recording, folder)
      : judgeShardsAgain(recordings, folder);
  const result = await withOwnTemporary(() => inTemporaryFolder(judged));
  return {
    result,
    recorded: {
      files: files.map((file) => ({ name: basename(file), sha256: digestOf(file) })),
      observed: observedIn(recordings.map(({ recording }) => recording.exchanges)),
    },
  };
}

function ownRecording(file: string): OwnRecording {
  const recording = ownRecordingIn(file);
  if (recording !== null) return recording;
  throw new UsageError(`${file} was not recorded by plimsoll run, so it says nothing of a whole contract.`);
}

interface Read {
  readonly file: string;
  readonly recording: OwnRecording;
}

/** Judges each shard by its own checks, then joins them as merge does. */
async function judgeShardsAgain(recordings: readonly Read[], folder: string): Promise<Compliance> {
  const shards: JoinableShard[] = [];
  const ends: Pick<Played, "stopped" | "notices">[] = [];
  for (const { file, recording } of recordings) {
    const startedAt = new Date();
    const { settings, context, ...made } = await play(file, recording, folder);
    ends.push(made);
    const { shard } = settings;
    if (shard === null)
      throw new UsageError(`${file} is of no shard; name one recording, or those of shards.`);
    const told = { startedAt, options: context?.options ?? [] };
    const waivers = context?.waivers.list ?? [];
    shards.push({
      folder: file,
      file: shardFileOf({ ...settings, shard }, waivers, made, told),
      exchanges: () => recording.exchanges,
    });
  }
  const { events } = joinedRun(shards, false);
  return complianceOf({
    ...events,
    stopped: events.stopped === true || ends.some(({ stopped }) => stopped),
    notices: [...(events.notices ?? []), ...ends.flatMap(({ notices }) => notices)],
  });
}

/** SHA-256 of a file of any length, in hex. */
export function digestOf(file: string): string {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const descriptor = openSync(file, "r");
  try {
    for (let size = -1; size !== 0; ) {
      size = readSync(descriptor, chunk);
      hash.update(chunk.subarray(0, size));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}

/** From the start of the first exchange to the end of the last one, of all recordings. */
function observedIn(recordings: readonly Iterable<Exchange>[]): Recorded["observed"] {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const exchanges of recordings) {
    for (const { startedAt, ms } of exchanges) {
      const start = Date.parse(startedAt);
      if (Number.isNaN(start))
        throw new UsageError(
          `an exchange of the recording says no time at which it began: ${oneLine(startedAt, 60)}`,
        );
      from = Math.min(from, start);
      to = Math.max(to, start + Math.round(ms));
    }
  }
  if (from > to) throw new UsageError("the recording holds no exchange, so there is nothing to certify.");
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
