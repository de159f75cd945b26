import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "../../wire/exchange.js";
import { Inconclusive, orWhyNot } from "../../wire/outcome.js";

/** Milliseconds before each reading that confirms: bursts of changes pass meanwhile. */
const PAUSES = [0, 0, 0, 100, 300, 900] as const;

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
}

/** Thrown where a change may be the reason why a relation cannot be read: it is then read again as after a breach. */
export class Unsettled extends Inconclusive {}

/** Does one thing after the other: readings that confirm are short, and disturbed the less, when made alone. */
export type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

/**
 * Judges a relation over data that other people may be changing (DESIGN "judging fairly").
 *
 * The relation is read once; without findings that is all. Otherwise it is read again between two looks at the
 * data, until these show that nothing changed in between. What comes back then is a finding. What does not, although
 * no change explains it, is a finding marked intermittent.
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
  if (first instanceof Inconclusive) {
    if (!(first instanceof Unsettled)) throw first;
    return inTurn(() => confirm([], read, watch));
  }
  return first.length === 0 ? first : inTurn(() => confirm(first, read, watch));
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
 */
export function watchText(fingerprint: () => Promise<string>, most: number): Watch<string> {
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
  };
}
