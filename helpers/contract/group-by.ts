/** Items by key, keys in order of first appearance. (`Map.groupBy` needs Node 21.) */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The first item of each key. */
export function firstOfEach<T, K>(items: Iterable<T>, keyOf: (item: T) => K): readonly T[] {
  return [...groupBy(items, keyOf).values()].flatMap((group) => group.slice(0, 1));
}
