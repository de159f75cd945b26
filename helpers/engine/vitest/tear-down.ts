import { afterAll, test as vitestTest } from "vitest";
import { END_NOTE, WIDTH_NOTE } from "../../target/recordings/note-names.js";
import { timelineOf } from "../../wire/timeline.js";
import { leaveSession, session } from "../check/worker-session.js";
import { removeOwn } from "../resources/created.js";
import { coverageOf, type RunFacts, samplesOf } from "./facts.js";

declare module "vitest" {
  interface TaskMeta {
    /** Facts of a run besides its checks. */
    plimsollFacts?: RunFacts;
  }
}

/**
 * Ends the run of this worker: removes what it created, and closes what it opened and the journal. vitest calls it as
 * teardown, whichever checks ran; a second call does nothing.
 * @returns the facts of the run; null if none is under way
 */
async function tearDown(): Promise<RunFacts | null> {
  const left = leaveSession();
  if (left === null) return null;
  const { sideNotes, client, journal, player, findings } = left;
  await removeOwn(left);
  await left.end();
  if (client.broughtDownTo !== null) sideNotes.remember(WIDTH_NOTE, client.broughtDownTo);
  sideNotes.remember(END_NOTE, true);
  const { requests, givenUp, broughtDownTo, stopped } = client;
  const facts = {
    requests,
    coverage: coverageOf(journal.exchanges),
    fixedAnswers: left.fixed.counts,
    instability: { ...client.instability, ...Object.fromEntries(left.trouble) },
    samples: samplesOf(journal.exchanges, findings, ({ index }) => journal.load(index)),
    givenUp,
    broughtDownTo,
    stopped,
    effects: left.conduct.effects,
    ...(player === null ? { timeline: timelineOf(journal.exchanges) } : { unplayed: player.unplayed }),
  };
  journal.close();
  return facts;
}

/** Ends the run after this file and reports the run's facts. */
export function tellAtEnd(): void {
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads off the pattern what a hook needs.
  afterAll(async ({}, file) => {
    // A shard may have no check; that is a run too.
    session();
    const facts = await tearDown();
    if (facts !== null) file.meta.plimsollFacts = facts;
  });
}

/**
 * A test that gets the session of its worker. The worker tears the session down when it ends, whichever tests ran;
 * needed if vitest is started by hand for single files or checks.
 */
export const test = vitestTest.extend(
  "run",
  { scope: "worker" },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads off the pattern what a fixture needs.
  async ({}, { onCleanup }) => {
    onCleanup(async () => {
      await tearDown();
    });
    return session;
  },
);
