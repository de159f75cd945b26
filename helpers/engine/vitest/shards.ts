import type { Shard } from "../../target/settings/settings.js";

/** Checks that stay together. */
export interface Part<Name extends string> {
  readonly name: Name;
  /** Their cost in requests. */
  readonly cost: number;
}

/**
 * Names of the parts that a shard judges: the same on every machine, each part in exactly one shard. The most expensive
 * part goes first, always to the shard with the least to do, so that all cost about the same.
 * @param shard null for all parts
 */
export function partsOf<Name extends string>(
  parts: readonly Part<Name>[],
  shard: Shard | null,
): ReadonlySet<Name> {
  if (shard === null) return new Set(parts.map(({ name }) => name));
  const mine = new Set<Name>();
  const loads = Array.from({ length: shard.count }, () => 0);
  for (const { name, cost } of parts.toSorted(byCost)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + cost;
    if (least + 1 === shard.index) mine.add(name);
  }
  return mine;
}

function byCost(one: Part<string>, other: Part<string>): number {
  return other.cost - one.cost || (one.name < other.name ? -1 : 1);
}
