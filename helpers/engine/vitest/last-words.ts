import { test } from "vitest";
import { WIDTH_ASIDE } from "../../target/client.js";
import { END_ASIDE } from "../../target/recording.js";
import type { LeftOut } from "../check/left-out.js";
import { session } from "../check/session.js";
import { removeOwn } from "../resources/created.js";
import { factsOf, type RunFacts } from "./facts.js";

declare module "vitest" {
  interface TaskMeta {
    plimsollFacts?: RunFacts;
    plimsollLeftOut?: readonly LeftOut[];
  }
}

/** Declares the last test of a run: it closes the journal and hands over the facts of the run. */
export function lastWords(): void {
  test("the run's journal is closed", async ({ task }) => {
    const { asides, client, journal, player, findings, leftOut } = session();
    await removeOwn(session());
    await session().end();
    if (client.broughtDownTo !== null) asides.remember(WIDTH_ASIDE, client.broughtDownTo);
    asides.remember(END_ASIDE, true);
    task.meta.plimsollLeftOut = leftOut;
    task.meta.plimsollFacts = {
      ...factsOf(
        {
          exchanges: journal.exchanges,
          load: ({ index }) => journal.load(index),
          requests: client.requests,
          instability: client.instability,
          givenUp: client.givenUp,
          broughtDownTo: client.broughtDownTo,
          effects: session().conduct.effects,
        },
        findings,
      ),
      ...(player === null ? {} : { unplayed: player.unplayed }),
    };
    journal.close();
  });
}
