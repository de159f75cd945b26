import type { Item } from "./decode.js";
import { compareInstants, type Instant } from "./instant.js";
import { renderIds } from "./message.js";

/** One reading of the whole of a relation's input. */
export interface Reading {
  readonly total: number | null;
  readonly items: readonly Item[];
  /** True for a list under a filter: items may enter and leave it by being changed. */
  readonly filtered: boolean;
}

/**
 * What changed between two readings of the same input:
 * - `stable`: nothing, so what the relation found stands;
 * - `moved`: items were created, changed or removed, so the relation must be read again;
 * - `unexplained`: old items took the place of others while the total stayed, which no write explains; the
 *   target answers one question in two ways.
 */
export type Drift =
  | { readonly kind: "stable" }
  | { readonly kind: "moved" | "unexplained"; readonly why: string };

/** Compares the first reading of the input with the one made after the second input was read. */
export function drift(first: Reading, again: Reading): Drift {
  const before = fingerprints(first);
  const after = fingerprints(again);
  const created = again.items.filter((item) => !before.has(item.id));
  const removed = first.items.filter((item) => !after.has(item.id));
  const changed = again.items.filter(
    (item) => before.has(item.id) && before.get(item.id) !== after.get(item.id),
  );
  const parts = [
    ...describe(created, "appeared"),
    ...describe(removed, "disappeared"),
    ...describe(changed, "changed"),
    ...(first.total === again.total ? [] : [`total went from ${first.total} to ${again.total}`]),
  ];
  if (parts.length === 0) return { kind: "stable" };
  const swapped = created.length > 0 && removed.length > 0 && first.total === again.total;
  const unexplained = swapped && !first.filtered && created.every((item) => isOlder(item, newest(first)));
  return { kind: unexplained ? "unexplained" : "moved", why: parts.join("; ") };
}

function fingerprints(reading: Reading): Map<string, string> {
  return new Map(reading.items.map((item) => [item.id, canonical(item.raw)]));
}

/** JSON with sorted members, so that their order alone is no change. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}

function describe(items: readonly Item[], verb: string): readonly string[] {
  return items.length === 0 ? [] : [`${verb}: ${renderIds(items.map((item) => item.id))}`];
}

function newest(reading: Reading): Instant | null {
  const times = reading.items.flatMap((item) => item.createdAt ?? []);
  return times.toSorted(compareInstants).at(-1) ?? null;
}

function isOlder(item: Item, limit: Instant | null): boolean {
  return item.createdAt !== null && limit !== null && compareInstants(item.createdAt, limit) < 0;
}
