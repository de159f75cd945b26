import type { OperationId } from "../../contract/operations.js";
import type { Check } from "../check/check.js";
import { awaitEffect } from "./eventually.js";

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

/**
 * A reading near the end of the run; made again for a while where something is wrong with it, since it may come from a
 * copy that lags behind.
 */
export async function settled<T>(
  first: T,
  isRight: (reading: T) => boolean,
  read: () => Promise<T>,
): Promise<T> {
  return isRight(first) ? first : awaitEffect(read, isRight);
}
