import type { OperationId } from "../../contract/generated/types.js";
import type { Check, Given } from "../check/check.js";

/** Milliseconds after a write until its effect is looked at again. */
export const LATER = 1_100;

/**
 * Waits until the run's last write by one of these operations is some time ago. Near the end of a run little is left to
 * wait for, and all checks that look again wait together.
 */
export async function aWhileAfter(t: Check, ...writes: readonly OperationId[]): Promise<void> {
  const left = LATER - t.session.sinceDone(writes);
  if (left > 0) await t.session.pause(left);
}

/**
 * A check that looks once more, near the end of the run, at what an earlier check did. It judges nothing where that did
 * nothing: the other checks of the rule decide.
 * @param look what the earlier check did and what shows of it now; null for nothing
 */
export function lookingAgain<T>(
  look: Given<T | null>,
  judge: (t: Check, seen: T) => Promise<void> | void,
): (t: Check) => Promise<void> {
  return async (t) => {
    const seen = await t.given(look);
    if (seen !== null) await judge(t, seen);
  };
}
