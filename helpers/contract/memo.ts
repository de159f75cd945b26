/** A map, or one that forgets a value with its key. */
interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** What is known under a key; made on first use. */
export function memo<K, V>(known: Memory<K, V>, key: K, make: () => V): V {
  const had = known.get(key);
  if (had !== undefined) return had;
  const fresh = make();
  known.set(key, fresh);
  return fresh;
}
