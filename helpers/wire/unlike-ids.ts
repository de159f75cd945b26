import { groupBy } from "../contract/group-by.js";

/** Ids that any server reads from a path alike. */
const PLAIN = /^[\w.~-]+$/;

/**
 * Ids that are unlike most others, which a lookup may fail to read: the longest and the shortest, if not all are equally
 * long, and the first one of those kinds of characters that fewest have, if there are several. Ids that need escaping in
 * a path are left out, since servers differ there.
 */
export function unlikeIds(ids: readonly string[]): readonly string[] {
  const plain = ids.filter((id) => PLAIN.test(id));
  const byLength = plain.toSorted((one, other) => one.length - other.length);
  const [shortest, longest] = [byLength[0], byLength.at(-1)];
  const ends = shortest?.length === longest?.length ? [] : [longest, shortest];
  const kinds = groupBy(plain, kindsOf);
  const [rarest] = [...kinds.values()].toSorted((one, other) => one.length - other.length);
  const odd = kinds.size > 1 ? rarest?.[0] : undefined;
  return [...new Set([...ends, odd].filter((id) => id !== undefined))];
}

/** Which kinds of characters an id holds: digits, small and capital letters, and each mark. */
function kindsOf(id: string): string {
  const alike = id.replace(/\d/g, "0").replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A");
  return [...new Set(alike)].toSorted().join("");
}
