import type { Answered } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";

/** Milliseconds between readings, seven seconds in all, for targets with replica lag. */
export const PATIENCE: readonly number[] = [100, 300, 600, 1000, 2000, 3000];
/** Milliseconds between readings where an earlier wait for such an effect brought nothing. */
export const BRIEF: readonly number[] = [100, 300, 600];

/** What a wait needs of a check. */
interface Pauses {
  readonly session: Pick<Check["session"], "pause">;
}

/**
 * What a write may change a moment late, to be read until it has: `await polling(t, () => listOpen(t)).until(isThere)`.
 * When patience (milliseconds between readings) ends, the last reading counts.
 * @param first a reading made already, which is enough if it is right
 */
export function polling<T>({ session }: Pauses, read: () => Promise<T>, first?: T) {
  const until = async (isRight: (seen: T) => boolean, patience = PATIENCE): Promise<T> => {
    if (first !== undefined && isRight(first)) return first;
    let seen = await read();
    for (const ms of patience) {
      if (isRight(seen)) break;
      await session.pause(ms);
      seen = await read();
    }
    return seen;
  };
  return {
    until,
    /** Until nothing is wrong with what was read. */
    untilNone: (wrongIn: (seen: T) => readonly unknown[]) => until((seen) => wrongIn(seen).length === 0),
  };
}

/** Asks until the answer is no 404 or patience ends: a replica may not know yet what another one has just shown. */
export function onceKnown(
  t: Pauses,
  ask: () => Promise<Answered>,
  patience?: readonly number[],
): Promise<Answered> {
  return polling(t, ask).until(({ answer }) => answer.status !== 404, patience);
}
