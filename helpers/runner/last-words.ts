import { join } from "node:path";
import { test } from "vitest";
import { writeHar } from "../target/har.js";
import { factsOf, type RunFacts } from "./facts.js";
import type { LeftOut } from "./left-out.js";
import { removeOwn } from "./own.js";
import { session } from "./session.js";

declare module "vitest" {
  interface TaskMeta {
    plimsollFacts?: RunFacts;
    plimsollLeftOut?: readonly LeftOut[];
  }
}

/** Declares the last test of a run: it closes the journal and hands over the facts of the run. */
export function lastWords(): void {
  test("the run's journal is closed", async ({ task }) => {
    const { client, journal, findings, leftOut, settings } = session();
    await removeOwn(session());
    await session().end();
    if (journal.isKept) await writeHar(join(settings.outDir, "exchanges.har"), journal.whole());
    journal.close();
    task.meta.plimsollLeftOut = leftOut;
    task.meta.plimsollFacts = factsOf(
      {
        exchanges: journal.exchanges,
        requests: client.requests,
        instability: client.instability,
        givenUp: client.givenUp,
      },
      findings,
    );
  });
}
