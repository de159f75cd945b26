import { firstOfEach, groupBy } from "../../../contract/group-by.js";
import { shipments } from "../../../contract/lists.js";
import { memo } from "../../../contract/memo.js";
import { sizeTellingKeys } from "../../../oracles/lists/ties.js";
import type { LabelledBatches } from "../../../oracles/records/batch-shipments.js";
import type { Walked } from "../../../target/lists/walk.js";
import { datedBy } from "../../../wire/dated.js";
import type { Page } from "../../../wire/decode.js";
import { plural } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { accepted, type Refused } from "../../lists/asking/pages.js";
import { sortOf } from "../../lists/asking/tries.js";
import type { Reading, Way } from "../../lists/reading/reading.js";
import { known } from "../../lists/reading/readings.js";
import { listedStates } from "../batches/lists.js";

/** A batch and the shipments that the list returns for it. */
export interface Batch {
  readonly id: string;
  readonly walk: Walked;
}

/** Batches as the shipment list showed them, one after the other until enough had shipments. */
interface WalkedBatches {
  readonly found: readonly Batch[];
  /** Those for which the list brought no shipment. */
  readonly empty: readonly Batch[];
  /** Ids that the list refused. */
  readonly refused: readonly string[];
}

/**
 * Batches walked for their shipments: the one to cut and those named by most labels first, but before a second one of a
 * state the first of each other state.
 */
export const walkedBatches = given(async (t): Promise<WalkedBatches> => {
  const first = await t.given(toCut);
  const named = [...(first === null ? [] : [first]), ...(await t.given(byUse))].map(({ id }) => id);
  const all = [...new Set([...named, ...(await t.census.ids("batch_id"))])];
  const wanted = t.budget("shipments.batches");
  const states = wanted > 1 ? await t.tryGiven(listedStates) : null;
  const candidates = eachStateFirst(all, states ?? new Map()).slice(
    0,
    t.budget("shipments.batches.looked-at"),
  );
  const reading = await known(t, shipments);
  const found: Batch[] = [];
  const empty: Batch[] = [];
  const refused: string[] = [];
  for (const id of candidates) {
    const walk = await askBatch(t, reading, id);
    if (walk.kind === "refused") refused.push(id);
    else (walk.items.length > 0 ? found : empty).push({ id, walk });
    if (found.filter((batch) => batch.walk.whole).length === wanted) break;
  }
  return { found, empty, refused };
});

/**
 * Ids with the first of each state in front: after the very first an archived one, as a service may forget the shipments
 * of those.
 */
export function eachStateFirst(
  ids: readonly string[],
  states: ReadonlyMap<string, string>,
): readonly string[] {
  const stateOf = (id: string) => states.get(id) ?? "";
  const rank = (id: string) => {
    if (id === ids[0]) return 0;
    if (stateOf(id) === "archived") return 1;
    return stateOf(id) === "" ? 3 : 2;
  };
  const ranked = firstOfEach(ids, stateOf).toSorted((one, other) => rank(one) - rank(other));
  return [...new Set([...ranked, ...ids])];
}

/** Up to two batches with shipments: the largest that fit on few pages, otherwise any. */
export const batchesWithShipments = given(async (t): Promise<readonly Batch[]> => {
  const { found, empty, refused } = await t.given(walkedBatches);
  const rank = ({ walk }: Batch) => (walk.whole || pageAtOdds(walk) !== null ? walk.items.length : 0);
  if (found.length > 0) return found.toSorted((left, right) => rank(right) - rank(left)).slice(0, 2);
  return t.inconclusive(
    `needs a batch with shipments; ${plural(empty.length + refused.length, "batch", "batches")} tried. Put shipments into a batch or point at an account with some`,
  );
});

/** A page of a walk that counts other shipments than the first page does; null where all agree. */
export function pageAtOdds({ pages }: Walked): Page | null {
  return pages.find(({ total }) => total !== pages[0]?.total) ?? null;
}

/** A batch to cut in two, and the size of the pages for that. */
interface ToCut {
  readonly id: string;
  readonly size: number;
}

/**
 * The batch whose first page shows by which time it is sorted, as far as the shipments with its labels tell; the fullest
 * one if none does; null without two shipments in a batch.
 */
const toCut = given(async (t): Promise<ToCut | null> => {
  const { items, dir } = await known(t, shipments);
  const batches = await batchesOfShipments(t);
  const several = (await t.given(byUse)).filter(({ uses }) => uses > 1);
  const [fullest] = several;
  for (const { id, uses } of several) {
    const own = items.filter((item) => batches.get(item.id)?.has(id));
    // At least half: not every shipment need have a label.
    const sizes = Array.from({ length: uses - 1 }, (_, at) => at + 1).filter((size) => 2 * size >= uses);
    const [byChange, byCreation] = [datedBy(own, "modified_at"), datedBy(own)];
    const telling =
      byChange && byCreation && sizeTellingKeys(byChange, byCreation, sortOf(0, dir).sort_dir ?? dir, sizes);
    if (telling) return { id, size: telling };
  }
  return fullest === undefined ? null : { id: fullest.id, size: Math.ceil(0.6 * fullest.uses) };
});

/** The shipments that the list returns for a batch. @throws Inconclusive if it refuses the batch */
export async function walkBatch(t: Check, reading: Reading, batch_id: string): Promise<Walked> {
  return accepted(t, await askBatch(t, reading, batch_id));
}

/** What the list answers for a batch; for one with several labels in two pages, where it may. */
export async function askBatch(t: Check, reading: Reading, batch_id: string): Promise<Walked | Refused> {
  const most = t.budget("shipments.batches.pages");
  const inTwo = most > 1 ? await t.given(toCut) : null;
  if (inTwo?.id === batch_id) {
    const size = Math.min(inTwo.size, reading.size);
    const cut = await cutTheOtherWay(t, reading, batch_id, { most, size });
    const total = cut.kind === "walk" ? (cut.pages[0]?.total ?? null) : null;
    if (cut.kind === "walk" && total !== null && total <= most * size) return cut;
  }
  // batch_id counts in any order: by time of modification, from the other end, too.
  const other = sortOf(0, reading.dir);
  const sorted = await ifReadable(reading.walk(t, { batch_id, ...other }, { most: 1 }));
  if (sorted?.kind === "walk" && sorted.whole) return sorted;
  const plain = await reading.surely(t, { batch_id }, { most });
  if (plain.kind === "refused") return plain;
  // What fits on one page fits in any order: the longer list shows what batch_id should have left out.
  return sorted?.kind === "walk" && plain.whole && plain.pages.length === 1 ? sorted : plain;
}

/** In the direction and by the time in which the checks of precedence do not cut it, so that all are judged. */
function cutTheOtherWay(t: Check, reading: Reading, batch_id: string, way: Way): Promise<Walked | Refused> {
  if (!reading.whole) return reading.surely(t, { batch_id }, way);
  return reading.walk(t, { batch_id, ...sortOf(0, reading.dir) }, way);
}

/** Batches by the number of shipments with labels of them, the fullest first. */
const byUse = given(async (t) => {
  return [...groupBy(await namedBatches(t), (id) => id)]
    .map(([id, all]) => ({ id, uses: all.length }))
    .toSorted((left, right) => right.uses - left.uses);
});

/** The batches of all shipments by their labels, each as often as it has shipments. */
export async function namedBatches(t: Check): Promise<readonly string[]> {
  return [...(await batchesOfShipments(t)).values()].flatMap((ids) => [...ids]);
}

/** The batch ids on each shipment's labels. A voided label does not show where its shipment is now. */
export async function batchesOfShipments(t: Check): Promise<LabelledBatches> {
  const labels = await ifReadable(t.census.list("labels"));
  const batches = new Map<string, Set<string>>();
  for (const { raw } of labels?.oldest ?? []) {
    const { shipment_id: shipment, batch_id: batch, voided, status } = raw;
    if (typeof shipment !== "string" || typeof batch !== "string" || batch === "") continue;
    if (voided === true || status === "voided") continue;
    memo(batches, shipment, () => new Set()).add(batch);
  }
  return batches;
}
