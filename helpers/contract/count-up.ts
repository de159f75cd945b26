/** Counts one more under a key; returns how many there were before. */
export function countUp<K>(counts: Map<K, number>, key: K): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}
