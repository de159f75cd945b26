import { firstOfEach } from "../../../contract/group-by.js";
import { statusOf } from "../../../oracles/records/batches.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { awaitEffect } from "../eventually.js";
import { namedFixtures } from "../fixtures.js";
import { allBatches, firstReading, readBatch, type SeenBatch } from "./lists.js";
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

/** A new batch, read by its id; none where the run may make none. */
async function ownBatch(t: Check): Promise<readonly SeenBatch[]> {
  const own = await ifReadable(createBatch(t, "to-read"));
  if (own === null) return [];
  const reading = await awaitEffect(
    t,
    () => readBatch(t, own.id),
    ({ raw }) => raw !== null,
  );
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
