import type { OperationId } from "../../contract/operations.js";
import type { Check } from "../check/check.js";

/** Milliseconds after which what a write brought about is looked at again. */
const LATER = 1_200;

/**
 * Waits until it is a while ago that the run last wrote by one of these operations. Near the end of a run there is
 * little left to wait for, and all checks that look again wait at the same time.
 */
export async function aWhileAfter(t: Check, ...writes: readonly OperationId[]): Promise<void> {
  const left = LATER - t.session.sinceDone(writes);
  if (left > 0) await t.session.pause(left);
}
