import { afterAll, test as vitestTest } from "vitest";
import { WIDTH_NOTE } from "../../target/client.js";
import { END_NOTE } from "../../target/recording.js";
import { timelineOf } from "../../wire/timeline.js";
import { leaveSession, session } from "../check/session.js";
import { removeOwn } from "../resources/created.js";
import { factsOf, type RunFacts } from "./facts.js";

declare module "vitest" {
  interface TaskMeta {
    /** What a run has to say beside its checks. */
    plimsollFacts?: RunFacts;
  }
}

/**
 * Ends the run of this worker: removes what it created, closes what it opened and the journal. It is
 * vitest's tear-down, so that it comes whichever checks were made; a second call does nothing.
 *
 * @returns what the run has to say; null where none is under way
 */
async function tearDown(): Promise<RunFacts | null> {
  const left = leaveSession();
  if (left === null) return null;
  const { sideNotes, client, journal, player, findings } = left;
  await removeOwn(left);
  await left.end();
  if (client.broughtDownTo !== null) sideNotes.remember(WIDTH_NOTE, client.broughtDownTo);
  sideNotes.remember(END_NOTE, true);
  const facts = {
    ...factsOf(
      {
        exchanges: journal.exchanges,
        load: ({ index }) => journal.load(index),
        requests: client.requests,
        instability: { ...client.instability, ...Object.fromEntries(left.trouble) },
        givenUp: client.givenUp,
        broughtDownTo: client.broughtDownTo,
        stopped: client.stopped,
        effects: left.conduct.effects,
      },
      findings,
    ),
    ...(player === null ? { timeline: timelineOf(journal.exchanges) } : { unplayed: player.unplayed }),
  };
  journal.close();
  return facts;
}

/** Has the run end with this file, which then says what it has to say beside its checks. */
export function tellAtEnd(): void {
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads off the pattern what a hook needs.
  afterAll(async ({}, file) => {
    // A shard may have no check to make: that is a run too.
    session();
    const facts = await tearDown();
    if (facts !== null) file.meta.plimsollFacts = facts;
  });
}

/**
 * A test that is given the session of its worker. The worker tears down when it ends, whichever tests were made: so it
 * is where vitest is started by hand, for single files or single checks.
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
