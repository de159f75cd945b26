import { firstOfEach } from "../../../contract/group-by.js";
import { statusOf } from "../../../oracles/records/batches.js";
import { type Item, idsOf } from "../../../wire/decode.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { rotated } from "../../check/seed.js";
import { polling } from "../eventually.js";
import { namedFixtures } from "../fixtures.js";
import { allBatches, firstReading, listedStates, readBatch, type SeenBatch } from "./lists.js";
import { createBatch } from "./own.js";

/**
 * Batches by id, one of each state first, then those named by most labels, so that their links lead to something; where
 * the target shows none, one of the run's own.
 */
export const readable = given(async (t): Promise<readonly SeenBatch[]> => {
  const states = new Map((await t.given(allBatches)).items.map(({ id, raw }) => [id, statusOf(raw)]));
  const ids = await candidates(t);
  const firsts = firstOfEach(ids, (id) => states.get(id) ?? null);
  const read: SeenBatch[] = [];
  for (const id of [...new Set([...firsts, ...ids])].slice(0, t.budget("batches.records"))) {
    const reading = await t.given(firstReading(id));
    if (reading.raw !== null) read.push(reading);
  }
  return read.length > 0 ? read : ownBatch(t);
});

/** Batches of the open list to read by id: those known to be in another state, then some drawn by the seed. */
export async function openSample(t: Check, items: readonly Item[]): Promise<readonly string[]> {
  const states = await t.given(knownStates);
  const ids = idsOf(items);
  const doubtful = ids.filter((id) => (states.get(id) ?? "open") !== "open");
  return [...new Set([...doubtful, ...rotated(ids, t.settings.seed)])].slice(0, t.budget("batches.open"));
}

/** The state of each batch by id, else in a list, before the run changes anything; empty if nothing can be read. */
const knownStates = given(async (t): Promise<ReadonlyMap<string, string>> => {
  const listed = (await t.tryGiven(listedStates)) ?? [];
  const read = (await t.tryGiven(readable)) ?? [];
  const stated = read.flatMap(({ id, raw }) => {
    const status = statusOf(raw);
    return status === null ? [] : [[id, status] as const];
  });
  return new Map([...listed, ...stated]);
});

/** A new batch, read by its id; none where the run may make none. */
async function ownBatch(t: Check): Promise<readonly SeenBatch[]> {
  const own = await ifReadable(createBatch(t, "to-read"));
  if (own === null) return [];
  const reading = await polling(t, () => readBatch(t, own.id)).until(({ raw }) => raw !== null);
  return reading.raw === null ? [] : [reading];
}

/** Ids of batches, those named by most labels first. */
export async function candidates(t: Check): Promise<readonly string[]> {
  const ids = await t.census.ids("batch_id");
  const labels = (await ifReadable(t.census.list("labels")))?.oldest.map(({ raw }) => raw.batch_id) ?? [];
  const uses = (id: string) => labels.filter((other) => other === id).length;
  return [...new Set([...ids, ...namedFixtures(t, "batch:open")])].toSorted(
    (left, right) => uses(right) - uses(left),
  );
}
