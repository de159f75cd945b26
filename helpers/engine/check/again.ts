/** What a repeated trial showed: it breaks the rule each time, only once, or other clients cause the same effect. */
type CameBack<T> =
  | { readonly kind: "each time"; readonly last: T }
  | { readonly kind: "once" }
  | { readonly kind: "others" };

/** Rounds after which the answer is left open. */
const MOST_ROUNDS = 4;
/** Rounds in which the effect must come back by default: another client may have caused it once. */
const DUE = 2;
/** How many times longer than a trial the control waits, so that a client that writes often shows. */
export const CALM = 5;
/** The least that a control waits, in milliseconds: the first one cannot know how long a trial takes. */
export const LEAST_CALM_MS = 2_000;

/** Parts of a control after which it looks again: uneven, since what goes to and fro looks the same at even moments. */
const PARTS: readonly number[] = [0.15, 0.3, 0.55];

/** Where a control runs. */
interface Pauses {
  pause(ms: number): Promise<void>;
}

/**
 * Looks several times while the run does nothing. What another client changes to and fro may look the same at the
 * beginning and at the end.
 * @param differing what has changed from one look to the next; null for nothing
 * @returns the first change; null if there is none
 */
export async function changedMeanwhile<S, T>(
  session: Pauses,
  ms: number,
  look: () => Promise<S>,
  differing: (before: S, now: S) => T | null,
): Promise<T | null> {
  let before = await look();
  for (const part of PARTS) {
    await session.pause(part * ms);
    const now = await look();
    const change = differing(before, now);
    if (change !== null) return change;
    before = now;
  }
  return null;
}

/**
 * Repeats a trial that seemed to affect what it must not. Each round uses a new resource, and comes after a control
 * without a write of ours: an effect seen during the control comes from another client.
 * @param control what is affected while the run does nothing for that many milliseconds, much longer than any trial so
 * far; null for nothing. It and the trial are told which round it is, from 1
 * @param trial what a new trial affects; null for nothing
 * @param due rounds in which the effect must come back: more where a trial takes long, since others may act meanwhile
 */
export async function cameBack<T>(
  control: (calmMs: number, round: number) => Promise<unknown>,
  trial: (round: number) => Promise<T | null>,
  due: number = DUE,
): Promise<CameBack<T>> {
  let times = 0;
  let disturbed = 0;
  let longest = 0;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const isQuiet = (await control(Math.max(CALM * longest, LEAST_CALM_MS), round)) === null;
    disturbed += isQuiet ? 0 : 1;
    // Too few rounds are left to be sure.
    if (disturbed > MOST_ROUNDS - due) break;
    const from = performance.now();
    const last = await trial(round);
    longest = Math.max(longest, performance.now() - from);
    if (last === null) {
      if (isQuiet) return { kind: "once" };
      continue;
    }
    times += isQuiet ? 1 : 0;
    if (times === due) return { kind: "each time", last };
  }
  return { kind: "others" };
}
