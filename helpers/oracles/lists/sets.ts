import type { Finding } from "../../wire/exchange.js";
import { renderIds } from "../../wire/message.js";
import { type Blame, finding } from "../finding.js";
import { deviationWords, oddIds } from "./deviation.js";

type Ids = readonly string[];

/** A relation between the expected ids and those that came; `documented` says it in words. */
export interface SetClaim extends Blame {
  readonly documented: string;
  readonly expected: Ids;
  readonly actual: Ids;
}

/** Equivalence: both hold the same ids, in any order and any number. */
export function sameSet(claim: SetClaim): Finding[] {
  const missing = without(claim.expected, claim.actual);
  const surplus = without(claim.actual, claim.expected);
  if (missing.length === 0 && surplus.length === 0) return [];
  return [breach(claim, deviationWords({ due: claim.expected, came: claim.actual, missing, surplus }))];
}

/** Subset: no id came that is not among the expected ones. */
export function subset(claim: SetClaim): Finding[] {
  const surplus = without(claim.actual, claim.expected);
  return surplus.length === 0 ? [] : [breach(claim, oddIds([], surplus))];
}

/** Disjoint: `left` and `right` share no id. */
export function disjoint(claim: Blame & { documented: string; left: Ids; right: Ids }): Finding[] {
  const right = new Set(claim.right);
  const shared = [...new Set(claim.left)].filter((id) => right.has(id));
  return shared.length === 0 ? [] : [breach(claim, `on both sides: ${renderIds(shared)}`)];
}

/** Complete: the parts together hold the same ids as the whole. */
export function complete(
  claim: Blame & { documented: string; whole: Ids; parts: readonly Ids[] },
): Finding[] {
  const union = claim.parts.flat();
  const missing = without(claim.whole, union);
  const surplus = without(union, claim.whole);
  if (missing.length === 0 && surplus.length === 0) return [];
  return [breach(claim, oddIds(missing, surplus))];
}

/** Difference: `after` holds what `before` held, plus exactly `gained`, less exactly `lost`. */
export function difference(
  claim: Blame & { documented: string; before: Ids; after: Ids; gained?: Ids; lost?: Ids },
): Finding[] {
  const due = [...without(claim.before, claim.lost ?? []), ...(claim.gained ?? [])];
  const missing = without(due, claim.after);
  const surplus = without(claim.after, due);
  if (missing.length === 0 && surplus.length === 0) return [];
  return [breach(claim, oddIds(missing, surplus))];
}

/** Distinct ids of `left` that `right` does not hold. */
function without(left: Ids, right: Ids): Ids {
  const held = new Set(right);
  return [...new Set(left)].filter((id) => !held.has(id));
}

function breach(claim: Blame & { documented: string }, received: string): Finding {
  return finding(claim, claim.documented, received);
}
