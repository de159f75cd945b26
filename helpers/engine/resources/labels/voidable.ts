import { memo } from "../../../contract/memo.js";
import { type Item, idsOf } from "../../../wire/decode.js";
import type { Check } from "../../check/check.js";
import { neededFixtures } from "../fixtures.js";

/** Page size for reading a label with its neighbours. */
export const PAGE_SIZE = 25;

export function isCompleted({ raw }: Item): boolean {
  return raw.status === "completed";
}

/**
 * Labels that may be voided for good, of those that nobody named only completed ones. First the newest with unvoided
 * neighbours on both sides, because the same page then shows if a neighbour is voided too; of these, first those with
 * another label of their shipment, which a service may void by the shipment.
 */
export async function voidable(t: Check): Promise<readonly Item[]> {
  const { oldest } = await t.census.list("labels");
  const ids = await neededFixtures(t, "label:voidable", "voids a label for good", async () =>
    idsOf(oldest.filter(isCompleted)),
  );
  const able = oldest.filter(
    ({ id, raw }) => ids.includes(id) && raw.voided !== true && trackingOf(raw) !== "",
  );
  const newest = able.toReversed();
  const between = newest.filter((each) => hasNeighbours(each, oldest));
  return [...new Set([...withSiblings(between, oldest), ...between, ...newest])];
}

/** Those with another label of the same shipment that a void could take along. */
export function withSiblings(labels: readonly Item[], oldest: readonly Item[]): readonly Item[] {
  const ofShipment = new Map<unknown, Set<string>>();
  for (const { id, raw } of oldest.filter(canBeTaken))
    memo(ofShipment, raw.shipment_id, () => new Set()).add(id);
  return labels.filter(({ id, raw }) =>
    [...(ofShipment.get(raw.shipment_id) ?? [])].some((other) => other !== id),
  );
}

/** Whether a label can be voided and looked up. */
function canBeTaken(label: Item): boolean {
  return isCompleted(label) && trackingOf(label.raw) !== "";
}

/** The nearest other label of the same shipment that a void could take along. */
export function siblingOf(label: Item, oldest: readonly Item[]): Item | undefined {
  const rank = oldest.findIndex(({ id }) => id === label.id);
  const away = (other: Item) => Math.abs(oldest.indexOf(other) - rank);
  return oldest
    .filter(({ id, raw }) => id !== label.id && raw.shipment_id === label.raw.shipment_id)
    .filter(canBeTaken)
    .toSorted((one, other) => away(one) - away(other))[0];
}

/** Whether its neighbours before and after are on the same page and not voided. */
function hasNeighbours(label: Item, oldest: readonly Item[]): boolean {
  const rank = oldest.indexOf(label);
  const place = rank % PAGE_SIZE;
  if (place === 0 || place === PAGE_SIZE - 1) return false;
  return [oldest[rank - 1], oldest[rank + 1]].every((other) => other?.raw.voided === false);
}

/** The tracking number that a label shows; empty if it shows none. */
export function trackingOf(raw: Item["raw"]): string {
  const number = raw.tracking_number;
  return typeof number === "string" ? number : "";
}
