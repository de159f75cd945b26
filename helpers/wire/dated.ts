import type { Item } from "./decode.js";
import { compareInstants, type Instant, parseInstant } from "./instant.js";

/** An item with the time that a relation ranks it by. */
export interface Dated {
  readonly id: string;
  readonly at: Instant;
}

/**
 * Items with their timestamp `member`, in the given order.
 * @returns null if one of them has no readable timestamp: then the relation cannot be judged
 */
export function datedBy(items: readonly Item[], member = "created_at"): readonly Dated[] | null {
  const dated: Dated[] = [];
  for (const item of items) {
    const at = member === "created_at" ? item.createdAt : parseInstant(item.raw[member]);
    if (at === null) return null;
    dated.push({ id: item.id, at });
  }
  return dated;
}

/** Both times of each item, in the given order; none if an item shows one of them unreadably, or not at all. */
export function bothTimes(
  items: readonly Item[],
): readonly { readonly created_at: Instant; readonly modified_at: Instant }[] {
  const modified = datedBy(items, "modified_at") ?? [];
  return (datedBy(items) ?? []).flatMap(({ at: created_at }, nth) => {
    const modified_at = modified[nth]?.at;
    return modified_at === undefined ? [] : [{ created_at, modified_at }];
  });
}

/** The same items, oldest first; equal times keep their order. */
export function oldestFirst(items: readonly Dated[]): readonly Dated[] {
  return items.toSorted((left, right) => compareInstants(left.at, right.at));
}

/** When items were created, as far as they show it, oldest first. */
export function creations(items: readonly Item[]): readonly Instant[] {
  return items.flatMap(({ createdAt }) => createdAt ?? []).toSorted(compareInstants);
}

/** The items certainly created before a time. */
export function createdBefore(items: readonly Item[], time: Instant): readonly Item[] {
  return items.filter(({ createdAt }) => createdAt !== null && compareInstants(createdAt, time) < 0);
}

/** The items certainly created after a time. */
export function createdAfter(items: readonly Item[], time: Instant): readonly Item[] {
  return items.filter(({ createdAt }) => createdAt !== null && compareInstants(createdAt, time) > 0);
}

/** Whether two of some items have different times. */
export function differ(items: readonly Dated[]): boolean {
  return new Set(items.map(({ at }) => at.epochNs)).size > 1;
}

/** How items are ordered by their times; null if in neither way. Equal times fit both. */
export function orderOf(items: readonly Dated[]): "oldest first" | "newest first" | null {
  const steps = items.slice(1).map(({ at }, index) => compareInstants(items[index]?.at ?? at, at));
  if (steps.every((step) => step <= 0)) return "oldest first";
  return steps.every((step) => step >= 0) ? "newest first" : null;
}
