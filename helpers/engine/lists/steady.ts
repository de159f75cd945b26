import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "../../wire/exchange.js";
import { Inconclusive, orWhyNot } from "../../wire/outcome.js";
import { isSameBreach } from "../../wire/same-breach.js";

/** Milliseconds before each reading that confirms: bursts of changes pass meanwhile. */
const PAUSES = [0, 0, 0, 100, 300, 900] as const;

/** Milliseconds after which copies that lag behind have caught up. */
export const CAUGHT_UP = 2_000;

/** The data under a relation, as they are looked at before and after each reading that confirms. */
export interface Watch<Look> {
  /** The data as they were before the first reading, where that is known. */
  before(): Promise<Look | null>;
  look(): Promise<Look>;
  /** Whether nothing changed in between that could have changed what was read. */
  still(earlier: Look, later: Look): boolean;
  /** Whether nothing changed at all, so that the first reading too was made on data that held still. */
  unmoved(earlier: Look, later: Look): boolean;
  /** What others were seen to do to the data; null where no change explains why the looks differ. */
  drift(): string | null;
  /**
   * A reading was disturbed: from here on the watch may confine itself to data that change less.
   * @returns false where further readings would be disturbed too, as many were before
   */
  moved(): Promise<boolean>;
  /** Whether reads come from copies that lag behind, so that looks need not show what a reading between them saw. */
  lags(): boolean;
  /** Whether others were seen to change the data. */
  moves(): boolean;
  /** Whether something may come and go between two looks that are alike. */
  readonly mayMiss?: boolean;
}

/** Thrown where a change may be the reason why a relation cannot be read: it is then read again as after a breach. */
export class Unsettled extends Inconclusive {}

/** Does one thing after the other: readings that confirm are short, and disturbed the less, when made alone. */
export type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

/**
 * Judges a relation over data that other people may be changing.
 *
 * The relation is read once; without findings that is all. Otherwise it is read again between two looks at the
 * data, until these show that nothing changed in between. What comes back then is a finding. What does not, although
 * no change explains it, is a finding marked intermittent. Where reads lag behind, the same has to be found once more
 * when all copies have caught up, and where others write, since a lag may not have been noticed yet; where looks may
 * miss what came and went, something has to be found once more.
 *
 * @param read the relation, the first time against what the run knows (null), later against a look
 * @throws Inconclusive when the data were seen to change during each reading
 */
export async function judgeSteady<Look>(
  read: (seen: Look | null) => Promise<readonly Finding[]>,
  watch: Watch<Look>,
  inTurn: InTurn,
): Promise<readonly Finding[]> {
  const first = await orWhyNot(read(null));
  if (first instanceof Inconclusive && !(first instanceof Unsettled)) throw first;
  const odd = first instanceof Inconclusive ? [] : first;
  if (odd === first && odd.length === 0) return odd;
  const again = () => inTurn(() => confirm([], read, watch));
  let found = await inTurn(() => confirm(odd, read, watch));
  if (found.length > 0 && !watch.lags() && watch.mayMiss) found = await again();
  else if (found.length > 0 && !watch.lags() && watch.moves()) {
    await sleep(CAUGHT_UP);
    found = stillThere(found, await again());
  }
  return found.length > 0 && watch.lags() ? onceCaughtUp(found, again, watch) : found;
}

/**
 * Of breaches that were found those that are found again when all copies have caught up.
 * @throws Inconclusive where the data change in the meantime too, so that no two copies need be alike
 */
async function onceCaughtUp<Look>(
  found: readonly Finding[],
  confirmed: () => Promise<readonly Finding[]>,
  watch: Watch<Look>,
): Promise<readonly Finding[]> {
  let left = found;
  // Where looks do not show every change, twice.
  for (let times = watch.mayMiss ? 2 : 1; times > 0 && left.length > 0; times -= 1) {
    const before = await watch.look();
    await sleep(CAUGHT_UP);
    const again = await confirmed();
    if (again.length > 0 && !watch.still(before, await watch.look()))
      throw new Inconclusive(
        "reads lag behind writes, and the data went on changing; run again while fewer write to the target",
      );
    left = stillThere(left, again);
  }
  return left;
}

/** Of breaches that were found those that are found again; nothing where none is. */
function stillThere(found: readonly Finding[], again: readonly Finding[]): readonly Finding[] {
  const same = again.filter((one) => found.some((before) => isSameBreach(before, one)));
  if (same.length > 0 || again.length === 0) return same;
  throw new Inconclusive(
    "others write, and what readings contradict is not the same each time; run again while fewer write to the target",
  );
}

async function confirm<Look>(
  first: readonly Finding[],
  read: (seen: Look) => Promise<readonly Finding[]>,
  watch: Watch<Look>,
): Promise<readonly Finding[]> {
  const intermittent = first.map((finding) => ({ ...finding, intermittent: true }));
  const before = await watch.before();
  let start = before ?? (await watch.look());
  let readings = 1;
  for (const pause of PAUSES) {
    if (pause > 0) {
      await sleep(pause);
      start = await watch.look();
    }
    const again = await orWhyNot(read(start));
    const end = await watch.look();
    if (watch.still(start, end)) {
      const wasStill = before !== null && watch.unmoved(before, end);
      return undisturbed(again, wasStill ? intermittent : []);
    }
    start = end;
    readings += 1;
    if (!(await watch.moved())) break;
  }
  const drift = watch.drift();
  if (intermittent.length > 0 && drift === null) return intermittent;
  throw new Inconclusive(
    `the data changed during each of ${readings} readings${drift === null ? "" : ` (${drift})`}; run again while fewer write to the target`,
  );
}

/** What a reading on data that held still comes to: what it found itself, or else what remains of the first one. */
function undisturbed(
  reading: readonly Finding[] | Inconclusive,
  remains: readonly Finding[],
): readonly Finding[] {
  if (reading instanceof Inconclusive) throw reading;
  return reading.length > 0 ? reading : remains;
}

/**
 * A watch over what one text tells of: it changes whenever the data under the relation change.
 * @param most disturbed readings after which it is given up
 * @param session knows whether reads lag behind
 */
export function watchText(
  fingerprint: () => Promise<string>,
  most: number,
  { lag }: { readonly lag: { readonly isSeen: boolean } },
): Watch<string> {
  let disturbed = 0;
  const same = (earlier: string, later: string) => earlier === later;
  return {
    before: async () => null,
    look: fingerprint,
    still: same,
    unmoved: same,
    drift: () => "its first page differed each time",
    moved: async () => {
      disturbed += 1;
      return disturbed < most;
    },
    moves: () => disturbed > 0,
    lags: () => lag.isSeen,
    mayMiss: true,
  };
}
