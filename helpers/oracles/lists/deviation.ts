import { renderIds } from "../../wire/message.js";

/** Ids that should have come, ids that did, and where they differ. */
interface Deviation {
  readonly due: readonly string[];
  readonly came: readonly string[];
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
}

/**
 * What came in place of what was due, as a finding shows it beside the ids that were due:
 * "b, c; missing: a; not due: c", or "b, c: none of those due" where nothing is right.
 */
export function deviationWords({ due, came, missing, surplus }: Deviation): string {
  const ids = renderIds(came);
  if (missing.length < due.length || surplus.length < came.length)
    return `${ids}; ${oddIds(missing, surplus)}`;
  return due.length === 0 || came.length === 0 ? ids : `${ids}: none of those due`;
}

/** "missing: …; not due: …", each only if there are any. */
export function oddIds(missing: readonly string[], surplus: readonly string[]): string {
  const lost = missing.length === 0 ? [] : [`missing: ${renderIds(missing)}`];
  const odd = surplus.length === 0 ? [] : [`not due: ${renderIds(surplus)}`];
  return [...lost, ...odd].join("; ");
}
