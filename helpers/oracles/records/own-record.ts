import { deepIncludesId, findIds } from "../../wire/search.js";

/** A read of a record by its id. */
interface Asked {
  /** The member that holds such an id. */
  readonly member: string;
  readonly id: string;
  readonly shown: unknown;
}

/** Whether a body shows nothing at all: it is empty, or all that is in it is. */
export function showsNothing(shown: unknown): boolean {
  if (shown === null || shown === "") return true;
  return typeof shown === "object" && Object.values(shown).every(showsNothing);
}

/**
 * The id of the record that was shown: the one asked for, or another listed one. Null if what was shown does not say
 * whose it is.
 */
export function recordShown({ member, id, shown }: Asked, listed: readonly string[]): string | null {
  if (deepIncludesId(shown, id)) return id;
  const [other, ...more] = findIds(shown, member);
  return other !== undefined && more.length === 0 && listed.includes(other) ? other : null;
}
