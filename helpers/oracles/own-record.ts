import { deepIncludesId, findIds } from "../wire/search.js";

/** A read of a record by its id. */
interface Asked {
  /** The member that holds such an id. */
  readonly member: string;
  readonly id: string;
  /** What was shown. */
  readonly shown: unknown;
}

/**
 * The id of the other listed record that was shown instead of the one asked for. Null if that one was shown, or if what
 * was shown does not say whose it is.
 */
export function otherRecord({ member, id, shown }: Asked, listed: readonly string[]): string | null {
  if (deepIncludesId(shown, id)) return null;
  const [other, ...more] = findIds(shown, member);
  return other !== undefined && more.length === 0 && listed.includes(other) ? other : null;
}
