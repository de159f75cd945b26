/** What came of making a trial again: it breaks the rule each time, only once, or others change the same meanwhile. */
export type CameBack<T> =
  | { readonly kind: "each time"; readonly last: T }
  | { readonly kind: "once" }
  | { readonly kind: "others" };

/** Rounds after which nothing is settled by further ones. */
const MOST_ROUNDS = 4;
/** Rounds in which it has to come back: somebody else may well have done it once. */
const DUE = 2;
/** How much longer than a trial nothing may happen without one: who writes at a quick pace shows there. */
export const CALM = 5;

/**
 * Makes a trial again that seemed to touch what it must not, each time on a new resource and each time after a look
 * at the same without a write of ours: what is lost in between there too, others took away.
 *
 * @param control what is touched while nothing is done for so many milliseconds, much longer than any trial took so
 * far; null for nothing
 * @param trial what is touched by the trial, made anew; null for nothing
 */
export async function cameBack<T>(
  control: (calmMs: number) => Promise<T | null>,
  trial: (round: number) => Promise<T | null>,
): Promise<CameBack<T>> {
  let times = 0;
  let longest = 0;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const isQuiet = (await control(CALM * longest)) === null;
    const from = performance.now();
    const last = await trial(round);
    longest = Math.max(longest, performance.now() - from);
    if (last === null) {
      if (isQuiet) return { kind: "once" };
      continue;
    }
    times += isQuiet ? 1 : 0;
    if (times === DUE) return { kind: "each time", last };
  }
  return { kind: "others" };
}
