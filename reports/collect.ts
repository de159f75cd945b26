import type { Tally } from "./results.js";

/** Adds up counts by name, in alphabetical order, so that two runs can be compared line by line. */
export function addTallies(tallies: readonly Tally[]): Tally {
  const sums = new Map<string, number>();
  for (const [name, count] of tallies.flatMap((tally) => Object.entries(tally))) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return Object.fromEntries([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The sum of all counts. */
export function total(tally: Tally): number {
  return Object.values(tally).reduce((sum, count) => sum + count, 0);
}

/** Each text once, in alphabetical order. */
export function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
