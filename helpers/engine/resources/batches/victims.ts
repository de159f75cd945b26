import type { ArchiveWay } from "../../../contract/conduct.js";
import { statusOf } from "../../../oracles/records/batches.js";
import { unknownIds } from "../../../target/messages/made-up.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { BRIEF, polling } from "../eventually.js";
import { fixtureIds, needsFixtures } from "../fixtures.js";
import { openBatches, readBatch, type SeenBatch } from "./lists.js";
import { createBatch, isOfRun } from "./own.js";
import { taken, type Victim } from "./used.js";

/** How many batches with shipments are left open for other checks, one of which processes one. */
const FULL_LEFT = 3;

const ARCHIVES = "archives a batch, one of its own or one named as fixture batch:open";

/**
 * Like `openVictim`, but a fixture with shipments comes first: our own batches are empty.
 * @throws Inconclusive as `openVictim`
 */
export async function fullVictim(t: Check, what: string): Promise<Victim> {
  t.needsWrites(ARCHIVES);
  const full = await fullFixtures(t);
  // If all may be changed, some are left to other checks.
  const ids = t.settings.fixturesAll ? full.slice(FULL_LEFT) : full;
  return (await takeFixture(t, ids)) ?? openVictim(t, what);
}

/**
 * An open batch that may be archived: one of our own if batches can be created, otherwise a fixture.
 * @param what it is for; part of its external id
 * @throws Inconclusive if there is none, or the run may change none
 */
export async function openVictim(t: Check, what: string): Promise<Victim> {
  t.needsWrites(ARCHIVES);
  const created = await orWhyNot(createBatch(t, what));
  const own = created instanceof Inconclusive ? null : await onceOpen(t, created);
  if (own !== null) return own;
  const fixture = await fixtureVictim(t);
  if (fixture !== null) return fixture;
  const why = created instanceof Inconclusive ? created.message : "a new one is not open";
  if (t.mayWrite("fixtures"))
    t.inconclusive(
      `needs an open batch that may be archived (${why}); name one as fixture batch:open`,
      "--fixture batch:open=ID",
    );
  return needsFixtures(t, "batch:open", `archives a batch, and has none of its own: ${why}`);
}

/** An open batch that the run did not make; null if there is none that may be archived. */
export async function fixtureVictim(t: Check): Promise<Victim | null> {
  return takeFixture(t, await fixtures(t));
}

/** An open batch with shipments that the run did not make, near its end; null if there is none that may be archived. */
export async function fullFixture(t: Check): Promise<Victim | null> {
  return takeFixture(t, await fullFixtures(t));
}

/** Whether to wait for a new batch to be open: no longer once such a wait brought nothing. */
const opening = given(async () => ({ isAwaited: true }));

/** A new batch once it is open, which may take a target a while; null if it does not become open. */
async function onceOpen(t: Check, victim: Victim): Promise<Victim | null> {
  const isOpen = ({ raw }: SeenBatch) => statusOf(raw) === "open";
  if (isOpen(victim.before)) return victim;
  const state = await t.given(opening);
  if (!state.isAwaited) return null;
  const before = await polling(t, () => readBatch(t, victim.id)).until(isOpen, BRIEF);
  state.isAwaited = isOpen(before);
  return isOpen(before) ? { ...victim, before } : null;
}

/** Archives a batch, and tells the ledger if the target agreed. */
export async function archive(t: Check, victim: Victim, operation: ArchiveWay): Promise<Answered> {
  const answer = await onceThere(t, victim, () =>
    t.ask({ operation, path: { batch_id: victim.id }, removal: "use" }),
  );
  if (succeeded(answer)) victim.archived();
  return answer;
}

/** Archives a batch, and before that one that does not exist: either may take others with it. */
export async function archiveEachWay(t: Check, victim: Victim, operation: ArchiveWay): Promise<void> {
  for (const batch_id of unknownIds("batch_id", victim.id, t.settings.seed).slice(0, 1))
    await t.ask({ operation, path: { batch_id }, intent: "id" });
  await archive(t, victim, operation);
}

/**
 * Does something to a batch; if a replica that lags behind has it neither for that nor by id yet, again once it has.
 */
export async function onceThere(t: Check, { id }: Victim, act: () => Promise<Answered>): Promise<Answered> {
  const answer = await act();
  const isThere = ({ exchange }: SeenBatch) => exchange.answer.status !== 404;
  if (answer.answer.status !== 404 || isThere(await readBatch(t, id))) return answer;
  return isThere(await polling(t, () => readBatch(t, id)).until(isThere)) ? act() : answer;
}

/** Open batches that may be changed and were not used yet. */
async function fixtures(t: Check): Promise<readonly string[]> {
  const used = await t.given(taken);
  const ids = await fixtureIds(t, "batch:open", async () =>
    t.inScope("v1ListBatches")
      ? idsOf(((await t.tryGiven(openBatches))?.items ?? []).filter(({ raw }) => !isOfRun(raw)))
      : [],
  );
  return ids.filter((id) => !used.has(id));
}

/** Takes the first of these batches that is still open; null if none is. */
async function takeFixture(t: Check, ids: readonly string[]): Promise<Victim | null> {
  for (const id of ids) {
    (await t.given(taken)).add(id);
    const before = await readBatch(t, id);
    if (statusOf(before.raw) === "open") return { id, isOwn: false, before, archived: () => {} };
  }
  return null;
}

/** Ids of fixtures that hold shipments, by the list. */
async function fullFixtures(t: Check): Promise<readonly string[]> {
  const listed = await t.tryGiven(openBatches);
  return (await fixtures(t)).filter((id) => Number(itemOf(listed, id)?.count) > 0);
}
